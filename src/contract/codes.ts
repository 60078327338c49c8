/** Numbers of the protocol, apart from the schemas: code that needs them early need not load those. */

/** Close codes of the control socket: RFC 6455 §7.4.1, and the contract's own above 4000. */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  binary: 1003,
  notUtf8: 1007,
  tryLater: 1013,
  unauthorized: 4401,
  slowReader: 4408,
} as const;

/** Error codes of JSON-RPC 2.0, section 5.1. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;
