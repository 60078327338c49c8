/** One operation that was asked for. Secrets (codes, tokens, verifiers) are left out of `args`. */
export interface RequestRecord {
  /** Several operations of one HTTP request share it. */
  readonly requestId: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** `current`, `setSource`, `collection`, … · `authorize`, `consent`, `token`, `refresh`, `revoke` · `audio`, `art` · `invalid` */
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whose access token came with it. */
  readonly listenerId: string | null;
  /** HTTP status of the answer; null while or when there is none. */
  status: number | null;
  /** The whole answer was handed to the network. */
  answered: boolean;
  /** The fault that struck, if any. */
  fault: string | null;
}

/** A bounded record of what was asked, oldest first. */
export interface Requests {
  readonly all: readonly RequestRecord[];
  of(operation: string): readonly RequestRecord[];
  count(operation: string): number;
  /** The next record of the operation whose answer is done, one way or the other. */
  next(operation: string, options?: { readonly signal?: AbortSignal }): Promise<RequestRecord>;
  /** Resolves once so many of the operation are done, those already done counted. */
  until(operation: string, count: number): Promise<void>;
  clear(): void;
}

export interface RequestLog extends Requests {
  begin(asked: Pick<RequestRecord, 'requestId' | 'operation' | 'args' | 'listenerId'>): RequestRecord;
  /** The answer is done, or will never come. */
  finish(record: RequestRecord): void;
}

const KEPT = 5000;

export function createRequestLog(now: () => number): RequestLog {
  const records: RequestRecord[] = [];
  const done = new Set<RequestRecord>();
  const waiting = new Set<(record: RequestRecord) => void>();

  const of = (operation: string): readonly RequestRecord[] =>
    records.filter(record => record.operation === operation);

  const doneOf = (operation: string): number => of(operation).filter(record => done.has(record)).length;

  return {
    get all() {
      return [...records];
    },
    of,
    count: operation => of(operation).length,
    next: (operation, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const settle = (record: RequestRecord): void => {
          if (record.operation !== operation) return;
          waiting.delete(settle);
          signal?.removeEventListener('abort', giveUp);
          resolve(record);
        };
        const giveUp = (): void => {
          waiting.delete(settle);
          reject(new Error(`no ${operation} came`));
        };
        waiting.add(settle);
        signal?.addEventListener('abort', giveUp, { once: true });
      }),
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
      for (const settle of [...waiting]) settle(record);
    },
  };
}
