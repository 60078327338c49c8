import type { OwnSession } from '../inner-ports.js';
import type { Meaning } from '../input-devices.js';
import type { Agent, Logger } from '../ports.js';

/** What a key says: let go, pressed, or still held. */
const KEY = { up: 0, down: 1, held: 2 } as const;

/** What is done on the keys and knobs of all devices. */
export interface Presses {
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
}

/** Percent: a press of a volume key; a click of a knob, or a key that is still held. */
const STEP = { press: 4, click: 2 };
/** Clicks and presses of volume keys that follow each other so soon are one change; none waits for longer in all. */
const GATHER = { ms: 40, longestMs: 500 };
/** How long a number key is held to store a preset (contract, section 7). */
const STORE_MS = 2_000;
const SLEEP_MS = 30 * 60_000;

type Call = readonly [method: string, params: object];
type Act = Exclude<Meaning, number | 'louder' | 'quieter'>;

/** What stops the music dismisses an alarm that rings; what makes it silent for a while snoozes it. */
const WHILE_RINGING: Partial<Readonly<Record<Act, Call>>> = {
  playPause: ['alarm.dismiss', {}],
  play: ['alarm.dismiss', {}],
  pause: ['alarm.dismiss', {}],
  stop: ['alarm.dismiss', {}],
  mute: ['alarm.snooze', {}],
  sleep: ['alarm.snooze', {}],
};

/** Turns presses into calls of the control API. */
export function createPresses({ agent, session, logger }: PressesOptions): Presses {
  /** Number keys that are held. */
  const holds = new Map<string, NodeJS.Timeout>();
  let refused: string | null = null;
  const volume = createGathering(offset => call(['player.setVolume', { offset }]));

  function call([method, params]: Call): void {
    void session.call(method, params).then(outcome => {
      const reason = 'error' in outcome ? outcome.error.message : null;
      if (reason !== null && reason !== refused)
        logger.info({ method, reason }, 'A button could not do what it means.');
      refused = reason;
    });
  }

  function act(meaning: Act): Call {
    const { alarm, muted, sleep } = agent.snapshot().state;
    const ring = alarm?.ringing === true ? WHILE_RINGING[meaning] : undefined;
    if (ring !== undefined) return ring;
    if (meaning === 'mute') return ['player.setMuted', { muted: !muted }];
    if (meaning === 'sleep') return ['timer.sleep', sleep === null ? { afterMs: SLEEP_MS } : {}];
    return [`player.${meaning}`, {}];
  }

  function hold(key: string, number: number): void {
    clearTimeout(holds.get(key));
    const store = (): void => {
      holds.delete(key);
      call(['preset.set', { number }]);
    };
    holds.set(key, setTimeout(store, STORE_MS));
  }

  function release(key: string): boolean {
    clearTimeout(holds.get(key));
    return holds.delete(key);
  }

  return {
    key(key, meaning, value) {
      if (meaning === 'louder' || meaning === 'quieter') {
        const step = value === KEY.down ? STEP.press : value === KEY.held ? STEP.click : 0;
        volume.add(meaning === 'louder' ? step : -step);
        return;
      }
      if (typeof meaning === 'number' && value === KEY.up && release(key)) {
        volume.give();
        call(['player.play', { preset: meaning }]);
      }
      if (value !== KEY.down) return;
      volume.give();
      if (typeof meaning === 'number') hold(key, meaning);
      else call(act(meaning));
    },
    turn: clicks => volume.add(clicks * STEP.click),
    letGo(device) {
      for (const key of [...holds.keys()].filter(each => each.startsWith(device))) release(key);
    },
    stop() {
      for (const key of [...holds.keys()]) release(key);
      volume.stop();
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
    add(offset: number) {
      if (offset === 0) return;
      sum += offset;
      if (waiting === null)
        waiting = {
          timer: setTimeout(giveNow, GATHER.ms),
          latest: setTimeout(giveNow, GATHER.longestMs),
        };
      else waiting.timer.refresh();
    },
    /** Gives at once what was gathered, because something else follows. */
    give: giveNow,
    stop,
  };
}
