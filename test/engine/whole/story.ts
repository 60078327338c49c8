import fc from 'fast-check';
import { ITEM_MS } from './account.js';
import type { Outcome } from './calls.js';
import { type Act, command, DAY, NIGHT } from './day.js';
import type { World } from './world.js';

/** Until what sounds is over, or a little before or after; never longer than an item. */
type Wait = { readonly ms: number } | { readonly endAndMs: number };
export type Step = Act | Wait;

export interface Story {
  /** The service gives addresses by `current` alone. */
  readonly isPlain: boolean;
  readonly steps: readonly Step[];
}

/** A source of whoever is signed in. */
const playSource = (type: string): Act => [
  `play ${type}`,
  world => world.ask({ type: 'play', sourceId: type.replace('*', world.service.account.place.listener) }),
];
const COMMANDS: readonly Act[] = [
  command('play', { type: 'play' }),
  playSource('ST:*1'),
  playSource('ST:*2'),
  playSource('AL:*1'),
  playSource('SF:*1'),
  playSource('PE:*1'),
  command('pause', { type: 'pause' }),
  command('playPause', { type: 'playPause' }),
  command('stop', { type: 'stop' }),
  command('next', { type: 'next' }),
  command('next', { type: 'next' }),
  // Of one client more than may wait, of all of them not.
  ...['phone', 'others'].map(
    (who): Act => [
      `next 25 times by ${who}`,
      world => {
        for (let count = 0; count < 25; count += 1)
          world.ask({ type: 'next' }, who === 'phone' ? undefined : `${who} ${count % 5}`);
      },
    ],
  ),
  command('replay', { type: 'replay' }),
  command('previous', { type: 'previous' }),
  command('thumb up', { type: 'setFeedback', value: 'UP' }),
  command('thumb down', { type: 'setFeedback', value: 'DOWN' }),
  command('seek 5000', { type: 'seek', positionMs: 5_000 }),
  command('seek to the end', { type: 'seek', positionMs: 19_500 }),
  command('seek back', { type: 'seek', offsetMs: -15_000 }),
  command('mute', { type: 'setMuted', muted: true }),
  command('unmute', { type: 'setMuted', muted: false }),
  command('volume 0', { type: 'setVolume', volume: 0 }),
  command('volume 50', { type: 'setVolume', volume: 50 }),
  ...DAY,
];

const OUTCOMES: readonly Outcome[] = [
  'ok',
  'lost',
  'dropped',
  'refused',
  'broken',
  'slow',
  'late',
  'hung',
  'without address',
  'contradicting',
];
const OF_ENDS: readonly Outcome[] = [...OUTCOMES, 'unmoved', 'limit'];
const OF_PEEKS: readonly Outcome[] = ['without address', 'contradicting', 'contradicting', 'slow', 'lost'];
const next = (
  kind: string,
  of: 'outcomes' | 'ofEnds' | 'ofLooks' | 'ofPeeks',
  all: readonly Outcome[],
): Act[] => all.map(name => [`next ${kind} ${name}`, ({ service }) => void service.calls[of].push(name)]);
const FAULTS: readonly Act[] = [
  ...next('answer', 'outcomes', OUTCOMES),
  ...next('end', 'ofEnds', OF_ENDS),
  ...next('look', 'ofLooks', OUTCOMES),
  ...next('peek', 'ofPeeks', OF_PEEKS),
];

const other = ({ service }: World): string => (service.account.place.listener === 'A' ? 'B' : 'A');
/** Where the data that the player has in hand end. */
const ahead = (sound: World['player']['sound']): World['player']['sound'] =>
  sound === null ? null : { ...sound, positionMs: sound.positionMs + 2_500 };
