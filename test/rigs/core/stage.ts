import type { Agenda } from '../../../src/core/model/agenda.js';
import { type Abilities, CORE_ABILITIES } from '../../../src/core/vocabulary/abilities.js';
import type { Command } from '../../../src/contract/command.js';
import type { Effect } from '../../../src/core/reconcile/effect.js';
import type { Event } from '../../../src/core/vocabulary/event.js';
import type { ServiceFailure } from '../../../src/core/vocabulary/failure.js';
import type { Item, Source } from '../../../src/core/vocabulary/item.js';
import { toPublicState } from '../../../src/core/projections.js';
import type { PublicState } from '../../../src/contract/public-state.js';
import { inLane } from '../../../src/core/facts/read.js';
import type { Lane } from '../../../src/core/model/ledger.js';
import { createState } from '../../../src/core/facts/state.js';
import type { Restored, Settings, State } from '../../../src/core/model/state.js';
import { placeOf } from '../../../src/core/tables/place.js';
import { soundOf } from '../../../src/core/tables/sound.js';
import { transition } from '../../../src/core/transition.js';
import type { Decision } from '../../../src/contract/ports.js';

export const STATION: Source = { id: 'ST:1', type: 'ST', name: 'One' };
export const EPOCH_OFFSET_MS = 1_000_000;
export const LISTENER = { client: 'phone', method: 'test' };

/** An item of three minutes that allows what an ordinary track allows. */
export function createItem(index: number | null, changes: Partial<Item> = {}): Item {
  return {
    typename: 'TrackItem',
    kind: 'track',
    index,
    trackToken: `token-${index}`,
    trackId: `TR:${index}`,
    audioUrl: `http://audio.test/${index}`,
    title: `Title ${index}`,
    artist: null,
    album: null,
    podcast: null,
    artUrl: null,
    durationMs: 180_000,
    progressFrequencyS: 30,
    feedback: null,
    interactions: ['SKIP', 'REPLAY', 'SEEK'],
    gainDb: null,
    errorHeader: null,
    errorDescription: null,
    ...changes,
  };
}

export const TAKEN_OVER = createItem(null, {
  typename: 'SimStreamViolationItem',
  kind: 'message',
  audioUrl: null,
  interactions: ['FORCE_ACTIVE'],
  errorHeader: 'Elsewhere',
  errorDescription: 'Another device plays.',
});

export function createFailure(changes: Partial<ServiceFailure> = {}): ServiceFailure {
  return {
    code: 'offline',
    message: 'No answer.',
    outcome: 'refused',
    empty: false,
    retryAfterMs: null,
    serviceCode: null,
    serviceMessage: null,
    lasting: false,
    ...changes,
  };
}

export interface Stage {
  readonly state: State;
  readonly public: PublicState;
  now: number;
  /** The names of the rows that fit. */
  readonly sound: string;
  readonly place: string;
  /** Ids of the last question and of the last load. */
  readonly requestId: number;
  readonly loadId: number;
  /** The question that a lane waits for; 0: none. */
  asked(lane: Lane): number;
  /** What the service was asked by the last `send` or `ask`, and by all of them. */
  readonly ops: readonly string[];
  /** What the last `send` or `ask` asked for, and everything since the stage was set. */
  readonly effects: readonly Effect[];
  readonly log: readonly Effect[];
  readonly types: readonly string[];
  send(event: Event): Stage;
  /** A listener's command; its number is `ref`. */
  ask(command: Command): Stage;
  readonly ref: number;
  after(ms: number): Stage;
  /** Answers the last question, or this one. */
  answer(item: Item | null, question?: number): Stage;
  sourceSet(item: Item | null, source?: Source): Stage;
  failed(changes?: Partial<ServiceFailure>, question?: number): Stage;
  started(positionMs?: number, lengthMs?: number | null): Stage;
  position(positionMs: number): Stage;
  ended(positionMs?: number, lengthMs?: number | null): Stage;
  fires(name: Extract<Event, { type: 'timer.fired' }>['name']): Stage;
}

