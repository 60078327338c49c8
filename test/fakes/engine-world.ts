import { type Abilities, CORE_ABILITIES } from '../../src/core/abilities.js';
import type { Command } from '../../src/core/command.js';
import type { Effect, TimerName } from '../../src/core/effect.js';
import type { Event } from '../../src/core/event.js';
import { toRemembered } from '../../src/core/projections.js';
import type { PublicState } from '../../src/core/public-state.js';
import { createState, type Restored, type State } from '../../src/core/state.js';
import { transition } from '../../src/core/transition.js';
import { toRestored } from '../../src/engine/restore.js';
import { createFollower } from './engine-follower.js';
import { createEffectLedger } from './engine-ledger.js';
import { type Audio, createPlayerModel, type PlayerModel } from './engine-player-model.js';
import type { ServiceModel } from './engine-questions.js';
import { createServiceModel, ITEM_MS } from './engine-service-model.js';
import { LISTENER, RESTORED } from './engine-stage.js';

export interface World {
  readonly state: State;
  readonly public: PublicState;
  readonly player: PlayerModel;
  readonly service: ServiceModel;
  send(event: Event): void;
  ask(command: Command): void;
  /** Gives an old answer once more. */
  repeat(which: number): void;
  run(ms: number): void;
  /** Every address given out so far is refused from now on. */
  lapse(): void;
  /** The stream that sounds breaks off here. */
  cut(): void;
  /** The agent is killed and started again, with what it had written by then. */
  kill(): void;
  /** How often the next item sounded before the end of the one before it was answered. */
  readonly earlyStarts: number;
  isDeviceGone: boolean;
  unanswered(): readonly number[];
}

const MOVES: readonly string[] = ['next', 'previous', 'seek', 'replay', 'setFeedback'];
const ASKED: readonly string[] = ['service.previous', 'service.replay', 'service.setFeedback'];
const TICK_MS = 50;
const COMMAND_LIMIT_MS = 10_000;
/** How far sound may come back before the place it had reached: what the player tells once a second, late. */
const REPEAT_MS = 300;
/** Short, so that many a pause is longer. */
const RELEASE_S = 2;

