import {
  COMMAND_ID,
  type Declaration,
  EXPIRES_AT,
  type MethodAccess,
  type MethodName,
  METHODS,
  type Methods,
} from '../../contract/methods.js';
import type { ObjectSchema, ObjectShape } from '../../contract/shape.js';
import type { Handshake } from '../../contract/proof.js';
import type { Caller } from '../access/caller.js';
import { toParamsParser } from './params-parser.js';
import { forbidden, invalidParams, RpcError, unauthorized } from '../rpc-error.js';
import type { Doer } from '../access/terms.js';

/** What a method may do with the session it was called in. */
export interface CalledSession {
  /** Whether `session.open` has succeeded. */
  readonly isOpen: boolean;
  /** Whether the peer is a program on the device itself. */
  readonly isLocal: boolean;
  /** Opens the session for the caller. Throws an `RpcError` if no place is left or the session is being closed. */
  open(caller: Caller): void;
  /** Sends this session every state change above `revision` from now on. */
  subscribe(revision: number): void;
  /**
   * Postpones closing a revoked session until this call is answered, for calls that may revoke the caller's own token.
   */
  keepUntilAnswered(): void;
  /**
   * Returns one handshake for each binding that the client may have seen, to check a proof against. Good for one proof,
   * right or wrong: later calls return an empty list.
   */
  takeHandshakes(clientNonce: string): readonly Handshake[];
  /** Counts a wrong token; the session closes after a few. */
  noteWrongToken(): void;
}

/** The circumstances of a call. */
export interface CallContext {
  /** Null until the session is opened. */
  readonly caller: Caller | null;
  /** Null for a call without a session, such as over plain HTTP. */
  readonly session: CalledSession | null;
  /** The address the call comes from, as peers are counted; null for programs on the device itself. */
  readonly peer: string | null;
  /** The client's own id for this command, if it gave one. */
  readonly commandId?: string;
}

/** A call and its answer as the documents show it; a test makes the call. */
export interface Example<P = unknown, R = unknown> {
  readonly params: P;
  /** Left out where it would be too long to be useful. */
  readonly result?: R;
}

export type Params<M extends MethodName> = Methods[M]['params'];
export type Result<M extends MethodName> = Methods[M]['result'];

/** The implementation of a declared method. */
export interface Row<M extends MethodName> {
  /** Describes the method in the API documents; the first sentence must stand alone. */
  readonly doc: string;
  readonly examples: readonly Example<Params<M>, Result<M>>[];
  /** Throws an `RpcError` for params that must not even reach the schema check. */
  judge?(params: unknown): void;
  call(params: Params<M>, context: CallContext): Result<M> | Promise<Result<M>>;
}

/** The rows of all methods with the same prefix, such as `state`. */
export type Rows<Prefix extends string> = {
  readonly [M in Extract<MethodName, `${Prefix}.${string}`>]: Row<M>;
};

/** A complete method. `call` takes unchecked params and throws an `RpcError` -32602 for wrong ones. */
export interface Method extends Declaration {
  readonly name: string;
  readonly doc: string;
  readonly params: ObjectSchema;
  readonly examples: readonly Example[];
  call(params: unknown, context: CallContext): unknown;
}

/** Joins a row with its declaration; `row.call` gets params that passed the declared schema. */
export function toMethod<M extends MethodName>(name: M, row: Row<M>): Method {
  const declared: Declaration = METHODS[name];
  const params = toParams(declared);
  const parse = toParamsParser(name, params as ObjectShape<Params<M>>);
  return {
    ...declared,
    ...row,
    name,
    params,
    call(given, context) {
      row.judge?.(given);
      return row.call(parse(given), context);
    },
  };
}

/** Returns the params schema, with the members that every command takes. */
function toParams({ params, command }: Declaration): ObjectSchema {
  return command === true
    ? { ...params, properties: { ...params.properties, commandId: COMMAND_ID, expiresAtMs: EXPIRES_AT } }
    : params;
}

/** Returns the calling owner, for the list of clients and the log. Throws an `RpcError` for any other caller. */
export function toDoer(context: CallContext): Doer {
  const { clientId: id, name } = admittedCaller(context, 'owner');
  return { id, name, peer: context.peer };
}

/**
 * Returns the caller. Throws an `RpcError`: `unauthorized` where a token may help, `forbidden` where the role is too
 * low.
 */
export function admittedCaller(context: CallContext, access: Exclude<MethodAccess, 'anyone'>): Caller {
  const { caller } = context;
  if (caller === null) throw new RpcError(unauthorized('open the session first: session.open with a token'));
  if (access === 'owner' && !caller.hasToken) throw new RpcError(unauthorized('this needs a control token'));
  if (access === 'owner' && caller.role !== 'owner') throw new RpcError(forbidden('only owners may do this'));
  return caller;
}

/** Returns a `judge` that refuses the one param beside the other. */
export function refuseBoth(one: string, other: string): (params: unknown) => void {
  return params => {
    const given = Object(params) as Readonly<Record<string, unknown>>;
    if (given[one] !== undefined && given[other] !== undefined)
      throw new RpcError(invalidParams(other, `is not taken beside ${one}`));
  };
}
