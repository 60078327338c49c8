import type { Abilities } from '../../../src/core/vocabulary/abilities.js';
import type { Command } from '../../../src/contract/command.js';
import type { PublicState } from '../../../src/contract/public-state.js';
import { RefusedError } from '../../../src/contract/errors.js';
import type { Player } from '../../../src/contract/ports.js';
import type { PlaybackService } from '../../../src/contract/service-ports.js';
import { LISTENER } from '../../rigs/core/stage.js';
import { installVirtualTime } from '../../fakes/time/virtual.js';
import { createEar } from './ear.js';
import type { EngineModule, OutsideEvent } from './engine-module.js';
import { createEye } from './eye.js';
import { createHost, type Host } from './host.js';
import { createTestbed } from './testbed.js';
import { createModelPlayer, type ModelPlayer } from './player.js';
import { createModelService, type ModelService } from './service.js';

export interface World {
  /** What a phone knows, by the changes alone. */
  readonly known: PublicState;
  readonly player: ModelPlayer;
  readonly service: ModelService;
  readonly host: Host;
  readonly nowMs: number;
  /** By the wall clock. */
  readonly epochMs: number;
  dispatch(event: OutsideEvent): void;
  /** By the phone, or by another client. */
  ask(command: Command, client?: string): void;
  run(ms: number): Promise<void>;
  /** The service, or nobody, has ended the pairing. */
  signOut(by: 'listener' | 'service'): void;
  signIn(listener: string): void;
  /** Another listener's tokens take the place of those that are there. */
  takeOver(listener: string): void;
  /** The agent is killed and started again, with what it had written by then. */
  kill(): void;
  setClock(byMs: number): void;
  /** The same as `kill`, and the machine knows nothing of the time until `findClock`. */
  cutPower(): void;
  findClock(): void;
  readonly earlyStarts: number;
  readonly unanswered: number;
  /** Gives the machine its own time back. */
  end(): void;
}

/** Who may listen in at the ports and to what is answered. */
export interface Tap {
  player?(port: Player): Player;
  service?(port: PlaybackService): PlaybackService;
  answered?(command: Command, refusal: string | null): void;
  /** After every tick. */
  ticked?(known: PublicState): void;
}

const TICK_MS = 50;
const STARTED_MS = 1_900_000_000_000;
/** A clock that was never set begins at some time in the past. */
const BEHIND_MS = 40 * 86_400_000 + 12_345;
const COMMAND_LIMIT_MS = 10_000;
/** Calls in a minute that nobody asked for: more is asking for ever. */
const CALLS_A_MINUTE = 60;
/** What one command may cost. */
const CALLS_A_COMMAND = 8;
const MOVES: readonly string[] = ['next', 'previous', 'seek', 'replay', 'setFeedback', 'play'];

const immediate = setImmediate;
/** Whatever waits for nothing but its turn has had it. */
async function settle(): Promise<boolean> {
  await new Promise(resolve => immediate(resolve));
  return true;
}

/**
 * The real engine with all that asks the service, remembers and publishes, between a simulated service, player and clock;
 * whatever a listener, a phone or the service would notice as a fault is thrown by `run`. It knows nothing of the engine's
 * inside. `isJudged` false: only a fault of the program is thrown.
 */
