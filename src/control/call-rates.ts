import type { Clock } from '../ports.js';
import type { Call } from './json-rpc.js';
import type { ControlLimits } from './limits.js';
import { type Credit, createRateLimit, type RateLimit } from './rate-limit.js';

/** Clients whose calls are counted at a time; one that is forgotten has long been silent, or is one of very many. */
const COUNTED = 256;

/** So much of an answer is work for one call more, bytes. */
const CALL_BYTES = 16 * 1024;
/** What is no longer is quickly read, whatever it is; so much of a question is work for one call more, bytes. */
const SHORT = 4_096;
const MANY_PARTS = 1_000;
const KNOT_CALLS = 10;

/** Of one client, or all that count as one. */
export interface CallRate extends RateLimit {
  /**
   * Before a message is read: a long one, and thousands of lists within lists, are work for several calls. As `take` where it
   * is so, and nothing is paid where what is left does not suffice for all of it: then it need not be read.
   */
  takeReading(text: string): number;
  /** A long answer was made and sent: it counts as several calls. */
  payFor(answer: Uint8Array | string): void;
}

function isKnotted(text: string): boolean {
  return text.length > SHORT && text.split('[').length + text.split('{').length > MANY_PARTS;
}

/** How often each client may call (contract, section 4, "Limits"), by whatever sessions and requests it does. */
export interface CallRates {
  /** `client`: the same for all that count as one. */
  of(client: string): CallRate;
  /** For all who show no token, under open access too: they would choose another name, or another socket, for each call. */
  ofPeer(peer: string): CallRate;
  /** For one who is about to show whose it is: no other of its address may keep it out. */
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

  // Looked up at each call: who is counted elsewhere meanwhile is counted here, too.
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
      // And the call itself.
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

/** Whether such a call says whose it is; wrong tokens are counted where they are checked. */
export function showsToken(call: Call | null): boolean {
  if (call?.method !== 'session.open') return false;
  const { token, proof } = (call.params ?? {}) as Readonly<Record<string, unknown>>;
  return token !== undefined || proof !== undefined;
}
