/** A program that notes what it is told, then does as a test wants. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { removeFolder } from './remove-folder.js';

export interface Told {
  readonly event: string;
  readonly atMs: number;
  /** Everything in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly args: number;
}

export interface Hook {
  readonly command: string;
  /** Whatever it was told so far, in order. */
  told(): readonly Told[];
  events(): readonly string[];
  /** Resolves once it was told so; rejects when that takes too long. */
  until(what: string, holds: (events: readonly string[]) => boolean): Promise<void>;
}

const MARK = '=====';

export function createHook(t: Test, then = ''): Hook {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-hook-'));
  t.teardown(() => removeFolder(folder));
  const command = join(folder, 'hook');
  const log = join(folder, 'log');
  // In one write: another event may be told at the same time.
  const own = `'${log}'.$$`;
  const record = `{ env -0; printf 'ARGS=%s\\0AT=%s\\0${MARK}\\0' "$#" "$(date +%s%3N)"; } > ${own}`;
  const note = `${record}; cat ${own} >> '${log}'`;
  writeFileSync(command, `#!/bin/sh\n${note}\n${then}\n`);
  chmodSync(command, 0o755);

  const told = (): Told[] => {
    if (!existsSync(log)) return [];
    return readFileSync(log, 'utf8')
      .split(`${MARK}\0`)
      .slice(0, -1)
      .map(record => {
        const environment = Object.fromEntries(
          record.split('\0').map(line => [line.replace(/=[^]*$/, ''), line.replace(/^[^=]*=/, '')]),
        );
        return {
          event: environment['TONEARM_EVENT'] ?? '',
          atMs: Number(environment['AT']),
          environment,
          args: Number(environment['ARGS']),
        };
      });
  };
  const events = () => told().map(({ event }) => event);

  return {
    command,
    told,
    events,
    async until(what, holds) {
      const lateMs = performance.now() + 20_000;
      while (!holds(events())) {
        if (performance.now() > lateMs) throw new Error(`never ${what}: ${events().join()}`);
        await new Promise(resolve => setTimeout(resolve, 25));
      }
    },
  };
}
