import { FETCHING, type SilenceReason } from '../../../src/contract/public-state.js';
import type { Random } from '../../../src/sandbox/random.js';
import type { AudioTrouble } from '../stage/audio-answer.js';
import type { Fault } from './fault.js';

/** An address that fails thrice is told as the network's fault (contract, section 4, "State"). */
const EXPLAINED: readonly SilenceReason[] = [...FETCHING, 'offline'];
/** A host that answers, and refuses, is told as that. */
const REFUSED: readonly SilenceReason[] = [...EXPLAINED, 'serviceError'];

function audio(
  name: string,
  draw: (random: Random) => AudioTrouble,
  { lingersMs = 0, weight = 2, explains = EXPLAINED } = {},
): Fault {
  return {
    name,
    weight,
    lastsMs: [500, 12_000],
    explains,
    begin({ front }, random) {
      const { pace } = front.audio;
      const trouble = draw(random);
      front.audio = { ...trouble, ...(pace === undefined ? {} : { pace }) };
      return {
        end() {
          front.audio = { kind: 'none', ...(pace === undefined ? {} : { pace }) };
        },
        lingersMs,
        about: JSON.stringify(trouble),
      };
    },
  };
}

/** What becomes of the audio and its addresses. */
export const AUDIO_FAULTS: readonly Fault[] = [
  ...([403, 404, 410] as const).map(status =>
    audio(`audio ${status}`, () => ({ kind: 'status', status }), { explains: REFUSED }),
  ),
  audio('audio cut', random => ({ kind: 'cut', afterS: random.between(3, 60) / 10 }), { weight: 3 }),
  // A player gives a silent connection up after ten seconds, the agent after fifteen.
  audio('audio stalled', random => ({ kind: 'stall', afterS: random.between(3, 60) / 10 }), {
    weight: 3,
    lingersMs: 16_000,
  }),
  audio('audio cannot be decoded', () => ({ kind: 'rubbish' }), { weight: 1 }),
  {
    name: 'addresses lapsed',
    weight: 2,
    lastsMs: [0, 0],
    explains: EXPLAINED,
    begin({ sandbox, front }) {
      sandbox.expireAudioUrls();
      front.cutAudio();
      return { end: () => undefined, lingersMs: 2_000 };
    },
  },
];
