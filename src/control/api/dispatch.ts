import { COMMAND_ID } from '../../contract/methods.js';
import type { Clock, Logger } from '../../contract/ports.js';
import { clientOf } from '../access/caller.js';
import type { CommandMemory } from './command-memory.js';
import type { Incidents } from '../gate/incidents.js';
import type { RpcCall, Outcome } from '../json-rpc.js';
import { admittedCaller, type CallContext, type Method } from './method.js';
import { internalError, invalidParams, methodNotFound, toErrorAnswer } from '../rpc-error.js';
import type { ServiceShares } from '../gate/service-shares.js';

/**
 * Carries out one call, whatever its transport. Never throws and never rejects. Returns the outcome synchronously where
 * possible, so that an answer never follows an event that it does not account for.
 */
export type Dispatch = (call: RpcCall, context: CallContext) => Outcome | Promise<Outcome>;

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
      // Without an open session not even the existence of a method is revealed.
      if (method?.access !== 'anyone') admittedCaller(context, method?.access ?? 'guest');
    } catch (error) {
      const { caller, peer } = context;
      const reason = caller?.hasToken === true ? 'Owners only' : 'No token';
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
        ? {
            error: invalidParams(
              'expiresAtMs',
              'has passed: the command arrived too late and was not executed',
            ),
          }
        : shares.spend({ method, params, peer: context.peer, by: askerOf(context) }, () =>
            perform(method, params, context),
          );
    if (commandId === undefined || client === undefined) return spend(context);
    return memory.remember({ client, commandId }, () => spend({ ...context, commandId }));
  };
}

function askerOf({ caller, peer }: CallContext) {
  if (caller === null) return null;
  return {
    // Looked up in the list of clients, and wanted only where a call is refused.
    get name() {
      return caller.name;
    },
    guest: caller.role === 'guest' ? clientOf(caller, peer) : null,
  };
}

/** Whether these unchecked params carry an `expiresAtMs` that has passed. */
function isExpired(params: unknown, nowMs: number): boolean {
  if (typeof params !== 'object' || params === null || !('expiresAtMs' in params)) return false;
  const { expiresAtMs: endMs } = params;
  return typeof endMs === 'number' && endMs < nowMs;
}

/** Returns the `commandId` of these unchecked params; undefined if there is none, or the schema will refuse it. */
function findCommandId(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('commandId' in params)) return undefined;
  const { commandId: id } = params;
  // `length` counts UTF-16 code units, at most two per character: hence twice the limit.
  return typeof id === 'string' && id !== '' && id.length <= 2 * COMMAND_ID.maxLength ? id : undefined;
}
