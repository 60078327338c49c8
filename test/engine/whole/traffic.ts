import type { Abilities } from '../../../src/core/abilities.js';
import type { PublicState } from '../../../src/core/public-state.js';
import type { EngineModule } from './engine-module.js';
import { heal } from './heal.js';
import { enact, type Story } from './story.js';
import { createWorld } from './world.js';

export const CHANNELS = ['crash', 'service', 'player', 'answer', 'state'] as const;
type Channel = (typeof CHANNELS)[number];

/** Something that passed between an engine and the outside. */
export interface Passage {
  readonly atMs: number;
  readonly channel: Channel;
  /** The call, the command, or `shows` of the public state. */
  readonly what: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** So long both are heard of after all is well again: an item's end, and into the next. */
const AFTERWARDS_MS = 30_000;

/** All that passes while an engine lives through the story; chance has one face, however often it is asked. */
export async function recordTraffic<State, Restored>(
  module: EngineModule<State, Restored>,
  { abilities, story }: { readonly abilities: Abilities; readonly story: Story },
): Promise<readonly Passage[]> {
  const traffic: Passage[] = [];
  let shown = '';
  const world = createWorld({
    module,
    abilities,
    random: () => 0.5,
    isJudged: false,
    tap(nowMs) {
      const note = (channel: Channel, what: string, details: Passage['details']) =>
        void traffic.push({ atMs: nowMs(), channel, what, details });
      return {
        player: port => listenIn(port, (what, first) => note('player', what, toDetails(first))),
        service: port => listenIn(port, (what, first) => note('service', what, toDetails(first))),
        answered: ({ type }, refusal) => note('answer', type, { refusal }),
        ticked(known) {
          const details = withoutTimes(known);
          if (JSON.stringify(details) === shown) return;
          shown = JSON.stringify(details);
          note('state', 'shows', details);
        },
      };
    },
  });
  try {
    await enact(world, story);
    await heal(world);
    await world.run(AFTERWARDS_MS);
  } catch (crash) {
    traffic.push({ atMs: world.nowMs, channel: 'crash', what: String(crash), details: {} });
  } finally {
    world.end();
  }
  return traffic;
}

/** Tells of each call of a port, before it is made. */
function listenIn<Port extends object>(port: Port, hear: (what: string, first: unknown) => void): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        hear(String(name), args[0]);
        return Reflect.apply(member, target, args);
      };
    },
  });
}

/** The arguments of a call, but for the signal; numbers of loads, which only have to rise, stay out. */
function toDetails(first: unknown): Passage['details'] {
  if (typeof first === 'function') return {};
  if (typeof first !== 'object' || first === null) return first === undefined ? {} : { value: first };
  const details = Object.entries(first).filter(([name]) => name !== 'signal' && name !== 'loadId');
  return Object.fromEntries(details);
}

function withoutTimes({ position, ...known }: PublicState): Passage['details'] {
  return { ...known, rate: position.rate };
}
