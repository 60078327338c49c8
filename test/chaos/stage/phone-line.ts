import { setTimeout as sleep } from 'node:timers/promises';
import type { Notice, PublicState } from '../../../src/contract/public-state.js';
import { joinPhone, type Phone } from '../../fakes/phones/phone.js';

/** A phone that comes back whenever it is cut off. */
export interface PhoneLine {
  /** As last told; null while there is no connection. */
  readonly state: PublicState | null;
  /** Every notice that was shown, oldest first. */
  readonly notices: readonly Notice[];
  /** Every state that was told, oldest first. */
  readonly states: readonly PublicState[];
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
  const notices: Notice[] = [];
  const states: PublicState[] = [];
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
        await joined.client.closed;
        notices.push(...noticesOf(joined));
        states.push(...statesOf(joined));
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
      return phone === null ? notices : [...notices, ...noticesOf(phone)];
    },
    get states() {
      return phone === null ? states : [...states, ...statesOf(phone)];
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

function noticesOf({ seen }: Phone): readonly Notice[] {
  return seen.flatMap(({ changes }) => changes.notice ?? []);
}

function statesOf({ seen }: Phone): readonly PublicState[] {
  return seen.map(({ state }) => state);
}
