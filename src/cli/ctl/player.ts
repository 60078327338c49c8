import type { ControlClient } from '../../client/control-client.js';
import { LOUDEST } from '../../contract/shape.js';
import type { Done } from '../../contract/protocol.js';
import { canDraw } from '../output.js';
import { currentEnvironment } from '../../config/config.js';
import { addressOf } from './info.js';
import { play } from './play.js';
import { STATE_FIELDS, toDone, toRow, toStatus } from './show.js';
import { type VerbAction, readOnly, refuseVerb, type Verb, type VerbUsage } from './verb.js';

/** Creates the action of a verb that performs one call and prints the resulting state. */
function act(perform: (client: ControlClient) => Promise<Done>): VerbAction {
  return async ({ client }) => toDone(client, await perform(client));
}

function define(
  verb: Omit<Verb, 'options' | 'read'>,
  read: (word: string | null, verb: VerbUsage) => VerbAction,
): Verb {
  return { ...verb, options: [], read: words => read(readOnly(verb, words), verb) };
}

function plain(name: string, summary: string, perform: (client: ControlClient) => Promise<Done>): Verb {
  return { name, usage: '', summary, options: [], read: () => act(perform) };
}

const status: Verb = {
  name: 'status',
  usage: '',
  summary: 'shows what is playing, and what is next',
  options: [],
  fields: STATE_FIELDS,
  notes: ["  tonearm ctl status --format '{{artist}} - {{title}}'"],
  read:
    () =>
    async ({ client, isJson }) => {
      const { hello, revision, state } = client;
      const positionMs = Math.round(client.positionMs() ?? 0);
      const speaker = hello && { name: hello.name, deviceUuid: hello.deviceUuid, version: hello.version };
      const address = !isJson && state?.pairing === 'unpaired' ? await addressOf(client) : null;
      return {
        json: { speaker, revision, positionMs, state },
        text: toStatus(client, address, canDraw(currentEnvironment())),
        rows: [toRow(client)],
      };
    },
};

const seek: Verb = define(
  { name: 'seek', usage: '1:30|90|+15|-15', summary: 'goes to a position, or forward or back by seconds' },
  (word, verb) => {
    const match = /^([+-]?)(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d{1,3})?)$/.exec(word ?? '');
    if (match === null) throw refuseVerb(verb, 'give a position such as 1:30, or seconds such as +15');
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
    const ms = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
    const params = sign === '' ? { positionMs: ms } : { offsetMs: sign === '-' ? -ms : ms };
    return act(client => client.call('player.seek', params));
  },
);

const volume: Verb = define(
  { name: 'volume', usage: '[0…100|+5|-5]', summary: 'sets, changes or shows the volume' },
  (word, verb) => {
    if (word === null) {
      return ({ client }) => {
        const { volume: level = 0, muted = false } = client.state ?? {};
        return { json: { volume: level, muted }, text: String(level) };
      };
    }
    const match = /^([+-]?)(\d{1,3})%?$/.exec(word);
    const number = Number(match?.[2] ?? '101');
    if (match === null || number > 100) throw refuseVerb(verb, `${JSON.stringify(word)} is not a volume`);
    const params = match[1] === '' ? { volume: number } : { offset: match[1] === '-' ? -number : number };
    return async ({ client }) => {
      const { volume: before = 0 } = client.state ?? {};
      const done = await client.call('player.setVolume', params);
      const wanted = 'volume' in params ? params.volume : before + params.offset;
      return toDone(client, done, findLimit(client, wanted));
    };
  },
);

/** What the volume was lowered to; null: it was not. */
function findLimit({ state, opened }: ControlClient, wanted: number): string | null {
  if (state === null || Math.min(wanted, LOUDEST) <= state.volume) return null;
  if (state.volume === opened?.volumeMax) return 'your limit';
  return state.volume === state.volumeMax ? 'the limit of this speaker' : null;
}

const mute: Verb = define(
  {
    ...{ name: 'mute', usage: '[on|off]', words: ['on', 'off'] },
    summary: 'mutes or unmutes; without a word, toggles',
  },
  (word, verb) => {
    if (word !== null && word !== 'on' && word !== 'off') throw refuseVerb(verb, 'choose on or off');
    return act(client => {
      const muted = word === null ? client.state?.muted !== true : word === 'on';
      return client.call('player.setMuted', { muted });
    });
  },
);

const THUMBS = { up: 'UP', down: 'DOWN', none: null } as const;

const thumb: Verb = define(
  {
    ...{ name: 'thumb', usage: 'up|down|none', words: Object.keys(THUMBS) },
    summary: 'gives a thumb to what is playing, or removes it',
  },
  (word, verb) => {
    if (word !== 'up' && word !== 'down' && word !== 'none')
      throw refuseVerb(verb, 'choose up, down or none');
    return act(client => client.call('feedback.set', { value: THUMBS[word] }));
  },
);

export const PLAYER_VERBS: readonly Verb[] = [
  status,
  play,
  plain('pause', 'pauses', client => client.call('player.pause', {})),
  plain('toggle', 'pauses or plays', client => client.call('player.playPause', {})),
  plain('stop', 'stops', client => client.call('player.stop', {})),
  plain('next', 'skips to the next item', client => client.call('player.next', {})),
  plain('previous', 'goes back to the previous item', client => client.call('player.previous', {})),
  plain('replay', 'plays the item from the beginning', client => client.call('player.replay', {})),
  seek,
  volume,
  mute,
  thumb,
];
