/** One operation that was requested. Secrets (codes, tokens, verifiers) are left out of `args`. */
export interface RequestRecord {
  /** The same for all operations of one HTTP request. */
  readonly requestId: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /**
   * `current`, `setSource`, `collection`, … · `authorize`, `consent`, `token`, `refresh`, `revoke` · `audio`, `art` ·
   * `invalid`
   */
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The listener of the access token; null without a valid one. */
  readonly listenerId: string | null;
  /** HTTP status of the answer; null until there is one, or if none was sent. */
  status: number | null;
  /** Whether the whole answer was handed to the network. */
  answered: boolean;
  /** The fault that struck, or null. */
  fault: string | null;
}

/** A bounded record of the requests, oldest first. */
export interface Requests {
  readonly all: readonly RequestRecord[];
  of(operation: string): readonly RequestRecord[];
  count(operation: string): number;
  /** Resolves when this many requests of the operation have finished, answered or not, earlier ones included. */
  until(operation: string, count: number): Promise<void>;
  clear(): void;
}

export interface RequestLog extends Requests {
  begin(asked: Pick<RequestRecord, 'requestId' | 'operation' | 'args' | 'listenerId'>): RequestRecord;
  /** Marks a record as finished: its answer is complete or will never come. */
  finish(record: RequestRecord): void;
}

const KEPT = 5000;

export function createRequestLog(now: () => number): RequestLog {
  const records: RequestRecord[] = [];
  const done = new Set<RequestRecord>();
  const waiting = new Set<() => void>();

  const of = (operation: string): readonly RequestRecord[] =>
    records.filter(record => record.operation === operation);

  const doneOf = (operation: string): number => of(operation).filter(record => done.has(record)).length;

  return {
    get all() {
      return [...records];
    },
    of,
    count: operation => of(operation).length,
    until: (operation, count) =>
      new Promise(resolve => {
        const settle = (): void => {
          if (doneOf(operation) < count) return;
          waiting.delete(settle);
          resolve();
        };
        waiting.add(settle);
        settle();
      }),
    clear: () => {
      records.length = 0;
      done.clear();
    },
    begin({ requestId, operation, args, listenerId }) {
      const record: RequestRecord = {
        requestId,
        atMs: now(),
        operation,
        args: JSON.parse(JSON.stringify(args)) as typeof args,
        listenerId,
        status: null,
        answered: false,
        fault: null,
      };
      records.push(record);
      if (records.length > KEPT) records.splice(0, 1).forEach(old => done.delete(old));
      return record;
    },
    finish(record) {
      if (records.includes(record)) done.add(record);
      for (const settle of [...waiting]) settle();
    },
  };
}
