import type { Announcer } from '../../../contract/announcer-port.js';
import type { By } from '../../../contract/command.js';
import type { Agenda } from '../../../core/model/agenda.js';
import { RefusedError } from '../../../contract/errors.js';
import type { Agent } from '../../../contract/ports.js';
import { faultOf, isQuiet, readClips, SENTENCES, toClips } from '../../../lib/speech.js';
import type { Invitations } from '../../access/invitations.js';
import { admittedCaller, type Row } from '../method.js';
import { inviteByDigits } from './invite.js';
import { causeOf } from './player.js';

export interface CodeMethodOptions {
  readonly agent: Agent;
  readonly agenda: () => Agenda;
  readonly announcer: Announcer;
  readonly invitations: Invitations;
  readonly speech: {
    readonly isOn: boolean;
    /** Whether only who has a code may pair the speaker now. */
    readonly isPairingByCode: () => boolean;
  };
}

/** Announces what `hold` takes in hand under this id. Resolves with the id; rejects with a `RefusedError`. */
export type Announce = (
  hold: (id: string) => Promise<number>,
  cause: By,
  loud?: { readonly volume?: number },
) => Promise<string>;

const WITHIN_MS = 10_000;

export function codeMethod(options: CodeMethodOptions, announce: Announce): Row<'announcement.code'> {
  const { agent, announcer, invitations, speech } = options;

  function needQuiet(): void {
    if (isQuiet(agent.snapshot().state)) return;
    throw new RefusedError({
      reason: 'notAllowed',
      message: 'The speaker says nothing over what sounds: pause it first.',
    });
  }

  return {
    doc:
      'Says what is wrong with the speaker, or if nothing is, the six digits of a new invitation for an owner, twice. Says the ' +
      'digits also where the speaker is not paired and can be paired only by a code. Says nothing over what sounds ' +
      '(`notAllowed`), and nothing at all where `TONEARM_SPEECH` is `off` (`notSupported`). `said` is the first sentence, without digits.',
    examples: [
      {
        params: {},
        result: { announcementId: 'b7a5f0c8-7f1e-4d2b-9f0a-0c8f3f1f2a11', said: SENTENCES.code },
      },
    ],
    async call(_params, context) {
      const cause = causeOf('announcement.code', admittedCaller(context, 'owner'), context);
      if (!speech.isOn)
        throw new RefusedError({
          reason: 'notSupported',
          message: 'The speaker is set to say nothing (TONEARM_SPEECH=off).',
        });
      needQuiet();
      const fault = faultOf(agent.snapshot().state);
      const isCodeDue = fault === null || (fault === 'notPaired' && speech.isPairingByCode());
      const clips = toClips(fault, isCodeDue ? inviteByDigits(invitations, context) : null);
      const announcementId = await announce(async id => {
        const lengthMs = await announcer.take(id, await readClips(clips), AbortSignal.timeout(WITHIN_MS));
        if (lengthMs === null)
          throw new RefusedError({
            reason: 'playerUnavailable',
            message: 'The player cannot read the clips.',
          });
        // Something may have begun to sound meanwhile.
        needQuiet();
        return lengthMs;
      }, cause);
      endUnderMusic(options, announcementId, cause);
      return { announcementId, said: SENTENCES[fault ?? 'code'] };
    },
  };
}

/** Ends it once music sounds. */
function endUnderMusic({ agent, agenda, announcer }: CodeMethodOptions, id: string, cause: By): void {
  const unobserve = agent.observe(() => {
    const isWaiting = agenda().announcements.some(announcement => announcement.id === id);
    const isMusic = agent.snapshot().state.silenceReason === null;
    if (isWaiting && !isMusic) return;
    unobserve();
    if (!isWaiting) return;
    void agent.execute({ type: 'cancelAnnouncement', announcementId: id }, cause).catch(() => undefined);
    announcer.end(id);
  });
}
