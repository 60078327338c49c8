import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Context } from '../frame/measurement.js';
import { until } from './waiting.js';

/** Hears of changes of one property of an mpv, over its own socket. */
export interface PropertyWatch {
  /** When it next is so; `performance.now()`. */
  when(value: unknown): Promise<number>;
}

export async function watchProperty(
  context: Context,
  socketPath: string,
  property: string,
): Promise<PropertyWatch> {
  const socket = await until('the socket of mpv', () => {
    const trying = connect(socketPath);
    return new Promise<typeof trying | null>(resolve => {
      trying.once('connect', () => resolve(trying));
      trying.on('error', () => resolve(null));
    });
  });
  context.later(() => void socket.destroy());
  const waiting = new Set<(value: unknown, atMs: number) => void>();
  createInterface({ input: socket }).on('line', line => {
    const atMs = performance.now();
    const { event, data } = JSON.parse(line) as { readonly event?: string; readonly data?: unknown };
    if (event === 'property-change') for (const hear of [...waiting]) hear(data, atMs);
  });
  socket.write(`${JSON.stringify({ command: ['observe_property', 1, property] })}\n`);
  return {
    when: value =>
      new Promise(resolve => {
        const hear = (now: unknown, atMs: number): void => {
          if (now !== value) return;
          waiting.delete(hear);
          resolve(atMs);
        };
        waiting.add(hear);
      }),
  };
}

/** The newest: one that has ended may leave its own behind. */
export function socketOf(runtimeDir: string): string {
  const paths = readdirSync(runtimeDir)
    .filter(name => /^mpv-.*\.sock$/.test(name))
    .map(name => join(runtimeDir, name));
  const [newest] = paths.sort((a, b) => statSync(b).ctimeMs - statSync(a).ctimeMs);
  if (newest === undefined) throw new Error('the agent’s mpv has no socket');
  return newest;
}