export function createWorld<State, Restored>(options: {
  readonly module: EngineModule<State, Restored>;
  readonly abilities: Abilities;
  readonly random: () => number;
  readonly tap?: (nowMs: () => number) => Tap;
  readonly isJudged?: boolean;
}): World {
  const { module, abilities, random, isJudged = true } = options;
  const time = installVirtualTime(STARTED_MS);
  const steadyMs = () => time.nowMs - STARTED_MS;
  const tap = options.tap?.(steadyMs) ?? {};
  let clockByMs = 0;
  /** By how much a clock that was never set is behind; 0: it is set. */
  let behindMs = 0;
  const clock = { epochMs: () => time.nowMs + clockByMs - behindMs, steadyMs };
  let broken: Error | null = null;
  let asked = 0;
  const waiting = new Set<object>();

  const fail = (message: string): void => {
    if (isJudged) broken ??= new Error(`${message} (at ${steadyMs()} ms)`);
  };
  const host = createHost();
  const service = createModelService({
    abilities,
    nowMs: steadyMs,
    isRinging: () => testbed.known.alarm?.ringing === true,
    fail,
  });
  const player = createModelPlayer({ inspect: url => host.inspect(url), fail });
  const ear = createEar(service, { nowMs: steadyMs, fail, isGivenUp: place => host.isGivenUp(place) });

  function checkCalls(): void {
    const { log } = service.calls;
    const recent = log.length - log.findIndex(({ atMs }) => atMs >= steadyMs() - 60_000);
    const count = recent - asked * CALLS_A_COMMAND;
    if (recent <= log.length && count > CALLS_A_MINUTE) fail(`${count} calls in a minute`);
  }

  async function tick(): Promise<void> {
    const before = player.sound;
    await time.pass(time.nowMs + TICK_MS, settle);
    service.tick();
    await settle();
    eye.checkRefusal(before);
    // One event a tick: the others are still on their way.
    const event = player.outbox.shift();
    if (event !== undefined) testbed.engine.dispatch(event);
    player.tick(TICK_MS);
    await settle();
    if (testbed.known.alarm?.ringing === true) {
      // It acts as a listener does.
      service.claim();
      ear.excuse(player.held);
    }
    if (player.sound !== null && !service.isAstray) ear.hear(player.sound);
    eye.look(testbed.known, { tickMs: TICK_MS, isClockSet: behindMs === 0 });
    tap.ticked?.(testbed.known);
    if (broken !== null) throw broken;
  }

  const world: World = {
    player,
    service,
    host,
    get known() {
      return testbed.known;
    },
    get nowMs() {
      return steadyMs();
    },
    get epochMs() {
      return clock.epochMs();
    },
    dispatch: event => testbed.engine.dispatch(event),
    ask(command, client = LISTENER.client) {
      if (MOVES.includes(command.type)) ear.excuse(player.held);
      if (command.type === 'play' || command.type === 'playPause') service.claim();
      asked += 1;
      eye.noteAsked(command);
      const askedAtMs = steadyMs();
      const waits = {};
      const begun = testbed.engine;
      waiting.add(waits);
      const answered = (refusal: string | null): void => {
        if (!waiting.delete(waits)) fail(`${command.type} was answered twice`);
        if (testbed.engine === begun && steadyMs() - askedAtMs > COMMAND_LIMIT_MS + TICK_MS)
          fail(`${command.type} was answered after ${steadyMs() - askedAtMs} ms`);
        if (MOVES.includes(command.type)) ear.excuse(player.held);
        eye.noteAnswer(command, refusal);
        tap.answered?.(command, refusal);
      };
      testbed.engine.execute(command, { ...LISTENER, client }).then(
        () => answered(null),
        (error: unknown) => {
          if (!(error instanceof RefusedError)) fail(`${command.type}: ${String(error)}`);
          answered(error instanceof RefusedError ? error.refusal.reason : String(error));
        },
      );
    },
    async run(ms) {
      for (let left = ms; left > 0; left -= TICK_MS) await tick();
      checkCalls();
    },
    signOut(by) {
      if (service.listener === null) return;
      service.listener = null;
      testbed.engine.dispatch({ type: 'pairing.ended', by });
    },
    signIn(listener) {
      if (service.listener === null) world.takeOver(listener);
    },
    takeOver(listener) {
      const sameListener = service.account.place.listener === listener;
      // What a clock that was set makes the speaker ask is asked for the listener there was: his calls end before the change.
      testbed.engine.snapshot();
      service.listener = listener;
      testbed.engine.dispatch({ type: 'pairing.began', sameListener });
    },
    kill() {
      service.hangUp();
      player.restart();
      ear.forget();
      testbed.restart();
    },
    cutPower() {
      behindMs = BEHIND_MS;
      world.kill();
    },
    findClock() {
      if (behindMs === 0) return;
      behindMs = 0;
      testbed.engine.dispatch({ type: 'zone.told', zone: [], isClockSet: true });
    },
    setClock(byMs) {
      clockByMs += byMs;
    },
    get earlyStarts() {
      return ear.earlyStarts;
    },
    get unanswered() {
      return waiting.size;
    },
    end() {
      testbed.engine.stop();
      time.restore();
      process.setUncaughtExceptionCaptureCallback(null);
    },
  };
  const eye = createEye({ player, host, clock, fail });
  const testbed = createTestbed(module, {
    player: tap.player?.(player.port) ?? player.port,
    service: tap.service?.(service.port) ?? service.port,
    clock,
    random,
    isPaired: () => service.listener !== null,
    isClockSet: () => behindMs === 0,
    fail,
  });
  // A fault of the program ends a process: here, the story.
  process.setUncaughtExceptionCaptureCallback(bug => void (broken ??= bug));
  return world;
}
