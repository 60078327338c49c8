import { setTimeout as sleep } from 'node:timers/promises';
import { FETCHING, type SilenceReason } from '../../../src/contract/public-state.js';
import type { Random } from '../../../src/sandbox/random.js';
import { type Event, KEY, press, REL, REPORT } from '../../rigs/input/keys.js';
import type { Cause } from '../stage/phone-line.js';
import type { Testbed } from '../stage/testbed.js';
import { type Fault, STRUCK } from './fault.js';

const CODES = { playPause: 164, next: 163, previous: 165, mute: 113, sleep: 142, louder: 115 };
const STORED_MS = 2_500;
/** The contract's ten seconds, and what a busy machine adds. */
const OBEYED_MS = 12_000;
const SEEN_MS = 2_000;
const LOOK_MS = 20;

interface Stroke {
  readonly events: readonly Event[];
  /** What it does unless an alarm rings. */
  readonly method: string;
  readonly params?: unknown;
  /** It changes what phones see, whatever else goes on. */
  readonly isSure?: boolean;
}

/** The tones that answer a refused press are an announcement. */
const isOfKey = ({ client, method }: Cause): boolean => client === 'Buttons' && method !== 'player.announce';

/** Presses, and waits until phones are told what it did. */
async function hit(testbed: Testbed, { events, method, params = {}, isSure = false }: Stroke): Promise<void> {
  const { phone, unit, keyboard } = testbed;
  const { agent } = unit;
  const { connections } = phone;
  const before = phone.causes.length;
  if (!keyboard.write(...events)) return;
  const act = testbed.happened(method, params);
  const untilMs = performance.now() + (isSure ? OBEYED_MS : SEEN_MS);
  const isSame = (): boolean =>
    unit.agent === agent && phone.connections === connections && phone.state !== null;
  while (isSame() && performance.now() < untilMs) {
    const cause = phone.causes.slice(before).find(isOfKey);
    if (cause !== undefined) {
      act.done('ok', cause.method);
      return;
    }
    await sleep(LOOK_MS);
  }
  act.done('late');
  if (isSame() && isSure) testbed.breach(`a key was not obeyed: ${method}`);
}

const playPause = (): Stroke => ({
  events: press(CODES.playPause),
  method: 'player.playPause',
  isSure: true,
});
const next = (): Stroke => ({ events: press(CODES.next), method: 'player.next' });
const mute = ({ phone }: Testbed): Stroke => ({
  events: press(CODES.mute),
  method: 'player.setMuted',
  params: { muted: phone.state?.muted !== true },
  isSure: true,
});

function key(
  name: string,
  perform: (testbed: Testbed, random: Random) => Promise<unknown>,
  explains: readonly SilenceReason[] = FETCHING,
): Fault {
  return {
    name: `key: ${name}`,
    weight: 2,
    lastsMs: [0, 0],
    explains,
    async begin(testbed, random) {
      await perform(testbed, random);
      return STRUCK;
    },
  };
}

/** As many clicks as lead there, at two percent each. Even lowered for an announcement, the code can still be read. */
function turn(testbed: Testbed, to: number): Promise<void> {
  const clicks = Math.round((to - (testbed.phone.state?.volume ?? to)) / 2);
  const events = Array.from({ length: Math.abs(clicks) }, (): readonly Event[] => [
    [REL, 0, Math.sign(clicks)],
    REPORT,
  ]);
  return hit(testbed, { events: events.flat(), method: 'player.setVolume' });
}

async function storeAndPlay(testbed: Testbed, number: number): Promise<void> {
  const code = number + 1;
  testbed.keyboard.write([KEY, code, 1], REPORT);
  await sleep(STORED_MS);
  const play = { method: 'player.play', params: { preset: number } };
  // An agent that was stopped meanwhile takes it for a short press.
  await hit(testbed, { events: [[KEY, code, 0], REPORT, ...press(code)], ...play });
}

/** So fast that nobody can tell which of them did what. */
function hitMany(testbed: Testbed, strokes: readonly Stroke[]): void {
  for (const { events, method, params } of strokes)
    if (testbed.keyboard.write(...events)) testbed.happened(method, params).done('late');
}

function hold(testbed: Testbed, repeats: number): Promise<void> {
  const [down, repeat, up] = [1, 2, 0].map((value): readonly Event[] => [[KEY, CODES.louder, value], REPORT]);
  const repeated = Array.from({ length: repeats }, () => repeat ?? []).flat();
  return hit(testbed, { events: [...(down ?? []), ...repeated, ...(up ?? [])], method: 'player.setVolume' });
}

function sleeps(testbed: Testbed, params: object): Promise<void> {
  return hit(testbed, { events: press(CODES.sleep), method: 'timer.sleep', params });
}

/** What a hand does on the speaker's keys and knob: no fault, but it comes at any moment. */
export const KEYS: readonly Fault[] = [
  key(
    'play/pause',
    async (testbed, random) => {
      await hit(testbed, playPause());
      await sleep(random.between(200, 6_000));
      if (testbed.phone.state?.playbackStatus !== 'playing') await hit(testbed, playPause());
    },
    ['paused', ...FETCHING],
  ),
  key('next', testbed => hit(testbed, next())),
  key('previous', testbed => hit(testbed, { events: press(CODES.previous), method: 'player.previous' })),
  key(
    'mute',
    async (testbed, random) => {
      await hit(testbed, mute(testbed));
      await sleep(random.between(200, 5_000));
      if (testbed.phone.state?.muted === true) await hit(testbed, mute(testbed));
    },
    ['muted'],
  ),
  key('knob', (testbed, random) => turn(testbed, random.between(60, 100)), []),
  key('held', (testbed, random) => hold(testbed, random.between(1, 8)), []),
  key('preset', (testbed, random) => storeAndPlay(testbed, random.between(1, 9))),
  key(
    'sleep',
    async (testbed, random) => {
      await sleeps(testbed, { afterMs: 30 * 60_000 });
      await sleep(random.between(200, 4_000));
      if (testbed.phone.state?.sleep !== null) await sleeps(testbed, {});
    },
    [],
  ),
  key(
    'many at once',
    async (testbed, random) => {
      const kinds = [next(), playPause(), mute(testbed)];
      hitMany(
        testbed,
        Array.from({ length: random.between(3, 8) }, () => random.pick(kinds)),
      );
      await sleep(SEEN_MS);
      if (testbed.phone.state?.muted === true) await hit(testbed, mute(testbed));
      if (testbed.phone.state?.playbackStatus !== 'playing') await hit(testbed, playPause());
    },
    ['paused', 'muted', ...FETCHING],
  ),
];
