import { COMMAND_ID } from '../methods.js';
import type { Clock, Logger } from '../ports.js';
import type { CommandMemory } from './command-memory.js';
import type { Incidents } from './incidents.js';
import type { Call, Outcome } from './json-rpc.js';
import { admittedCaller, type CallContext, type Method } from './method.js';
import { internalError, invalidParams, methodNotFound, toErrorAnswer } from './rpc-error.js';
import type { ServiceShares } from './service-shares.js';

/**
 * Carries out one call, whatever transport it came by. Never throws and never rejects. What can be answered
 * at once is answered at once: an answer never comes after an event that it does not know of.
 */
export type Dispatch = (call: Call, context: CallContext) => Outcome | Promise<Outcome>;

export interface DispatchOptions {
  readonly methods: ReadonlyMap<string, Method>;
  readonly memory: CommandMemory;
  readonly shares: ServiceShares;
  readonly incidents: Incidents;
  readonly clock: Pick<Clock, 'epochMs'>;
  readonly logger: Logger;
}

export function createDispatch(options: DispatchOptions): Dispatch {
  const { methods, memory, shares, incidents, clock, logger } = options;

  function toOutcome(method: string, error: unknown): Outcome {
    const answer = toErrorAnswer(error);
    if (answer === null) logger.error({ err: error, method }, 'A control call failed unexpectedly.');
    return { error: answer ?? internalError };
  }

  function perform(method: Method, params: unknown, context: CallContext): Outcome | Promise<Outcome> {
    try {
      const result = method.call(params, context);
      if (!(result instanceof Promise)) return { result };
      return result.then(
        (value: unknown) => ({ result: value }),
        (error: unknown) => toOutcome(method.name, error),
      );
    } catch (error) {
      return toOutcome(method.name, error);
    }
  }

  return ({ method: name, params }, context) => {
    const known = methods.get(name);
    const isHidden = known?.localOnly === true && context.session?.isLocal !== true;
    const method = isHidden ? undefined : known;
    try {
      // Before the session is open even the list of methods is nobody's business.
      if (method?.access !== 'anyone') admittedCaller(context, method?.access ?? 'guest');
    } catch (error) {
      const { caller, peer } = context;
      const reason = caller?.hasToken === true ? 'For owners alone' : 'No token';
      incidents.note('wrongRequest', peer, { reason, client: caller?.name, method: method?.name });
      return toOutcome(name, error);
    }
    if (method === undefined || (method.needsSession === true && context.session === null)) {
      return { error: methodNotFound(name) };
    }
    if (Array.isArray(params)) return { error: invalidParams('params', 'must be an object, not an array') };
    const commandId = method.command === true ? findCommandId(params) : undefined;
    const client = context.caller?.key;
    const spend = (context: CallContext): Outcome | Promise<Outcome> =>
      method.command === true && isExpired(params, clock.epochMs())
        ? { error: invalidParams('expiresAtMs', 'is over: this came too late, and was not done') }
        : shares.spend({ method, params, context }, () => perform(method, params, context));
    if (commandId === undefined || client === undefined) return spend(context);
    return memory.remember({ client, commandId }, () => spend({ ...context, commandId }));
  };
}

/** Whether these unchecked params say that nobody wants it done any more. */
function isExpired(params: unknown, nowMs: number): boolean {
  if (typeof params !== 'object' || params === null || !('expiresAtMs' in params)) return false;
  const { expiresAtMs: endMs } = params;
  return typeof endMs === 'number' && endMs < nowMs;
}

/** The `commandId` that these unchecked params bear; undefined where there is none, or it will be refused. */
function findCommandId(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('commandId' in params)) return undefined;
  const { commandId: id } = params;
  // Counted in halves of characters, hence twice the bound.
  return typeof id === 'string' && id !== '' && id.length <= 2 * COMMAND_ID.maxLength ? id : undefined;
}