const TROUBLES: readonly Act[] = [
  ['service down', ({ service }) => void (service.calls.isDown = true)],
  ['service up', ({ service }) => void (service.calls.isDown = false)],
  ['stream taken over', ({ service }) => void (service.account.isTakenOver = true)],
  [
    'nobody listens',
    ({ service }) => void Object.assign(service.account, { isTakenOver: true, isIdle: true }),
  ],
  ['source forgotten', ({ service }) => service.account.forget()],
  ['player dies', ({ player }) => player.die()],
  ['agent killed', world => world.kill()],
  ['starved', ({ player }) => player.starve(true)],
  ['flowing', ({ player }) => player.starve(false)],
  ['addresses lapse', ({ host, service }) => host.lapse(service.serial)],
  ['stream cut', ({ host, player }) => host.cut(player.sound)],
  ['stream cut ahead', ({ host, player }) => host.cut(ahead(player.sound))],
  ['device gone', world => void (world.host.isDeviceGone = true)],
  ['device back', world => void (world.host.isDeviceGone = false)],
  ['output mixes', ({ player }) => player.mix(true)],
  ['output is bare', ({ player }) => player.mix(false)],
  ['clock set', world => world.setClock(5_000)],
  ['power returns without a clock', world => world.cutPower()],
  ['clock is found', world => world.findClock()],
  ['link up', world => world.dispatch({ type: 'network.linkUp' })],
  ['pairing ended', world => world.signOut('service')],
  ['signed out', world => world.signOut('listener')],
  ['A signs in', world => world.signIn('A')],
  ['B signs in', world => world.signIn('B')],
  [
    'another listener at once',
    world => {
      world.signOut('listener');
      world.signIn(other(world));
    },
  ],
  ['another listener takes over', world => world.takeOver(other(world))],
];

const toMs = (ticks: number): Wait => ({ ms: ticks * 50 });
const waits: fc.Arbitrary<Wait> = fc.oneof(
  fc.integer({ min: 0, max: 6 }).map(toMs),
  fc.integer({ min: 6, max: 60 }).map(toMs),
  fc.integer({ min: 340, max: 460 }).map(toMs),
  fc.integer({ min: -20, max: 10 }).map((ticks): Wait => ({ endAndMs: ticks * 50 })),
);
const isWait = (step: Step): step is Wait => !Array.isArray(step);
const tellStep = (step: Step): string => {
  if (!isWait(step)) return step[0];
  return 'ms' in step ? `wait ${step.ms}` : `wait for the end and ${step.endAndMs}`;
};

const PLAIN = 'plain service';

/** As a failing run prints it. */
function shown(story: Story): Story {
  return Object.assign(story, { [fc.toStringMethod]: () => tellStory(story) });
}

function tellStory({ isPlain, steps }: Story): string {
  return [...(isPlain ? [PLAIN] : []), ...steps.map(tellStep)].join(', ');
}

const FEW = { maxLength: 2 };
const single = fc.oneof(
  { arbitrary: waits, weight: 3 },
  { arbitrary: fc.constantFrom(...COMMANDS), weight: 4 },
  { arbitrary: fc.constantFrom(...FAULTS), weight: 3 },
  { arbitrary: fc.constantFrom(...TROUBLES), weight: 2 },
  { arbitrary: fc.constantFrom(...NIGHT), weight: 1 },
);
/** What lies between two items is short: seldom hit by chance, and where most goes wrong. */
const gap = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...FAULTS), fc.constantFrom(...TROUBLES)), FEW),
    fc.integer({ min: -24, max: 24 }),
    fc.array(fc.oneof(waits, fc.constantFrom(...COMMANDS), fc.constantFrom(...TROUBLES)), FEW),
  )
  .map(([before, ticks, after]): Step[] => [{ ms: 2_000 }, ...before, { endAndMs: ticks * 50 }, ...after]);

/** Anything, in any order. */
export const stories: fc.Arbitrary<Story> = fc
  .record({
    isPlain: fc.constantFrom(false, false, true),
    steps: fc
      .array(fc.oneof({ arbitrary: single.map(step => [step]), weight: 5 }, { arbitrary: gap, weight: 1 }), {
        maxLength: 30,
        size: 'medium',
      })
      .map(all => all.flat()),
  })
  .map(shown);

const ALL = [...COMMANDS, ...NIGHT, ...FAULTS, ...TROUBLES];

