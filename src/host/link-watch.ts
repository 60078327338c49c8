import { networkInterfaces } from 'node:os';

export interface LinkWatch {
  /** Looks at intervals while somebody waits for the network, and not at all otherwise. */
  watch(isWanted: boolean): void;
  stop(): void;
}

export interface LinkWatchOptions {
  /** There is an address that was not there at the last look. */
  readonly onUp: () => void;
  /** Left out: those of this machine by which others can be reached. */
  readonly addresses?: () => ReadonlySet<string>;
  /** Milliseconds between two looks. */
  readonly everyMs?: number;
  /** A link that comes and goes is told of no more often than this, milliseconds. */
  readonly quietMs?: number;
}

/**
 * Notices that a link comes up: a cable, a radio network, an address from the router. Node has no word for it, so it
 * looks, which costs microseconds.
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

/** Without loopback and link-local ones: those are there before anybody can be reached. */
function findAddresses(): ReadonlySet<string> {
  const found = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
  const usable = found.filter(
    ({ address, internal }) => !internal && !/^(?:fe[89ab]|169\.254\.)/iu.test(address),
  );
  return new Set(usable.map(({ address }) => address));
}
