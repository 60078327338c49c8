import type { Clock } from '../../contract/ports.js';
import type { Call } from '../json-rpc.js';
import type { ControlLimits } from './limits.js';
import { type Credit, createRateLimit, type RateLimit } from './rate-limit.js';

/** How many clients are counted at a time; beyond that, the one silent longest is forgotten. */
const COUNTED = 256;

/** Each full block of this many bytes in an answer costs as much as one call. */
const CALL_BYTES = 16 * 1024;
/**
 * Each full block of this many characters in a request costs as much as one call; shorter requests are parsed quickly,
 * whatever they hold.
 */
const SHORT = 4_096;
const MANY_PARTS = 1_000;
const KNOT_CALLS = 10;

/** The call rate of one client, or of all peers that count as one. */
export interface CallRate extends RateLimit {
  /**
   * Charges a message before it is parsed: a long one, or one with thousands of nested lists or objects, costs several
   * calls. Returns 0 or how long to wait, milliseconds, as `take` does. If the credit does not cover the whole message,
   * nothing is charged and the message need not be parsed.
   */
  takeReading(text: string): number;
  /** Charges a long answer that was sent as several calls. */
  payFor(answer: Uint8Array | string): void;
}

function isKnotted(text: string): boolean {
  return text.length > SHORT && text.split('[').length + text.split('{').length > MANY_PARTS;
}

/** How often each client may call (contract, section 4, "Limits"), counted across all its sessions and requests. */
export interface CallRates {
  /** Returns the rate of `client`, a key that is the same for all that count as one client. */
  of(client: string): CallRate;
  /**
   * Returns the shared rate of all calls without a token from this peer, under open access too: otherwise it could pick
   * another name or socket for each call.
   */
  ofPeer(peer: string): CallRate;
  /** Returns a separate rate for a session about to show its token: other clients of its address cannot block it. */
  unknown(): CallRate;
}

export function createCallRates({
  limits,
  clock,
}: {
  readonly limits: ControlLimits;
  readonly clock: Clock;
}): CallRates {
  const counted = new Map<string, Credit>();
  const { callsPerSecond: perSecond, callBurst: burst } = limits;
  const create = () => createRateLimit({ perSecond, burst, steadyMs: () => clock.steadyMs() });

  function find(client: string): Credit {
    const limit = counted.get(client) ?? create();
    counted.delete(client);
    counted.set(client, limit);
    const [oldest] = counted.keys();
    if (counted.size > COUNTED && oldest !== undefined) counted.delete(oldest);
    return limit;
  }

  // Look the credit up at each call, because the map may have dropped and recreated it meanwhile.
  const of = (client: string): CallRate => toCallRate(() => find(client));

  return {
    of,
    ofPeer: peer => of(`from ${peer}`),
    unknown() {
      const own = create();
      return toCallRate(() => own);
    },
  };
}

function toCallRate(credit: () => Credit): CallRate {
  return {
    take: () => credit().take(),
    takeReading(text) {
      const calls = Math.floor(text.length / SHORT) + (isKnotted(text) ? KNOT_CALLS : 0);
      if (calls === 0) return 0;
      // One more for the call itself.
      const waitMs = credit().waitMs(calls + 1);
      if (waitMs === 0) credit().pay(calls);
      return waitMs;
    },
    payFor(answer) {
      const calls = Math.floor(answer.length / CALL_BYTES);
      if (calls > 0) credit().pay(calls);
    },
  };
}

/** Whether the call is a `session.open` with a token or proof; wrong ones are counted where they are checked. */
export function showsToken(call: Call | null): boolean {
  if (call?.method !== 'session.open') return false;
  const { token, proof } = (call.params ?? {}) as Readonly<Record<string, unknown>>;
  return token !== undefined || proof !== undefined;
}