function toStep(name: string): Step {
  const [, end, ms] = /^wait (for the end and )?(-?\d+)$/.exec(name) ?? [];
  if (ms !== undefined) return end === undefined ? { ms: Number(ms) } : { endAndMs: Number(ms) };
  const found = ALL.find(([other]) => other === name);
  if (found === undefined) throw new Error(`No step is called ${name}.`);
  return found;
}

/** A story as `tellStory` tells it. */
export function toStory(told: string): Story {
  const names = told.split(', ');
  const isPlain = names[0] === PLAIN;
  return shown({ isPlain, steps: names.slice(isPlain ? 1 : 0).map(toStep) });
}

/** What was wrong once, and what chance may leave out. */
export const EXAMPLES: readonly Story[] = [
  'plain service, wait 2000, wait for the end and 100, next',
  'plain service, wait 2000, wait for the end and 100, agent killed, replay',
  'wait 2000, next end slow, wait for the end and 100',
  'wait 2000, next end hung, wait for the end and 100, another listener at once',
  'wait 2000, next end lost, next look hung, wait for the end and 100, another listener takes over',
  'wait 2000, next end late, wait for the end and -500, next',
  'wait 2000, stream cut, wait 8000',
  'wait 2000, sleep after the item, stream cut ahead, wait 25000, play',
  'wait 2000, sleep after the item, wait for the end and 100, agent killed, wait 25000',
  'wait 2000, sleep soon, player dies, wait 8000, play, next',
  'wait 2000, announce bell, wait 500, next, wait 3000, pause, announce voice, wait 500, play, wait 3000',
  'wait 2000, announce bell, announce voice, player dies, wait 1000, cancel bell, wait 5000, next',
  'wait 2000, alarm of a station, wait 8000, dismiss, wait 2000, play',
  'alarm of a station, sleep soon, wait 25000',
  'volume 50, the night comes, wait 15000, player dies, wait 3000, agent killed, volume 50, wait 3000, the morning comes, wait 5000',
  'alarm of a station, wait 4000, sleep soon, wait 25000, play',
  'wait 2000, stream taken over, wait 25000, alarm of what played, wait 8000',
  'sleep after the item, wait 2000, wait for the end and -50, stream cut ahead, wait 3000',
  'wait 2000, pause, service down, alarm of what played, wait 23000, service up, wait 3000, snooze, wait 5000',
  'wait 2000, pause, alarm of a station, wait 1500, player dies, wait 3000, agent killed, wait 5000, dismiss',
  'wait 2000, stop, service down, alarm of a station, wait 20000, device gone, wait 3000, device back, wait 4000',
  'wait 2000, pause, announce sermon, announce sermon again, announce bell, alarm of a station, wait 40000, dismiss, wait 20000',
  'wait 2000, announce sermon, alarm of what played, wait 4000, announce sermon again, wait 15000, snooze, wait 20000, play',
  'play AL:*1, wait 2000, wait for the end and 0, wait for the end and 0, wait 22650, wait 2000, wait for the end and 0, alarm of a station',
  'wait 2000, pause, wait 2000, stream taken over, next, wait 3000, alarm of a station, wait 8000',
  'wait 2000, stream taken over, wait 25000, agent killed, alarm of a station, wait 8000',
  'output mixes, wait 2000, announce bell, wait 500, player dies, wait 4000, announce sermon, output is bare, wait 15000',
  'key quieter, store a station as preset 1, wait 2000, alarm of preset 1, key louder, wait 5000, key mute, dismiss',
  'wait 2000, next end unmoved, wait for the end and -700, stream taken over, wait 4000, play, wait 20000',
  'another listener at once, stream taken over, wait 19950, alarm of a station',
  'stream taken over, wait 22000, signed out, wait 20000, alarm of a station',
  'next end unmoved, wait 2000, wait for the end and 0, next end slow, play ST:*2, wait 19350',
  'nobody listens, wait 25000, alarm of every day, wait 8000, dismiss, wait 2000, play',
  'wait 2000, alarm of the other weekdays, wait 5000, alarm of weekends, wait 5000, the morning comes, wait 5000',
  'alarm of this weekday, power returns without a clock, wait 5000, alarm of every day, clock is found, wait 65000',
  'output mixes, announce sermon again, wait 2000, service down, alarm of a station, wait 25000',
  'wait 17000, next 25 times by others, wait 2000, another listener takes over, wait for the end and 0, agent killed',
  'the night comes, wait 2050, agent killed, wait for the end and 0, play SF:*1, wait 2000, wait for the end and 0, agent killed',
  'alarm of what played, wait 20000, pairing ended, wait 2000, starved, wait 20000',
  'wait for the end and -400, announce bell, wait 5000, agent killed, wait 2000, announce voice, wait 4000',
  'wait 2000, stream cut ahead, wait 8000',
  'wait 2000, stream cut ahead, wait 1500, stream cut ahead, wait 8000',
  'wait 2000, stream cut ahead, player dies, wait 8000',
  'wait 2000, next end hung, next look hung, next look hung, next, replay, wait 9000, next answer late, wait 4000',
  'wait 2000, next end hung, wait for the end and 1000, agent killed',
  'wait 2000, wait for the end and 0, stream taken over, wait 2000, wait for the end and 0, agent killed, next',
  'wait 2000, wait for the end and 0, stream taken over, wait 2000, wait for the end and 0, agent killed, wait 2000, wait for the end and 0, next',
  'wait 2000, wait for the end and 0, stream taken over, wait 2000, source forgotten, wait for the end and 0, agent killed, next',
  'wait 2000, wait for the end and 0, pause, stream taken over, thumb up, wait 2000, source forgotten, wait for the end and 0, agent killed, next',
  'wait 2000, stream taken over, wait for the end and 0, agent killed, play SF:*1, wait 2000, wait for the end and 0, source forgotten',
  'wait 2000, play PE:*1, wait for the end and 100',
  'wait 2000, wait for the end and -150, play PE:*1',
  'plain service, next end unmoved, wait 17000, next, play PE:*1, seek to the end, wait 2000, agent killed, wait for the end and 0',
  'plain service, play PE:*1, wait 2000, service down, wait for the end and 2000, pairing ended',
  'wait 2000, device gone, wait for the end and 100, wait 3000, device back',
  'next peek contradicting, wait 2000, wait for the end and 2000',
  'wait 2000, next end unmoved, wait for the end and 300, agent killed',
  'plain service, wait 1350, source forgotten, wait for the end and 150, next, wait 22550',
  'wait 2000, wait for the end and -1000, next answer hung, stop, wait 300, playPause',
  'wait 21300, wait for the end and 50, agent killed, next',
  'next peek without address, next peek without address, wait 6000, next end unmoved, wait for the end and 300, agent killed',
  'pause, playPause, wait 22950, stop, next',
  'plain service, play PE:*1, wait 250, pause, agent killed',
  'next answer broken, play SF:*1, wait 20300, pairing ended',
  'wait 2000, service down, wait for the end and 0, wait 300, agent killed, stop, wait 300, next',
  'next peek contradicting, wait 2000, next end late, wait for the end and 350, pairing ended, stream taken over',
  'plain service, wait 2000, wait for the end and -50, starved, wait 17000',
  'wait 2000, next peek slow, wait 6000, next',
  'play AL:*1, wait 2000, next 25 times by others',
  'plain service, play AL:*1, wait 2000, next answer slow, next 25 times by phone, wait 5000, next 25 times by others',
].map(toStory);

export async function enact(world: World, { isPlain, steps }: Story): Promise<void> {
  world.service.calls.isPlain = isPlain;
  for (const step of steps) {
    if (!isWait(step)) step[1](world);
    else if ('ms' in step) await world.run(step.ms);
    else {
      const positionMs = world.player.sound?.positionMs ?? ITEM_MS;
      await world.run(Math.max(0, ITEM_MS - positionMs + step.endAndMs));
    }
  }
}
