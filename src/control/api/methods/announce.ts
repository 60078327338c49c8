import { randomUUID } from 'node:crypto';
import { MOST_ANNOUNCEMENTS } from '../../../core/facts/announcements.js';
import { REFUSALS } from '../../../core/vocabulary/refusals.js';
import { RefusedError } from '../../../contract/errors.js';
import { type ClipOptions, fetchClip } from '../clip.js';
import { admittedCaller, type Row } from '../method.js';
import { invalidParams, RpcError } from '../../rpc-error.js';
import { type Announce, codeMethod, type CodeMethodOptions } from './announce-code.js';
import { causeOf, executed } from './player.js';

export interface AnnounceMethodsOptions extends CodeMethodOptions {
  readonly clips: ClipOptions;
}

type AnnounceMethod = 'player.announce' | 'announcement.code' | 'announcement.cancel';

const WITHIN_MS = 10_000;
const LONGEST_MS = 30_000;

/** Announcements: clips and spoken texts over the music. */
export function announceMethods(options: AnnounceMethodsOptions): {
  readonly [M in AnnounceMethod]: Row<M>;
} {
  const { agent, agenda, announcer } = options;
  /** How many are being fetched. */
  let underWay = 0;

  const announce: Announce = async (hold, cause, loud = {}) => {
    if (agenda().announcements.length + underWay >= MOST_ANNOUNCEMENTS)
      throw new RefusedError(REFUSALS.tooManyAnnouncements);
    const id = randomUUID();
    underWay += 1;
    try {
      const lengthMs = await hold(id);
      if (lengthMs > LONGEST_MS) throw refused('An announcement may sound for 30 seconds at most.');
      await agent.execute({ type: 'announce', id, by: cause.client, lengthMs, ...loud }, cause);
    } catch (error) {
      announcer.end(id);
      throw error;
    } finally {
      underWay -= 1;
    }
    return id;
  };

  return {
    'player.announce': {
      doc:
        'Sounds a clip (`url`) or a spoken text over the music, which is lowered meanwhile; where the output cannot mix, ' +
        'the music pauses and goes on from there, and none begins while an alarm rings. Answers once the clip is in ' +
        'hand. Five wait at most. Clips come from the house, or from hosts in `TONEARM_ANNOUNCE_HOSTS`: 30 s and 5 MB ' +
        'at most. Mute does not silence them.',
      examples: [
        {
          params: { text: 'Dinner is ready.', volume: 40 },
          result: { announcementId: 'b7a5f0c8-7f1e-4d2b-9f0a-0c8f3f1f2a11' },
        },
      ],
      judge(params) {
        const { url, text } = Object(params) as { readonly url?: unknown; readonly text?: unknown };
        if ((url === undefined) === (text === undefined))
          throw new RpcError(invalidParams('url', 'or text must be there, and only one of them'));
      },
      async call({ url, text, volume }, context) {
        const cause = causeOf('player.announce', admittedCaller(context, 'owner'), context);
        const given = { ...(url !== undefined && { url }), ...(text !== undefined && { text }) };
        const loud = volume === undefined ? {} : { volume };
        return { announcementId: await announce(id => take(options, id, given), cause, loud) };
      },
    },
    'announcement.code': codeMethod(options, announce),
    'announcement.cancel': {
      doc: 'Ends an announcement, or keeps it from sounding. Succeeds even if it is over.',
      examples: [{ params: { announcementId: 'b7a5f0c8-7f1e-4d2b-9f0a-0c8f3f1f2a11' }, result: {} }],
      async call(params, context) {
        await executed(agent, 'announcement.cancel', params, context);
        announcer.end(params.announcementId);
        return {};
      },
    },
  };
}

/** Takes the clip or the text in hand, and returns its length, milliseconds. */
async function take(
  { announcer, clips }: AnnounceMethodsOptions,
  id: string,
  { url, text }: { readonly url?: string; readonly text?: string },
): Promise<number> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  if (text !== undefined) {
    const lengthMs = await announcer.say(id, text, signal);
    if (lengthMs === null)
      throw refused(
        'The text cannot be spoken: espeak-ng is missing on the speaker, or finds nothing to say.',
      );
    return lengthMs;
  }
  const clip = await fetchClip(url ?? '', clips, signal);
  const lengthMs = await announcer.take(id, clip, signal);
  if (lengthMs === null) throw refused('There is no audio at this address that the player knows.');
  return lengthMs;
}

function refused(message: string): RefusedError {
  return new RefusedError({ reason: 'notSupported', message });
}
