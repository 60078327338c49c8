import { invalidRequest, parseError, type RpcErrorObject } from './rpc-error.js';

export type CallId = string | number | null;

/** A call of JSON-RPC 2.0. Without an `id` it is a notification and gets no answer. */
export interface RpcCall {
  readonly method: string;
  /** Unchecked; undefined if left out. */
  readonly params: unknown;
  readonly id?: CallId;
}

export type Outcome = { readonly result: unknown } | { readonly error: RpcErrorObject };

/** A call, or the answer to a message that is none; `id` is null if none could be read. */
export type Parsed =
  | { readonly call: RpcCall }
  | { readonly call: null; readonly id: CallId; readonly error: RpcErrorObject };

/** Parses one message of a client (JSON-RPC 2.0, section 4). Never throws. */
export function parseCall(text: string): Parsed {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { call: null, id: null, error: parseError };
  }
  if (Array.isArray(message)) return refuse(null, 'batches are not supported');
  if (typeof message !== 'object' || message === null) return refuse(null, 'a call must be an object');
  return parseMembers(message);
}

function parseMembers(message: object): Parsed {
  const members = message as { jsonrpc?: unknown; method?: unknown; params?: unknown; id?: unknown };
  const { jsonrpc, method, params, id } = members;
  if (id !== undefined && !isCallId(id)) return refuse(null, 'id must be a string, a number or null');
  if (jsonrpc !== '2.0') return refuse(id ?? null, 'jsonrpc must be "2.0"');
  if (typeof method !== 'string') return refuse(id ?? null, 'method must be a string');
  return { call: id === undefined ? { method, params } : { method, params, id } };
}

function isCallId(id: unknown): id is CallId {
  return id === null || typeof id === 'string' || typeof id === 'number';
}

function refuse(id: CallId, message: string): Parsed {
  return { call: null, id, error: invalidRequest(message) };
}

export function encodeAnswer(id: CallId, outcome: Outcome): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
}

export function encodeNotification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}
