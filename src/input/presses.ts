import type { OwnSession } from '../contract/inner-ports.js';
import type { Meaning } from '../lib/input-devices.js';
import type { Agent, Logger } from '../contract/ports.js';
import type { Snapshot } from '../contract/protocol.js';
import { isQuiet } from '../lib/speech.js';

/** What a key says: let go, pressed, or still held. */
const KEY = { up: 0, down: 1, held: 2 } as const;

/** What is done on the keys and knobs of all devices. */
export interface InputPresses {
  /** `key`: the same for this key of this device. */
  key(key: string, meaning: Meaning, value: number): void;
  /** Notes clicks of a knob: above 0, louder. */
  turn(clicks: number): void;
  /** Notes that nobody holds the keys of this device any longer, whose names begin so. */
  letGo(device: string): void;
  stop(): void;
}

export interface PressesOptions {
  readonly agent: Pick<Agent, 'snapshot'>;
  readonly session: Pick<OwnSession, 'call'>;
  readonly logger: Logger;
  /** Whether a long press of play/pause has the speaker say a code, or what is wrong. */
  readonly speaks: boolean;
  /** Sounds what answers a press that cannot do what it means. */
  readonly refuse: () => void;
}

/** Percent: a press of a volume key; a click of a knob, or a key that is still held. */
const STEP = { press: 4, click: 2 };
/**
 * Clicks and presses of volume keys that follow each other so soon are one change; none waits for longer in all. A key that
 * is held repeats sooner than that, and is heard meanwhile.
 */
const GATHER = { ms: 40, longestMs: 500 };
/** How long a number key is held to store a preset (contract, section 7), and play/pause to hear a code. */
const LONG_MS = 2_000;
const SLEEP_MS = 30 * 60_000;

type PressCall = readonly [method: string, params: object];
type PressMeaning = Exclude<Meaning, number | 'louder' | 'quieter'>;

/** What stops the music dismisses an alarm that rings; what makes it silent for a while snoozes it. */
const WHILE_RINGING: Partial<Readonly<Record<PressMeaning, PressCall>>> = {
  playPause: ['alarm.dismiss', {}],
  play: ['alarm.dismiss', {}],
  pause: ['alarm.dismiss', {}],
  stop: ['alarm.dismiss', {}],
  mute: ['alarm.snooze', {}],
  sleep: ['alarm.snooze', {}],
};

/** Turns presses into calls of the control API. */
export function createPresses({ agent, session, logger, speaks, refuse }: PressesOptions): InputPresses {
  const holds = createHolds();
  let refused: string | null = null;
  const volume = createGathering(offset => call(['player.setVolume', { offset }]));

  function call([method, params]: PressCall): void {
    void session.call(method, params).then(outcome => {
      const reason = 'error' in outcome ? outcome.error.message : null;
      if (reason !== null && reason !== refused)
        logger.info({ method, reason }, 'A button could not do what it means.');
      refused = reason;
      if (reason !== null) refuse();
    });
  }

  const calling =
    (...made: PressCall) =>
    (): void =>
      call(made);

  const act = (meaning: PressMeaning): PressCall => toCall(meaning, agent.snapshot().state);

  function press(key: string, meaning: PressMeaning | number): void {
    if (typeof meaning === 'number')
      holds.hold(
        key,
        calling('player.play', { preset: meaning }),
        calling('preset.set', { number: meaning }),
      );
    else if (speaks && (meaning === 'playPause' || meaning === 'play')) pressPlay(key, meaning);
    else call(act(meaning));
  }

  /** What sounds pauses at once; only where nothing does it can wait to see how long the press is. */
  function pressPlay(key: string, meaning: PressMeaning): void {
    if (isQuiet(agent.snapshot().state))
      holds.hold(key, () => call(act(meaning)), calling('announcement.code', {}));
    else {
      call(act(meaning));
      holds.hold(key, () => undefined, refuse);
    }
  }

  return {
    key(key, meaning, value) {
      if (meaning === 'louder' || meaning === 'quieter') {
        const isHeld = value === KEY.held;
        const step = value === KEY.down ? STEP.press : isHeld ? STEP.click : 0;
        volume.add(meaning === 'louder' ? step : -step, !isHeld);
        return;
      }
      if (value === KEY.held) return;
      volume.give();
      if (value === KEY.down) press(key, meaning);
      else holds.release(key)?.();
    },
    turn: clicks => volume.add(clicks * STEP.click),
    letGo: device => holds.releaseAll(device),
    stop() {
      holds.releaseAll('');
      volume.stop();
    },
  };
}

function toCall(meaning: PressMeaning, { alarm, muted, sleep }: Snapshot['state']): PressCall {
  const ring = alarm?.ringing === true ? WHILE_RINGING[meaning] : undefined;
  if (ring !== undefined) return ring;
  if (meaning === 'mute') return ['player.setMuted', { muted: !muted }];
  if (meaning === 'sleep') return ['timer.sleep', sleep === null ? { afterMs: SLEEP_MS } : {}];
  return [`player.${meaning}`, {}];
}

/** Tells short presses of keys from long ones. */
function createHolds() {
  /** Each key that is held, with what it does if it is let go soon. */
  const holds = new Map<string, { readonly timer: NodeJS.Timeout; readonly short: () => void }>();

  /** Returns what it does now that it is let go; null: it was not held, or for long. */
  function release(key: string): (() => void) | null {
    const held = holds.get(key);
    clearTimeout(held?.timer);
    holds.delete(key);
    return held?.short ?? null;
  }

  return {
    release,
    hold(key: string, short: () => void, long: () => void): void {
      release(key);
      const timer = setTimeout(() => {
        holds.delete(key);
        long();
      }, LONG_MS);
      holds.set(key, { timer, short });
    },
    /** Lets go of the keys whose names begin so, which then do nothing. */
    releaseAll(start: string): void {
      for (const key of [...holds.keys()].filter(each => each.startsWith(start))) release(key);
    },
  };
}

/** Adds up what follows soon, and gives the sum: a turn of a knob is one change, soon after its last click. */
function createGathering(give: (sum: number) => void) {
  let sum = 0;
  let waiting: { readonly timer: NodeJS.Timeout; readonly latest: NodeJS.Timeout } | null = null;

  function stop(): void {
    clearTimeout(waiting?.timer);
    clearTimeout(waiting?.latest);
    waiting = null;
  }

  function giveNow(): void {
    stop();
    const given = Math.max(-100, Math.min(100, sum));
    sum = 0;
    if (given !== 0) give(given);
  }

  return {
    /** `isOpen`: what follows soon belongs to it. */
    add(offset: number, isOpen = true) {
      if (offset === 0) return;
      sum += offset;
      if (waiting === null)
        waiting = {
          timer: setTimeout(giveNow, GATHER.ms),
          latest: setTimeout(giveNow, GATHER.longestMs),
        };
      else if (isOpen) waiting.timer.refresh();
    },
    /** Gives at once what was gathered, because something else follows. */
    give: giveNow,
    stop,
  };
}
