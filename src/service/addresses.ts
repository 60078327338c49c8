import type { LookupAddress } from 'node:dns';
import { lookup as byTheSystem } from 'node:dns/promises';
import type { ClientRequest } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import type { Clock } from '../contract/ports.js';

/** A look-up that takes longer shows that a name server is dead: the system asks the next one after five seconds. */
const SLOW_MS = 1_000;
/** How long a slow answer is used, and how long the kind of address that won a race is tried first. */
const KEPT_MS = 600_000;

/** The addresses of the service's hosts, for all of its connections. */
export interface Addresses {
  /**
   * Looks up a host by the system, without a limit of its own: the caller may give up, the look-up goes on, and the next
   * caller uses its answer. An answer that was slow is used for ten minutes.
   */
  readonly lookup: LookupFunction;
  /** Notes which of IPv4 and IPv6 connects, if one was tried in vain: it is tried first for ten minutes. */
  follow(request: ClientRequest): void;
  /** Discards what is kept of a host, because nothing answers there. */
  forget(host: string): void;
}

type LookUp = (host: string) => Promise<readonly LookupAddress[]>;

export function createAddresses(
  clock: Pick<Clock, 'steadyMs'>,
  look: LookUp = host => byTheSystem(host, { all: true }),
): Addresses {
  const hosts = new Map<string, { readonly found: ReturnType<LookUp>; keptUntilMs: number | null }>();
  let winner = { family: 0, untilMs: 0 };

  function find(host: string): ReturnType<LookUp> {
    const known = hosts.get(host);
    if (known !== undefined && (known.keptUntilMs ?? Infinity) > clock.steadyMs()) return known.found;
    const beganMs = clock.steadyMs();
    const entry = { found: look(host), keptUntilMs: null as number | null };
    const drop = () => {
      if (hosts.get(host) === entry) hosts.delete(host);
    };
    hosts.set(host, entry);
    entry.found.then(() => {
      const nowMs = clock.steadyMs();
      if (nowMs - beganMs < SLOW_MS) drop();
      else entry.keptUntilMs = nowMs + KEPT_MS;
    }, drop);
    return entry.found;
  }

  function inOrder(found: readonly LookupAddress[]): LookupAddress[] {
    if (winner.untilMs <= clock.steadyMs()) return [...found];
    const isFirst = ({ family }: LookupAddress) => family === winner.family;
    return [...found.filter(isFirst), ...found.filter(address => !isFirst(address))];
  }

  function judge(socket: Socket): void {
    // Node leaves it out where there was nothing to select, whatever its types say.
    const [first = ''] = [socket.autoSelectFamilyAttemptedAddresses].flat();
    const tried = first.split(':').length > 2 ? 6 : 4;
    const family = socket.remoteFamily === 'IPv6' ? 6 : 4;
    if (first !== '' && tried !== family) winner = { family, untilMs: clock.steadyMs() + KEPT_MS };
  }

  return {
    lookup(host, { all }, done) {
      find(host).then(
        found => {
          const [first, ...rest] = inOrder(found);
          if (all === true && first !== undefined) done(null, [first, ...rest]);
          else done(null, first?.address ?? '', first?.family);
        },
        (error: unknown) => done(error as NodeJS.ErrnoException, ''),
      );
    },
    follow(request) {
      request.once('socket', socket => {
        if (socket.connecting) socket.once('connect', () => judge(socket));
      });
    },
    forget(host) {
      if (hosts.get(host)?.keptUntilMs !== null) hosts.delete(host);
    },
  };
}
