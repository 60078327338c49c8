// @ts-nocheck: frozen, while the types it was written for go on.
import type { Effect } from '../core/effect.js';
import type { Event, ServiceFailure } from '../core/event.js';
import { deadline } from '../../../src/deadline.js';
import { isBug, ServiceFault } from '../../../src/errors.js';
import type { Logger, Player } from '../../../src/ports.js';
import type { PlaybackService } from '../../../src/service-ports.js';
import { createQueue } from './queue.js';
import { advance } from './settle.js';
import { goBack, replay, setFeedback, setSource } from './settle-commands.js';
import type { Timers } from './timers.js';

/** A listener waits at most ten seconds for an answer; the service gets a little less. */
const COMMAND_BUDGET_MS = 9_500;

type Executor<Type extends Effect['type']> = (effect: Extract<Effect, { readonly type: Type }>) => void;
type OutsideEffect = Exclude<Effect['type'], `command.${string}`>;

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
  // A start that overtook a pause would leave the service with the wrong idea of what is so.
  const inOrder = createQueue();

  /** A question to the service: exactly one event answers it, unless it is given up. */
  const ask = (
    requestId: number,
    forCommand: boolean,
    question: (signal: AbortSignal) => Promise<Event>,
  ): void => {
    const call = new AbortController();
    const signal = forCommand ? deadline(COMMAND_BUDGET_MS, call.signal) : call.signal;
    calls.set(requestId, call);
    const settle = (event: Event) => {
      calls.delete(requestId);
      if (!call.signal.aborted) dispatch(event);
    };
    // Anything but a ServiceFault is a bug: left unhandled, it ends the process.
    void question(signal).then(settle, (fault: unknown) => {
      if (!(fault instanceof ServiceFault)) throw fault;
      settle({ type: 'service.failed', requestId, failure: toFailure(fault) });
    });
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
    'service.getCurrent': ({ requestId }) =>
      ask(requestId, false, async signal => ({
        type: 'service.itemReceived',
        requestId,
        item: await service.current({ signal }),
      })),
    'service.peek': ({ requestId }) =>
      ask(requestId, false, async signal => ({
        type: 'service.peeked',
        requestId,
        item: await service.peek({ signal }),
      })),
    'service.setSource': ({ type: _, requestId, forCommand, ...source }) =>
      ask(requestId, forCommand, async signal => ({
        type: 'service.sourceSet',
        requestId,
        ...(await setSource(source, { service, signal })),
      })),
    'service.advance': ({ type: _, requestId, by, doubtful, taken = false, forCommand, ...report }) =>
      ask(requestId, forCommand, async signal => ({
        type: 'service.advanced',
        requestId,
        item: await advance(
          report,
          { by, doubtful, taken, onTaken: () => dispatch({ type: 'service.endTaken', question: requestId }) },
          { service, signal },
        ),
      })),
    'service.previous': ({ type: _, requestId, ...report }) =>
      ask(requestId, true, async signal => ({
        type: 'service.advanced',
        requestId,
        item: await goBack(report, { service, signal }),
      })),
    'service.replay': ({ type: _, requestId, ...report }) =>
      ask(requestId, true, async signal => ({
        type: 'service.replayed',
        requestId,
        item: await replay(report, { service, signal }),
      })),
    'service.setFeedback': ({ type: _, requestId, ...report }) =>
      ask(requestId, true, async signal => ({
        type: 'service.feedbackSet',
        requestId,
        item: await setFeedback(report, { service, signal }),
      })),
    'service.reportStarted': ({ type: _, requestId, ...report }) =>
      ask(requestId, false, async signal => ({
        type: 'service.progressReported',
        requestId,
        item: await inOrder(() => service.setStarted(report, { signal })),
      })),
    'service.reportPaused': ({ type: _, requestId, ...report }) =>
      ask(requestId, false, async signal => {
        await inOrder(() => service.setPaused(report, { signal }));
        return { type: 'service.progressReported', requestId, item: null };
      }),
    'service.reportProgress': ({ requestId, sourceId, index, elapsedS }) =>
      ask(requestId, false, async signal => ({
        type: 'service.progressReported',
        requestId,
        item: await service.setProgress({ sourceId, index, elapsedS }, { signal }),
      })),
    'service.abort': ({ requestId }) => {
      calls.get(requestId)?.abort();
      calls.delete(requestId);
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

function toFailure(fault: ServiceFault): ServiceFailure {
  return {
    code: fault.code === 'grantRefused' || fault.code === 'clientRefused' ? 'serviceError' : fault.code,
    lasting: fault.code === 'clientRefused',
    message: fault.message,
    answerLost: fault.answerLost,
    reportTaken: fault.reportTaken,
    retryAfterMs: fault.retryAfterMs ?? null,
    serviceCode: fault.serviceCode ?? null,
    serviceMessage: fault.serviceMessage ?? null,
  };
}
