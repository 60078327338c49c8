import type { Answer, Event } from '../core/vocabulary/event.js';
import type { ServiceFailure } from '../core/vocabulary/failure.js';
import type { Ask } from '../core/model/ledger.js';
import { ServiceFault } from '../contract/errors.js';
import type { CallOptions, PlaybackService } from '../contract/service-ports.js';

type CallFor<Op extends Ask['op']> = (
  ask: Ask & { readonly op: Op },
  options: CallOptions,
) => Promise<Partial<Answer>>;

/** The calls to the service in progress. Exactly one event answers each, unless it is aborted. */
export class ServiceCalls {
  readonly #underWay = new Map<number, AbortController>();
  readonly #call: ReturnType<typeof createCalls>;
  readonly #dispatch: (event: Event) => void;

  constructor(service: PlaybackService, dispatch: (event: Event) => void) {
    this.#call = createCalls(service);
    this.#dispatch = dispatch;
  }

  put(question: number, ask: Ask): void {
    const call = new AbortController();
    this.#underWay.set(question, call);
    const settle = (event: Event) => {
      this.#underWay.delete(question);
      if (!call.signal.aborted) this.#dispatch(event);
    };
    // Anything but a ServiceFault is a bug: left unhandled, it ends the process.
    void this.#call(ask, { signal: call.signal }).then(
      answer => settle({ type: 'service.answered', question, ...NOTHING, ...answer }),
      (fault: unknown) => {
        if (!(fault instanceof ServiceFault)) throw fault;
        settle({ type: 'service.failed', question, failure: toFailure(fault) });
      },
    );
  }

  giveUp(question: number): void {
    this.#underWay.get(question)?.abort();
    this.#underWay.delete(question);
  }

  stop(): void {
    for (const call of this.#underWay.values()) call.abort();
  }
}

const NOTHING: Answer = { item: null, source: null, done: true };

/** Maps each operation to a call of the service. */
function createCalls(service: PlaybackService): (ask: Ask, options: CallOptions) => Promise<Partial<Answer>> {
  const table: { readonly [Op in Ask['op']]: CallFor<Op> } = {
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
  return (ask, options) => (table[ask.op] as CallFor<typeof ask.op>)(ask, options);
}

function toFailure(fault: ServiceFault): ServiceFailure {
  // A server that failed does not tell how far it got.
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
