import { backoff } from '../vocabulary/backoff.js';
import { isSpokenAlone } from '../facts/announcements.js';
import { isFresh } from '../facts/entry.js';
import { appendable, heldOfCurrent, isHandingOver } from '../facts/read.js';
import { isToneWanted, TONE } from '../facts/ring.js';
import { troubleName } from '../facts/troubles.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';
import type { SilenceReason } from '../../contract/public-state.js';
import { type Row, fitting } from './row.js';
import type { Deadline } from '../vocabulary/timer.js';

/** What the player should hold, and why nothing is heard (`silence` null: sound is heard). */
export interface SoundWant {
  readonly hold: Entry | null;
  readonly run: boolean;
  readonly behind: Entry | null;
  /** Whether the sound device may be kept open. */
  readonly device: boolean;
  readonly silence: SilenceReason | null;
  readonly deadline: Deadline | null;
}

/** Silence this long, without an end or a fault reported, counts as a fault. */
const STALL_MS = 15_000;
/** An item that is being opened may be read whole before it sounds. mpv itself gives up when no data come. */
const OPENING_MS = 600_000;
/** How long the next entry may take to start by itself before clients are told that it is loading. */
const HANDOVER_MS = 250;

/** Silence until a listener or the service acts. */
function silent(silence: SilenceReason): SoundWant {
  return { hold: null, run: false, behind: null, device: false, silence, deadline: null };
}

/** Silence that is expected to pass by itself. */
function awaiting(state: State, deadline: Deadline | null = null): SoundWant {
  return { ...silent(troubleName(state)), device: true, deadline };
}

function holding(state: State, want: Partial<SoundWant>): SoundWant {
  const { current } = state.playlist;
  const behind = appendable(state);
  return { hold: current, run: true, behind, device: true, silence: null, deadline: null, ...want };
}

function stall(state: State, delayMs = STALL_MS): Deadline {
  const { held } = state.player;
  const { current } = state.playlist;
  const key = `${current?.id} ${current?.cue} ${held?.loadId} ${held?.is} ${current?.heardToMs}`;
  return { name: 'stall', key, delayMs, spreadMs: 0 };
}

const isOpening = (state: State): boolean => {
  const held = heldOfCurrent(state);
  const { current } = state.playlist;
  return held === null || held.is === 'opening' || (held.cue !== current?.cue && held.is === 'over');
};

/** In a pause nothing is loaded, and a load still opening for another position is dropped. */
const isKeptInPause = (state: State): boolean => {
  const held = heldOfCurrent(state);
  return held !== null && (held.is !== 'opening' || held.cue === state.playlist.current?.cue);
};

/** Silence from which the entry goes on. */
function resting(state: State, want: Pick<SoundWant, 'device' | 'silence'> & Partial<SoundWant>): SoundWant {
  const kept = isKeptInPause(state) ? {} : { hold: null, behind: null };
  return holding(state, { ...kept, run: false, ...want });
}

/** An entry that sounds keeps its address, whatever its age; one to be loaded or resumed needs a fresh one. */
const hasLapsed = (state: State): boolean => {
  const { current } = state.playlist;
  const isGoing = heldOfCurrent(state) !== null && state.player.isRunning;
  return current !== null && !isGoing && !isFresh(current, state.now);
};

/** What is wanted of the music while the tone of an alarm sounds. */
const ofMusic = (state: State): SoundWant => fitting(SOUND.slice(1), state).want(state);

export const SOUND: readonly Row<SoundWant>[] = [
  {
    name: 'the alarm has no music yet',
    when: state => isToneWanted(state) && !isSpokenAlone(state) && ofMusic(state).hold === null,
    want: state => ({ ...ofMusic(state), hold: TONE, run: true, device: true }),
  },
  {
    name: 'not paired',
    when: ({ pairing }) => pairing.is === 'unpaired',
    want: () => silent('notPaired'),
  },
  {
    name: 'the stream was taken over',
    when: ({ intent }) => intent.stopped === 'takenOver' || intent.stopped === 'idleTimeout',
    want: ({ intent }) => silent(intent.stopped ?? 'stopped'),
  },
  {
    name: 'the source has ended',
    when: ({ intent }) => intent.stopped === 'sourceEnded' || intent.stopped === 'notSupported',
    want: ({ intent }) => silent(intent.stopped ?? 'stopped'),
  },
  {
    name: 'no source',
    when: ({ setting }) => setting.source === null,
    want: () => silent('noSource'),
  },
  {
    name: 'paused',
    when: ({ intent }) => intent.wish === 'paused',
    want: state => {
      const isKept = isKeptInPause(state);
      const releaseMs = state.settings.releaseS * 1000;
      const deadline: Deadline = { name: 'release', key: 'paused', delayMs: releaseMs, spreadMs: 0 };
      return resting(state, {
        device: !state.intent.isLetGo && !isSpokenAlone(state),
        silence: 'paused',
        deadline: isKept && releaseMs > 0 ? deadline : null,
      });
    },
  },
  {
    name: 'stopped',
    when: ({ intent }) => intent.wish === 'stopped' && intent.stopped === null,
    want: () => silent('stopped'),
  },
  {
    name: 'the player is down',
    when: ({ player }) => !player.alive,
    want: () => silent('playerUnavailable'),
  },
  {
    name: 'an announcement has the output',
    when: isSpokenAlone,
    want: state => {
      const isDeviceAway = state.troubles.sound?.fault === 'device';
      return resting(state, {
        device: false,
        silence: isDeviceAway ? 'audioDeviceUnavailable' : 'announcement',
      });
    },
  },
  {
    name: 'given up',
    when: ({ intent }) => intent.stopped === 'serviceError',
    want: () => silent('serviceError'),
  },
  {
    name: 'nothing known to play',
    when: ({ playlist }) => playlist.current === null,
    want: state => awaiting(state),
  },
  {
    name: 'between two items',
    when: isHandingOver,
    want: state => {
      const key = `${state.player.behind?.loadId}`;
      return holding(state, { deadline: { name: 'handover', key, delayMs: HANDOVER_MS, spreadMs: 0 } });
    },
  },
  {
    name: 'over, next item unknown',
    when: ({ playlist }) => playlist.current?.over === true,
    want: state => awaiting(state),
  },
  {
    name: 'waiting out a sound fault',
    when: ({ troubles }) => troubles.sound?.waited === false,
    want: state => {
      const { sound } = state.troubles;
      const { fault, attempt, hurried } = sound ?? { fault: 'address', attempt: 0, hurried: false };
      const wait = hurried ? { delayMs: 0, spreadMs: 5_000 } : backoff(fault, attempt, null);
      return awaiting(state, { name: 'soundRetry', key: `${fault} ${attempt} ${hurried}`, ...wait });
    },
  },
  {
    name: 'no valid address',
    when: hasLapsed,
    want: state => awaiting(state),
  },
  {
    name: 'opening',
    when: isOpening,
    want: state => holding(state, { silence: troubleName(state), deadline: stall(state, OPENING_MS) }),
  },
  {
    name: 'starved',
    when: state => ['starved', 'seeking'].includes(heldOfCurrent(state)?.is ?? ''),
    want: state => holding(state, { silence: troubleName(state), deadline: stall(state) }),
  },
  {
    name: 'sounding',
    when: () => true,
    want: state => holding(state, { deadline: stall(state) }),
  },
];

export function soundOf(state: State): Row<SoundWant> {
  return fitting(SOUND, state);
}
