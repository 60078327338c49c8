import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { EXIT, ExitError } from '../../errors.js';

/** The control tokens that this user was given, by the id of the speaker. */
export interface TokenFile {
  find(deviceUuid: string): string | null;
  keep(deviceUuid: string, entry: { readonly name: string; readonly token: string }): void;
}

type Entries = Readonly<Record<string, { readonly name: string; readonly token: string }>>;

/** `tonearm/tokens.json` in the user's configuration directory, readable by the user alone. */
export function openTokenFile(environment: NodeJS.ProcessEnv): TokenFile {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.config');
  const path = join(base, 'tonearm', 'tokens.json');
  return {
    find(deviceUuid) {
      const entries = read(path);
      return Object.hasOwn(entries, deviceUuid) ? (entries[deviceUuid]?.token ?? null) : null;
    },
    keep(deviceUuid, entry) {
      write(path, { ...read(path), [deviceUuid]: entry });
    },
  };
}

function read(path: string): Entries {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ExitError(EXIT.fault, `${path} cannot be read`, { cause });
  }
  const entries = parse(text);
  if (entries === null) throw new ExitError(EXIT.fault, `${path} is damaged: repair it or move it away`);
  return entries;
}

function parse(text: string): Entries | null {
  try {
    const { speakers } = JSON.parse(text) as { speakers?: unknown };
    return isEntries(speakers) ? speakers : null;
  } catch {
    return null;
  }
}

function isEntries(value: unknown): value is Entries {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value as Record<string, unknown>).every(
    entry => typeof (entry as { token?: unknown } | null)?.token === 'string',
  );
}

function write(path: string, speakers: Entries): void {
  const fresh = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(fresh, { force: true });
    writeFileSync(fresh, `${JSON.stringify({ speakers }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
  } catch (cause) {
    throw new ExitError(EXIT.fault, `${path} cannot be written`, { cause });
  }
}
