import { setTimeout as sleep } from 'node:timers/promises';
import type { Notice, PublicState } from '../../../src/contract/public-state.js';
import { joinPhone, type Phone, type Seen } from '../../fakes/phones/phone.js';

export type Cause = NonNullable<Seen['cause']>;

/** A phone that comes back whenever it is cut off. */
export interface PhoneLine {
  /** As last told; null while there is no connection. */
  readonly state: PublicState | null;
  /** Every notice that was shown, oldest first. */
  readonly notices: readonly Notice[];
  /** Every state that was told, oldest first. */
  readonly states: readonly PublicState[];
  /** Who did what, of every event that says so, oldest first. */
  readonly causes: readonly Cause[];
  /** How often it has come back. */
  readonly connections: number;
  /**
   * The outcome as a word: `ok`, the reason of the refusal, `cut` without a connection, or `late`. `learn` is told what
   * was answered with `ok`.
   */
  call(method: string, params?: unknown, learn?: (result: unknown) => void): Promise<string>;
  stop(): void;
}

export interface PhoneLineOptions {
  readonly url: string;
  readonly token: string;
  readonly onBreach: (what: string) => void;
}

const AGAIN_MS = 200;
const JOIN_MS = 3_000;
/** The contract's ten seconds, and what a busy machine adds. */
const ANSWER_MS = 12_000;

export function holdPhoneLine({ url, token, onBreach }: PhoneLineOptions): PhoneLine {
  let phone: Phone | null = null;
  /** Of former connections. */
  const before: Seen[] = [];
  let connections = 0;
  const seen = (): readonly Seen[] => (phone === null ? before : [...before, ...phone.seen]);
  const stopping = new AbortController();
  const isStopped = (): boolean => stopping.signal.aborted;

  async function hold(): Promise<void> {
    while (!isStopped()) {
      try {
        // Whoever dies while it greets leaves the call without an answer.
        const joined = await Promise.race([
          joinPhone(url, token, 'listener'),
          sleep(JOIN_MS, null, { ref: false }),
        ]);
        if (joined === null) continue;
        phone = joined;
        connections += 1;
        await joined.client.closed;
        before.push(...joined.seen);
        for (const breach of joined.breaches) onBreach(`a phone was told: ${breach}`);
      } catch {
        // Nobody is there at the moment.
      }
      phone = null;
      if (!isStopped()) await sleep(AGAIN_MS);
    }
  }
  void hold();

  return {
    get state() {
      return phone?.state ?? null;
    },
    get notices() {
      return seen().flatMap(({ changes }) => changes.notice ?? []);
    },
    get states() {
      return seen().map(({ state }) => state);
    },
    get causes() {
      return seen().flatMap(({ cause }) => cause ?? []);
    },
    get connections() {
      return connections;
    },
    async call(method, params = {}, learn) {
      const at = phone;
      if (at === null) return 'cut';
      const late = sleep(ANSWER_MS, 'late', { ref: false });
      const cut = at.client.closed.then(() => 'cut');
      const answer = at.ask(method, params).then(({ error, result }) => {
        if (error === undefined) learn?.(result);
        return error === undefined ? 'ok' : String(error.data?.['reason']);
      });
      const outcome = await Promise.race([answer, cut, late]);
      if (outcome === 'late') onBreach(`${method} was not answered within ten seconds`);
      return outcome;
    },
    stop() {
      stopping.abort();
      phone?.close();
    },
  };
}
