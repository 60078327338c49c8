import { networkInterfaces } from 'node:os';

export interface LinkWatch {
  /** Checks periodically while something waits for the network, otherwise not at all. */
  watch(isWanted: boolean): void;
  stop(): void;
}

export interface LinkWatchOptions {
  /** Called when there is an address that was not there at the last check. */
  readonly onUp: () => void;
  /** Default: the addresses of this machine through which others can be reached. */
  readonly addresses?: () => ReadonlySet<string>;
  /** Milliseconds between two checks. */
  readonly everyMs?: number;
  /** The least time between two calls of `onUp`, milliseconds: a link may come and go. */
  readonly quietMs?: number;
}

/**
 * Notices a link that comes up: a cable, a wireless network, an address from the router. Node has no event for it, so
 * the addresses are polled, which takes microseconds.
 */
export function createLinkWatch(options: LinkWatchOptions): LinkWatch {
  const { onUp, addresses = findAddresses, everyMs = 1_000, quietMs = 30_000 } = options;
  let looking: NodeJS.Timeout | null = null;
  let known: ReadonlySet<string> = new Set();
  let toldAtMs = Number.NEGATIVE_INFINITY;

  function look(): void {
    const before = known;
    known = addresses();
    const isUp = [...known].some(address => !before.has(address));
    const now = performance.now();
    if (!isUp || now - toldAtMs < quietMs) return;
    toldAtMs = now;
    onUp();
  }

  function stop(): void {
    if (looking !== null) clearInterval(looking);
    looking = null;
  }

  return {
    watch(isWanted) {
      if (!isWanted) stop();
      else if (looking === null) {
        known = addresses();
        looking = setInterval(look, everyMs);
        looking.unref();
      }
    },
    stop,
  };
}

/** Excludes loopback and link-local addresses, which exist before anything can be reached. */
function findAddresses(): ReadonlySet<string> {
  const found = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
  const usable = found.filter(
    ({ address, internal }) => !internal && !/^(?:fe[89ab]|169\.254\.)/iu.test(address),
  );
  return new Set(usable.map(({ address }) => address));
}
