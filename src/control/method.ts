import type { Static, TSchema } from 'typebox';
import type { Reason } from '../core/command.js';
import type { Caller } from './caller.js';
import type { ParamsParser } from './params-parser.js';
import { RpcError, unauthorized } from './rpc-error.js';
import { withCommandId } from './schemas.js';

/** What a method may ask of the session it was called in. */
export interface SessionDoor {
  /** Whether `session.open` was called already. */
  readonly isOpen: boolean;
  /** Whether the peer is a program on the device itself. */
  readonly isLocal: boolean;
  /** Makes the caller known; throws `RpcError` when there is no place left or it is open already. */
  open(caller: Caller): void;
  /** From now on this session is told of every change above `revision`. */
  subscribe(revision: number): void;
  /** This call may take the caller's own token away: its answer still goes out before the session is closed. */
  keepUntilAnswered(): void;
  /** A wrong token was shown: after some of them the session is closed. */
  noteWrongToken(): void;
}

export interface CallContext {
  /** Null until the session is opened. */
  readonly caller: Caller | null;
  /** Null where a call comes without a session, such as over plain HTTP. */
  readonly session: SessionDoor | null;
  /** Where the call comes from, as it is counted; null for programs on the device itself. */
  readonly peer: string | null;
  /** What the client calls this command, when it has named it. */
  readonly commandId?: string;
}

/**
 * `anyone`: also before the session is opened. `opened`: a token, or open access.
 * `token`: a token even under open access.
 */
export type MethodAccess = 'anyone' | 'opened' | 'token';

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

type Answer<R extends TSchema> = DeepReadonly<Static<R>> | Promise<DeepReadonly<Static<R>>>;

interface Description<P extends TSchema, R extends TSchema> {
  readonly name: string;
  /** For whoever reads the table from outside; the first sentence stands alone. */
  readonly doc: string;
  readonly params: P;
  readonly result: R;
  readonly access: MethodAccess;
  /** Makes sense only within a session. */
  readonly needsSession?: true;
  /** Only for programs on the device itself; to everybody else, and in the documents, there is no such method. */
  readonly localOnly?: true;
  /** Changes something, so that it takes a `commandId`. */
  readonly command?: true;
  /** What it may be refused with, besides what every call may be. */
  readonly errors?: readonly Reason[];
}

/** A call and its answer as the documents show it; a test makes the call. */
export interface Example<P = unknown, R = unknown> {
  readonly params: P;
  /** Left out where it would be too long to be of use. */
  readonly result?: R;
}

interface Definition<P extends TSchema, R extends TSchema> extends Description<P, R> {
  readonly examples: readonly Example<Static<P> & { readonly commandId?: string }, DeepReadonly<Static<R>>>[];
  call(params: Static<P>, context: CallContext): Answer<R>;
}

/** A row of the table. `call` takes params as they came and throws `RpcError` -32602 for wrong ones. */
export interface Method extends Description<TSchema, TSchema> {
  readonly examples: readonly Example[];
  call(params: unknown, context: CallContext): unknown;
}

export type DefineMethod = <P extends TSchema, R extends TSchema>(definition: Definition<P, R>) => Method;

/** Joins schemas and calls: what `call` gets has the type of the schema it was checked by. */
export function createDefineMethod(parser: ParamsParser): DefineMethod {
  return definition => {
    const params = definition.command === true ? withCommandId(definition.params) : definition.params;
    const parse = parser(params);
    return { ...definition, params, call: (given, context) => definition.call(parse(given), context) };
  };
}

/** The caller, or `RpcError` `unauthorized` for one who has not shown what `access` asks for. */
export function admittedCaller(context: CallContext, access: 'opened' | 'token'): Caller {
  const { caller } = context;
  if (caller === null) throw new RpcError(unauthorized('open the session first: session.open with a token'));
  if (access === 'token' && !caller.hasToken) throw new RpcError(unauthorized('this needs a control token'));
  return caller;
}
