import {
  COMMAND_ID,
  type Declaration,
  EXPIRES_AT,
  type MethodAccess,
  type MethodName,
  METHODS,
  type Methods,
} from '../methods.js';
import type { ObjectSchema, ObjectShape } from '../core/shape.js';
import type { Handshake } from '../proof.js';
import type { Caller } from './caller.js';
import { toParamsParser } from './params-parser.js';
import { forbidden, RpcError, unauthorized } from './rpc-error.js';
import type { Doer } from './terms.js';

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
  /**
   * What both ends know of this connection, once for each binding that the client may have seen: for one try of a proof,
   * right or wrong. Afterwards there is none.
   */
  takeHandshakes(clientNonce: string): readonly Handshake[];
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

/** A call and its answer as the documents show it; a test makes the call. */
export interface Example<P = unknown, R = unknown> {
  readonly params: P;
  /** Left out where it would be too long to be of use. */
  readonly result?: R;
}

type Params<M extends MethodName> = Methods[M]['params'];
type Result<M extends MethodName> = Methods[M]['result'];

/** What makes a method of its declaration. */
export interface Row<M extends MethodName> {
  /** For whoever reads the table from outside; the first sentence stands alone. */
  readonly doc: string;
  readonly examples: readonly Example<Params<M>, Result<M>>[];
  /** Throws `RpcError` for params that are not even to be checked. */
  judge?(params: unknown): void;
  call(params: Params<M>, context: CallContext): Result<M> | Promise<Result<M>>;
}

/** The rows of all methods whose names begin alike, such as `state`. */
export type Rows<Prefix extends string> = {
  readonly [M in Extract<MethodName, `${Prefix}.${string}`>]: Row<M>;
};

/** A row of the table. `call` takes params as they came and throws `RpcError` -32602 for wrong ones. */
export interface Method extends Declaration {
  readonly name: string;
  readonly doc: string;
  readonly params: ObjectSchema;
  readonly examples: readonly Example[];
  call(params: unknown, context: CallContext): unknown;
}

/** What `call` gets is what the declared params were checked by. */
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

/** What every command takes. */
function toParams({ params, command }: Declaration): ObjectSchema {
  return command === true
    ? { ...params, properties: { ...params.properties, commandId: COMMAND_ID, expiresAtMs: EXPIRES_AT } }
    : params;
}

/** Who does something that owners may do, for the list of clients and the log. */
export function toDoer(context: CallContext): Doer {
  const { clientId: id, name } = admittedCaller(context, 'owner');
  return { id, name, peer: context.peer };
}

/** The caller; else an `RpcError`: `unauthorized` where a token may help, `forbidden` where the role of the token is not enough. */
export function admittedCaller(context: CallContext, access: Exclude<MethodAccess, 'anyone'>): Caller {
  const { caller } = context;
  if (caller === null) throw new RpcError(unauthorized('open the session first: session.open with a token'));
  if (access === 'owner' && !caller.hasToken) throw new RpcError(unauthorized('this needs a control token'));
  if (access === 'owner' && caller.role !== 'owner')
    throw new RpcError(forbidden('this is for owners alone'));
  return caller;
}
