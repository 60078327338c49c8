import type { Ask } from '../core/model/ledger.js';
import type { Effect } from '../core/reconcile/effect.js';
import type { Answer, Event } from '../core/event.js';
import type { ServiceFailure } from '../core/failure.js';
import { isBug, ServiceFault } from '../errors.js';
import type { Logger, Player } from '../ports.js';
import type { CallOptions, PlaybackService } from '../service-ports.js';
import type { Timers } from './timers.js';

type OutsideEffect = Exclude<Effect['type'], `command.${string}`>;
type Executor<Type extends OutsideEffect> = (effect: Extract<Effect, { readonly type: Type }>) => void;
type Call<Op extends Ask['op']> = (
  ask: Ask & { readonly op: Op },
  options: CallOptions,
) => Promise<Partial<Answer>>;

export interface Executors {
  run(effect: Extract<Effect, { readonly type: OutsideEffect }>): void;
  /** Gives up every call under way. */
  stop(): void;
}

/** One row an effect: a port call, and the event that its outcome becomes. */
export function createExecutors(options: {
  readonly player: Player;
  readonly service: PlaybackService;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly dispatch: (event: Event) => void;
}): Executors {
  const { player, service, timers, logger, dispatch } = options;
  const calls = new Map<number, AbortController>();
  const put = createCalls(service);

  /** One call: exactly one event answers it, unless it is given up. */
  const ask = (question: number, asked: Ask): void => {
    const call = new AbortController();
    calls.set(question, call);
    const settle = (event: Event) => {
      calls.delete(question);
      if (!call.signal.aborted) dispatch(event);
    };
    // Anything but a ServiceFault is a bug: left unhandled, it ends the process.
    void put(asked, { signal: call.signal }).then(
      answer => settle({ type: 'service.answered', question, ...NOTHING, ...answer }),
      (fault: unknown) => {
        if (!(fault instanceof ServiceFault)) throw fault;
        settle({ type: 'service.failed', question, failure: toFailure(fault) });
      },
    );
  };

  const tell = (what: string, call: Promise<void>): void => {
    void call.catch((error: unknown) => {
      if (isBug(error)) throw error;
      logger.debug({ err: error }, `The player did not ${what}.`);
    });
  };

  /** A load that the player did not take is one that failed. */
  const sound = (loadId: number, call: Promise<void>): void => {
    void call.catch((error: unknown) => {
      if (isBug(error)) throw error;
      logger.debug({ err: error }, 'The player did not take the load.');
      const failed = { fault: 'unreachable', httpStatus: null, positionMs: null } as const;
      dispatch({ type: 'player.failed', loadId, ...failed, detail: 'The player did not take it.' });
    });
  };

  const table: { readonly [Type in OutsideEffect]: Executor<Type> } = {
    'player.load': ({ type: _, ...request }) => sound(request.loadId, player.load(request)),
    'player.next': ({ loadId }) => sound(loadId, player.next()),
    'player.dropAppended': () => tell('forget what follows', player.dropAppended()),
    'player.pause': () => tell('pause', player.pause()),
    'player.resume': () => tell('resume', player.resume()),
    'player.releaseDevice': () => tell('let the sound device go', player.releaseDevice()),
    'player.seek': ({ positionMs }) => tell('seek', player.seek(positionMs)),
    'player.unload': () => tell('unload', player.unload()),
    'player.setVolume': ({ volume }) => tell('set the volume', player.setVolume(volume)),
    'player.setMuted': ({ muted }) => tell('mute', player.setMuted(muted)),
    'service.ask': ({ question, ask: asked }) => ask(question, asked),
    'service.abort': ({ question }) => {
      calls.get(question)?.abort();
      calls.delete(question);
    },
    'timer.set': ({ name, delayMs, spreadMs }) => timers.set(name, delayMs, spreadMs),
    'timer.cancel': ({ name }) => timers.cancel(name),
  };

  return {
    run: effect => (table[effect.type] as Executor<typeof effect.type>)(effect),
    stop() {
      for (const call of calls.values()) call.abort();
    },
  };
}

const NOTHING: Answer = { item: null, source: null, done: true };

/** One row an operation of the service. */
function createCalls(service: PlaybackService): (ask: Ask, options: CallOptions) => Promise<Partial<Answer>> {
  const table: { readonly [Op in Ask['op']]: Call<Op> } = {
    current: async (_, options) => ({ item: await service.current(options) }),
    source: async (_, options) => ({ source: await service.source(options) }),
    peek: async (_, options) => ({ item: await service.peek(options) }),
    setSource: async ({ sourceId }, options) => service.setSource(sourceId, options),
    setEnded: async ({ op: _, ...report }, options) => ({ item: await service.setEnded(report, options) }),
    skip: async ({ op: _, ...report }, options) => ({ item: await service.skip(report, options) }),
    previous: async ({ op: _, ...report }, options) => ({ item: await service.previous(report, options) }),
    replay: async ({ op: _, ...report }, options) => ({ done: await service.replay(report, options) }),
    setFeedback: async ({ op: _, ...report }, options) => ({
      item: await service.setFeedback(report, options),
    }),
    setStarted: async ({ op: _, ...report }, options) => ({
      item: await service.setStarted(report, options),
    }),
    setProgress: async ({ op: _, ...report }, options) => ({
      item: await service.setProgress(report, options),
    }),
    setPaused: async ({ op: _, ...report }, options) => {
      await service.setPaused(report, options);
      return {};
    },
  };
  return (ask, options) => (table[ask.op] as Call<typeof ask.op>)(ask, options);
}

function toFailure(fault: ServiceFault): ServiceFailure {
  // A server that failed does not say how far it had come.
  const isBroken = fault.code === 'serviceError' && (fault.httpStatus ?? 0) >= 500;
  return {
    code: fault.code === 'grantRefused' || fault.code === 'clientRefused' ? 'serviceError' : fault.code,
    lasting: fault.code === 'clientRefused',
    message: fault.message,
    outcome: fault.answerLost ? 'lost' : isBroken ? 'broken' : 'refused',
    empty: fault.empty,
    retryAfterMs: fault.retryAfterMs ?? null,
    serviceCode: fault.serviceCode ?? null,
    serviceMessage: fault.serviceMessage ?? null,
  };
}
