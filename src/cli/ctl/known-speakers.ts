import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Credential } from '../../client/opening.js';
import { readerOf } from '../../client/shape.js';
import { FLAG, object, optional, TEXT, type TypeOf } from '../../contract/shape.js';
import { makeFolder } from '../../lib/make-folder.js';
import { createTrouble } from '../trouble.js';

/**
 * A speaker that has admitted this user. `id`: the client's id in `access.list`. `url`: the `ws:` or `wss:` address of
 * the claim; absent if it used this machine's own socket. `tls`: whether the claim went over TLS, and so everything
 * since.
 */
const KNOWN = object({
  ...{ deviceUuid: TEXT, name: TEXT, token: TEXT, id: TEXT },
  ...{ url: optional(TEXT), tls: FLAG },
});
export type Known = TypeOf<typeof KNOWN>;
const readKnown = readerOf(KNOWN);

/** The speakers that have admitted this user, by their ids, as ssh keeps hosts. */
export type KnownSpeakers = ReturnType<typeof openKnownSpeakers>;

/** Returns what opens a session with that speaker, and is shown to no other. */
export function toCredential({ token, deviceUuid, id, tls }: Known): Credential {
  return { token, deviceUuid, id, isOverTls: tls };
}

/**
 * Opens `tonearm/speakers` in the user's configuration directory, readable only by the user: one line of JSON for each
 * speaker, the last one of an id counts. Lines are only ever added, so two programs that write at once lose nothing.
 */
export function openKnownSpeakers(environment: NodeJS.ProcessEnv) {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.config');
  const path = join(base, 'tonearm', 'speakers');
  const read = () => new Map(readLines(path).map(known => [known.deviceUuid, known]));
  const find = (deviceUuid: string): Known | null => read().get(deviceUuid) ?? null;
  /** Keeps a speaker, in place of what was kept under its id. Throws an `ExitError`. */
  const keep = (known: Known): void => {
    // A line that a full disk has cut ends where the next begins.
    add(path, `\n${JSON.stringify(known)}\n`);
  };
  return {
    find,
    all: (): readonly Known[] => [...read().values()],
    keep,
    /** Throws the error that `keep` would throw, before an invitation is spent. */
    prepare() {
      read();
      add(path, '');
    },
    /** Keeps the new name of a speaker; nothing if its token was replaced. */
    rename(known: Known, name: string) {
      if (find(known.deviceUuid)?.token === known.token) keep({ ...known, name });
    },
  };
}

/** Skips a line that was cut, or that only a newer version understands. */
function readLines(path: string): readonly Known[] {
  const lines = readText(path).split('\n').filter(Boolean);
  const all = lines.flatMap(line => {
    try {
      const known = readKnown(JSON.parse(line), 'speaker');
      return known.url === undefined || isAddress(known.url) ? [known] : [];
    } catch {
      return [];
    }
  });
  if (lines.length > 0 && all.length === 0)
    throw createTrouble(`${path} is damaged`, 'repair it, or move it away');
  return all;
}

function isAddress(text: string): boolean {
  return /^wss?:/.test(text) && URL.canParse(text);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw createTrouble(`${path} cannot be read`, 'check who owns it: sudo may have created it', { cause });
  }
}

function add(path: string, text: string): void {
  try {
    makeFolder(dirname(path));
    const file = openSync(path, 'a', 0o600);
    try {
      const bytes = Buffer.from(text);
      if (writeSync(file, bytes) < bytes.length) throw new Error('the disk is full');
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw createTrouble(
      `${path} cannot be written`,
      'check who owns it and its folder, and whether the disk is full',
      { cause },
    );
  }
}