const SETTINGS: Settings = { progressS: 60, volumeMax: 100, resume: true, releaseS: 30 };
/** The last run played, and left nothing but its source. */
export const RESTORED: Restored = {
  wish: 'playing',
  source: STATION,
  item: null,
  positionMs: 0,
  closing: null,
  sourceEnded: false,
  volume: 40,
  muted: false,
};

/** Core on a stage: sends it events at a simulated time and keeps what it asked for. */
export function createStage(
  options: {
    readonly restored?: Partial<Restored>;
    readonly settings?: Partial<Settings>;
    readonly pairing?: State['pairing']['is'];
    readonly abilities?: Abilities;
    readonly agenda?: Agenda;
    /** Told of every decision. */
    readonly follow?: (decision: Decision) => void;
  } = {},
): Stage {
  let state = createState({
    settings: { ...SETTINGS, ...options.settings },
    restored: { ...RESTORED, ...options.restored },
    pairing: options.pairing ?? 'paired',
    abilities: options.abilities ?? CORE_ABILITIES,
    ...(options.agenda && { agenda: options.agenda }),
    epochOffsetMs: EPOCH_OFFSET_MS,
    now: 0,
  });
  let effects: readonly Effect[] = [];
  let ref = 0;
  const log: Effect[] = [];
  const stage: Stage = {
    now: 0,
    get state() {
      return state;
    },
    get public() {
      return toPublicState(state);
    },
    get requestId() {
      return log.reduce((last, effect) => (effect.type === 'service.ask' ? effect.question : last), 0);
    },
    get loadId() {
      return log.reduce((last, effect) => ('loadId' in effect ? effect.loadId : last), 0);
    },
    get effects() {
      return effects;
    },
    get log() {
      return log;
    },
    get sound() {
      return soundOf(state).name;
    },
    get place() {
      return placeOf(state).name;
    },
    asked: lane => inLane(state, lane)?.id ?? 0,
    get ops() {
      return effects.flatMap(effect => (effect.type === 'service.ask' ? [effect.ask.op] : []));
    },
    get types() {
      return effects.map(({ type }) => type);
    },
    get ref() {
      return ref;
    },
    send(event) {
      const before = state;
      ({ state, effects } = transition(state, event, stage.now));
      options.follow?.({ event, before, after: state, effects, steadyMs: stage.now });
      log.push(...effects);
      return stage;
    },
    ask(command) {
      ref += 1;
      return stage.send({ type: 'command.received', ref, command, cause: LISTENER });
    },
    after(ms) {
      stage.now += ms;
      return stage;
    },
    answer: (item, question = stage.requestId) =>
      stage.send({ type: 'service.answered', question, item, source: null, done: true }),
    sourceSet: (item, source = STATION) =>
      stage.send({ type: 'service.answered', question: stage.requestId, item, source, done: true }),
    failed: (changes, question = stage.requestId) =>
      stage.send({ type: 'service.failed', question, failure: createFailure(changes) }),
    started: (positionMs = 0, lengthMs = 180_000) =>
      stage.send({ type: 'player.started', loadId: stage.loadId, positionMs, lengthMs }),
    position: positionMs => stage.send({ type: 'player.position', loadId: stage.loadId, positionMs }),
    ended: (positionMs = 180_000, lengthMs = 180_000) =>
      stage.send({ type: 'player.ended', loadId: stage.loadId, positionMs, lengthMs }),
    fires: name => stage.send({ type: 'timer.fired', name }),
  };
  return stage;
}

/** The first item has been loaded and sounds from its beginning. */
export function createPlaying(item = createItem(0), options: Parameters<typeof createStage>[0] = {}): Stage {
  return createStage(options)
    .send({ type: 'player.ready' })
    .send({ type: 'engine.started' })
    .answer(item)
    .started();
}

/** A second before the end, the end is being reported. */
export function createLookingAhead(item = createItem(0)): Stage {
  const stage = createPlaying(item).after(179_100);
  return stage.position(179_100).fires('endReport');
}

/** The next item is in hand and appended in the player; `loadId` is the appended one's. */
export function createAppended(next = createItem(1), first = createItem(0)): Stage {
  return createLookingAhead(first).answer(next);
}