/** Core between a simulated service, player and clock; throws where a listener would notice a fault. */
export function createWorld(abilities: Abilities = CORE_ABILITIES): World {
  const settings = { progressS: 60, volumeMax: 100, resume: true, releaseS: RELEASE_S };
  const begin = (restored: Restored, at: number) =>
    createState({ settings, restored, pairing: 'paired', abilities, epochOffsetMs: 0, now: at });
  let state = begin({ ...RESTORED, volume: 50 }, 0);
  let now = 0;
  let lastRef = 0;
  let earlyStarts = 0;
  let lapsedSerial = 0;
  let cut: { url: string; atMs: number } | null = null;
  const timers = new Map<TimerName, number>();
  const waiting = new Map<number, number>();
  const heard = new Map<string, number>();
  /** Places whose sound a listener moved or cut short. */
  const excused = new Set<string>();
  let last = { generation: 0, index: 0 };
  let restedMs = 0;

  const fail = (message: string): never => {
    throw new Error(`${message} (at ${now} ms, ${JSON.stringify(state.playback)})`);
  };
  const service = createServiceModel(fail);
  const player = createPlayerModel(inspect);
  let follower = createFollower(state, () => now, fail);
  let ledger = createEffectLedger(fail);

  function inspect(url: string): Audio {
    const [, index = '', serial = ''] = url.slice('http://audio.test/'.length).split('/');
    const sound = { lengthMs: ITEM_MS, fault: null, httpStatus: null, cutMs: null };
    if (world.isDeviceGone) return { ...sound, fault: 'device' };
    if (Number(serial) <= lapsedSerial) return { ...sound, fault: 'refused', httpStatus: 403 };
    if (Number(index) % 7 === 3) return { ...sound, fault: 'undecodable' };
    return { ...sound, cutMs: cut?.url === url ? cut.atMs : null };
  }

  function send(event: Event): void {
    const step = transition(state, event, now);
    const isLate = 'requestId' in event && !ledger.isOpen(event.requestId);
    if (isLate && step.state !== state) fail('an old answer was taken');
    ledger.note(event, step.effects, step.state.questions);
    if (player.isSounding && isRefused(step.effects)) fail('a refused source silences what sounds');
    if (state.closing === null && step.state.closing !== null) earlyStarts += 1;
    state = step.state;
    follower.publish(state);
    for (const effect of step.effects) perform(effect);
  }

  function answer(ref: number): void {
    if (!waiting.delete(ref)) fail(`command ${ref} was answered twice`);
  }

  function perform(effect: Effect): void {
    if (effect.type === 'timer.set') timers.set(effect.name, now + effect.delayMs + effect.spreadMs);
    else if (effect.type === 'timer.cancel') timers.delete(effect.name);
    else if (effect.type === 'command.resolve' || effect.type === 'command.reject') answer(effect.ref);
    else if (isOf(effect, 'player')) player.run(effect);
    else if (isOf(effect, 'service')) {
      // A listener who waited may act on an item that had not begun when it was asked for.
      if (effect.type === 'service.advance' ? effect.by === 'skip' : ASKED.includes(effect.type)) excuse();
      service.run(effect, now);
    }
  }

  /** Sound goes forward only, and no item is left out or left early. */
  function listen(): void {
    const { sound } = player;
    if (sound === null) return;
    if (service.wrong.has(sound.url)) {
      // A service that forgot the source says nothing of what comes.
      if (state.closing === null && player.outbox.length === 0 && service.hasSource)
        fail(`${sound.url} sounds though it does not come`);
      return;
    }
    const [generation = 0, index = 0] = sound.url.slice('http://audio.test/'.length).split('/').map(Number);
    const token = `${generation}/${index}`;
    const heardMs = heard.get(token) ?? 0;
    if (sound.positionMs < heardMs - REPEAT_MS && !excused.has(token))
      fail(`${token} was heard up to ${heardMs} and again from ${sound.positionMs}`);
    heard.set(token, Math.max(heardMs, sound.positionMs));
    // What still sounded while the news was on its way.
    if (sound.positionMs >= ITEM_MS - REPEAT_MS || excused.has(token)) return;
    if (generation < last.generation || (generation === last.generation && index < last.index))
      fail(`${token} sounds after ${last.generation}/${last.index}`);
    if (generation === last.generation && index > last.index) checkLeft(generation, index);
    last = { generation, index };
  }

  function checkLeft(generation: number, index: number): void {
    for (let left = last.index; left < index; left += 1) {
      const token = `${generation}/${left}`;
      if (left % 7 === 3 || excused.has(token) || service.skipped.has(token)) continue;
      if ((heard.get(token) ?? 0) < ITEM_MS - 2_500) fail(`${token} was left at ${heard.get(token) ?? 0}`);
    }
  }

  function check(): void {
    if (player.outbox.length > 0) return;
    const { silenceReason, position } = follower.known;
    if (silenceReason === 'sourceEnded') fail('the source is said to be over, and has no end');
    // In a handover the next entry is given a quarter of a second before it is called loading.
    const isHandover = state.playback.phase === 'playing' && state.playback.flow === 'handover';
    if (!isHandover && (silenceReason === null) !== player.isAudible)
      fail(`silenceReason is ${String(silenceReason)}, audible is ${player.isAudible}`);
    const isSounding = silenceReason === null || silenceReason === 'muted';
    if ((position.rate === 1) !== isSounding) fail(`rate is ${position.rate}, ${String(silenceReason)}`);
    if (
      (state.playback.phase === 'playing' || state.playback.phase === 'loading') &&
      state.wish !== 'playing'
    )
      fail(`wish is ${state.wish}`);
    restedMs = state.wish === 'playing' ? 0 : restedMs + TICK_MS;
    if (restedMs > RELEASE_S * 1_000 + TICK_MS && player.holdsDevice)
      fail('the sound device is held for nothing');
  }

  function excuse(): void {
    excused.add(`${service.generation}/${service.index}`);
    excused.add(state.turn?.item.trackToken ?? '');
    excused.add(`${last.generation}/${last.index}`);
  }

  function tick(): void {
    now += TICK_MS;
    for (const [name, dueMs] of [...timers]) {
      if (dueMs > now || timers.get(name) !== dueMs) continue;
      timers.delete(name);
      send({ type: 'timer.fired', name });
    }
    for (const [ref, dueMs] of [...waiting]) {
      if (dueMs > now || !waiting.delete(ref)) continue;
      excuse();
      send({ type: 'command.expired', ref });
    }
    for (const event of service.take(now)) send(event);
    // One event a tick: the others are still on their way.
    const event = player.outbox.shift();
    if (event !== undefined) send(event);
    player.tick(TICK_MS);
    if (!service.isAstray) listen();
    check();
  }

  const world: World = {
    player,
    service,
    isDeviceGone: false,
    get state() {
      return state;
    },
    get public() {
      return follower.known;
    },
    send,
    ask(command) {
      if (MOVES.includes(command.type)) excuse();
      lastRef += 1;
      waiting.set(lastRef, now + COMMAND_LIMIT_MS);
      send({ type: 'command.received', ref: lastRef, command, cause: LISTENER });
    },
    repeat(which) {
      const event = service.given.at(which % Math.max(1, service.given.length));
      if (event !== undefined) send(event);
    },
    run(ms) {
      for (let left = ms; left > 0; left -= TICK_MS) tick();
    },
    lapse() {
      lapsedSerial = service.serial;
    },
    cut() {
      const { sound } = player;
      if (sound !== null) cut = { url: sound.url, atMs: sound.positionMs };
    },
    get earlyStarts() {
      return earlyStarts;
    },
    kill() {
      const session = toRemembered(state, now);
      const { source, turn } = state;
      const place = { sourceId: source?.id ?? '', positionMs: turn?.heardToMs ?? 0 };
      const index = turn?.item.index ?? null;
      const token = turn?.item.trackToken ?? null;
      const live = index === null ? null : { ...place, index, trackToken: token };
      state = begin({ ...toRestored(session, live, 50), wish: session.wish }, now);
      follower = createFollower(state, () => now, fail);
      ledger = createEffectLedger(fail);
      // What was heard since the position was last written may be heard again.
      if (token !== null) heard.set(token, Math.min(heard.get(token) ?? 0, state.anchor.positionMs));
      timers.clear();
      waiting.clear();
      service.hangUp();
      player.restart();
      send({ type: 'engine.started' });
    },
    unanswered: () => [...waiting.keys()],
  };
  return world;
}

/** A source is refused, and the player does not go on with what it has. */
function isRefused(effects: readonly Effect[]): boolean {
  const isSource = (effect: Effect) =>
    effect.type === 'command.reject' && effect.refusal.reason === 'notSupported';
  const isEnd = (effect: Effect) =>
    effect.type === 'player.unload' || (effect.type === 'player.load' && effect.mode === 'replace');
  return effects.some(isSource) && effects.some(isEnd);
}

function isOf<Area extends 'player' | 'service'>(
  effect: Effect,
  area: Area,
): effect is Extract<Effect, { readonly type: `${Area}.${string}` }> {
  return effect.type.startsWith(`${area}.`);
}
