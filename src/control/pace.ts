import { createCredits } from './credits.js';
import type { Credit } from './rate-limit.js';

/**
 * Measures the processor time that each peer's requests take, and delays the peers that used much of it; no other peer
 * waits.
 */
export interface Pace {
  /**
   * Runs `work` now or in its turn: one piece per peer and turn of the event loop, and in the long run a seventh of the
   * processor for each peer. Returns null, without running it, if too much of this peer's work is waiting. Settles as
   * `work` does.
   */
  take<T>(peer: string, work: () => Promise<T>): Promise<T> | null;
}

export interface PaceOptions {
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
  /** Whether this peer has shown a token within a day: it does not wait for peers that have not. */
  readonly isKnown: (peer: string) => boolean;
  /** What a peer's work counts for: that of a client's several addresses counts together, beyond an eighth each. */
  readonly accountOf: (peer: string) => string;
  /**
   * Called when more of a peer's work waits than a browser would cause, when work is refused, and when work waits because
   * of the number of peers.
   */
  readonly onCrowded: (peer: string) => void;
}

/**
 * Processor time for each peer, milliseconds: in a second, and at once, where it is enough for a whole house to open the
 * remote of a small machine.
 */
const TIME = { perSecond: 150, burst: 400 };
/** How much of one peer's work may wait; no browser has more than a few pieces waiting. */
const MOST = 100;
const FEW = 12;
/** How many such peers may wait for a later turn before they count as a crowd; no household has as many. */
const CROWD = 32;
/** How many may wait until all of them leave half of the processor to others. */
const SEVERAL = 4;
/** How many peers are counted at a time; beyond that, the one silent longest is forgotten. */
const COUNTED = 256;

interface Queue {
  readonly peer: string;
  credit: Credit;
  readonly waiting: (() => void)[];
  /** Work was begun in this turn, or more is waiting. */
  isBusy: boolean;
}

export function createPace({ steadyMs, isKnown, accountOf, onCrowded }: PaceOptions): Pace {
  const queues = new Map<string, Queue>();
  const credits = createCredits({ most: COUNTED, steadyMs });
  const strangers = createStrangerTurns(steadyMs);

  function queueOf(peer: string): Queue {
    // A client may come to this address at any time.
    const credit = credits.of(peer, accountOf(peer), TIME);
    const queue = queues.get(peer) ?? { peer, credit, waiting: [], isBusy: false };
    queue.credit = credit;
    queues.delete(peer);
    queues.set(peer, queue);
    const [oldest] = queues.keys();
    if (queues.size > COUNTED && oldest !== undefined) queues.delete(oldest);
    return queue;
  }

  const hasRoom = ({ peer }: Queue): boolean => isKnown(peer) || strangers.hasRoom();

  /** Begins the next piece of work, after what other peers sent meanwhile has been read. */
  function goOn(queue: Queue): void {
    const waitMs = queue.credit.waitMs(0);
    queue.isBusy = queue.waiting.length > 0;
    if (!queue.isBusy) return;
    if (waitMs > 0) setTimeout(goOn, waitMs, queue).unref();
    else if (hasRoom(queue)) queue.waiting.shift()?.();
    else {
      if (strangers.waiting >= CROWD) onCrowded(queue.peer);
      strangers.wait(() => queue.waiting.shift()?.());
    }
  }

  /** Runs work and charges its time until it settles or first waits; what is left to do then is little. */
  function begin<T>(queue: Queue, work: () => Promise<T>): Promise<T> {
    queue.isBusy = true;
    if (!isKnown(queue.peer)) strangers.note();
    const fromMs = steadyMs();
    const doing = work();
    let tookMs = steadyMs() - fromMs;
    const measure = (): void => {
      tookMs = steadyMs() - fromMs;
    };
    doing.then(measure, measure);
    setImmediate(() => {
      queue.credit.pay(tookMs);
      goOn(queue);
    });
    return doing;
  }

  return {
    take(peer, work) {
      const queue = queueOf(peer);
      const waitMs = queue.credit.waitMs(0);
      if (!queue.isBusy && waitMs === 0 && hasRoom(queue)) return begin(queue, work);
      if (queue.waiting.length >= FEW) onCrowded(peer);
      if (queue.waiting.length >= MOST) return null;
      return new Promise((resolve, reject) => {
        queue.waiting.push(() => void begin(queue, work).then(resolve, reject));
        if (!queue.isBusy) goOn(queue);
      });
    },
  };
}

/**
 * Begins one piece of work of all peers without a token in each turn of the event loop: a TLS handshake may take 20 ms, and
 * a peer with a token waits for the rest of the turn several times. While several wait, a pause as long follows each piece: a
 * phone's new connection may wait behind a thousand others, and each turn accepts one.
 */
function createStrangerTurns(steadyMs: () => number) {
  /** The first first. */
  const queue: (() => void)[] = [];
  let isBegun = false;
  let isNextAwaited = false;

  function next(): void {
    isNextAwaited = false;
    isBegun = false;
    queue.shift()?.();
    if (queue.length > 0) awaitNext();
  }

  function awaitNext(): void {
    if (isNextAwaited) return;
    isNextAwaited = true;
    const fromMs = steadyMs();
    setImmediate(() => {
      if (queue.length < SEVERAL) next();
      else setTimeout(next, steadyMs() - fromMs);
    });
  }

  return {
    hasRoom: () => queue.length === 0 && !isBegun,
    /** How many wait for a later turn. */
    get waiting() {
      return queue.length;
    },
    /** Notes that work was begun. */
    note() {
      isBegun = true;
      awaitNext();
    },
    wait(begin: () => void) {
      queue.push(begin);
      awaitNext();
    },
  };
}
