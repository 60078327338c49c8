import type { Logger } from '../../../src/contract/ports.js';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface RecordingLogger extends Logger {
  readonly lines: readonly LogLine[];
  /** All messages of one level, in order. */
  messages(level: LogLine['level']): string[];
  /** Resolves with the line numbered `count` (from 1) that bears this message, at once if it is there. */
  logged(message: string, count?: number): Promise<LogLine>;
}

export function createRecordingLogger(): RecordingLogger {
  const lines: LogLine[] = [];
  const wakers = new Set<() => void>();
  const record = (level: LogLine['level']) => (details: object, message: string) => {
    lines.push({ level, details: { ...details }, message });
    for (const wake of [...wakers]) wake();
  };
  return {
    lines,
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    messages: level => lines.filter(line => line.level === level).map(line => line.message),
    logged: (message, count = 1) =>
      new Promise(resolve => {
        const look = () => {
          const line = lines.filter(entry => entry.message === message)[count - 1];
          if (line === undefined) return;
          wakers.delete(look);
          resolve(line);
        };
        wakers.add(look);
        look();
      }),
  };
}
