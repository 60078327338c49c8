import type { Static, TSchema } from 'typebox';
import type { ParamsParser } from './params-parser.js';
import { RpcError, unauthorized } from './rpc-error.js';

/** Who calls. */
export interface Caller {
  /** The id in `access.list`; null under the fixed token and under open access. */
  readonly clientId: string | null;
  /** Goes into `cause.client`. */
  readonly name: string;
  /** Whether a valid token was shown. */
  readonly hasToken: boolean;
}

/** What a method may ask of the session it was called in. */
export interface SessionDoor {
  /** Makes the caller known; throws `RpcError` when there is no place left or it is open already. */
  open(caller: Caller): void;
  /** From now on this session is told of every change above `revision`. */
  subscribe(revision: number): void;
  /** This call may take the caller's own token away: its answer still goes out before the session is closed. */
  keepUntilAnswered(): void;
}

export interface CallContext {
  /** Null until the session is opened. */
  readonly caller: Caller | null;
  /** Null where a call comes without a session, such as over plain HTTP. */
  readonly session: SessionDoor | null;
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
  /** One sentence for whoever reads the table from outside. */
  readonly doc: string;
  readonly params: P;
  readonly result: R;
  readonly access: MethodAccess;
  /** Makes sense only within a session. */
  readonly needsSession?: true;
}

interface Definition<P extends TSchema, R extends TSchema> extends Description<P, R> {
  call(params: Static<P>, context: CallContext): Answer<R>;
}

/** A row of the table. `call` takes params as they came and throws `RpcError` -32602 for wrong ones. */
export interface Method extends Description<TSchema, TSchema> {
  call(params: unknown, context: CallContext): unknown;
}

export type DefineMethod = <P extends TSchema, R extends TSchema>(definition: Definition<P, R>) => Method;

/** Joins schemas and calls: what `call` gets has the type of the schema it was checked by. */
export function createDefineMethod(parser: ParamsParser): DefineMethod {
  return definition => {
    const parse = parser(definition.params);
    return { ...definition, call: (params, context) => definition.call(parse(params), context) };
  };
}

/** The caller, or `RpcError` `unauthorized` for one who has not shown what `access` asks for. */
export function admittedCaller(context: CallContext, access: 'opened' | 'token'): Caller {
  const { caller } = context;
  if (caller === null) throw new RpcError(unauthorized('open the session first: session.open with a token'));
  if (access === 'token' && !caller.hasToken) throw new RpcError(unauthorized('this needs a control token'));
  return caller;
}
