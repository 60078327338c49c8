import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Credential } from '../../client/opening.js';
import { makeFolder } from '../../lib/make-folder.js';
import { createTrouble } from '../trouble.js';

/** A speaker that has admitted this user. */
export interface Known {
  readonly deviceUuid: string;
  readonly name: string;
  readonly token: string;
  /** The client's id in `access.list`; absent if an older version did not keep it. */
  readonly id?: string;
  /** The `ws:` or `wss:` address of the claim; absent if not known, or if the claim used this machine's own socket. */
  readonly url?: string;
  /** Whether the claim went over TLS, and so everything since. */
  readonly tls: boolean;
}

/** The speakers that have admitted this user, by their ids, as ssh keeps hosts. */
export interface KnownSpeakers {
  find(deviceUuid: string): Known | null;
  all(): readonly Known[];
  /** Throws the error that `keep` would throw, before an invitation is spent. */
  prepare(): void;
  /** Keeps a speaker, in place of what was kept under its id. Throws an `ExitError`. */
  keep(known: Known): void;
  /** Keeps the new name of a speaker; nothing if its token was replaced. */
  rename(known: Known, name: string): void;
}

/** Returns what opens a session with that speaker, and is shown to no other. */
export function toCredential({ token, deviceUuid, id, tls }: Known): Credential {
  // Without an id, the speaker tries the keys of all clients.
  return { token, deviceUuid, isOverTls: tls, ...(id !== undefined && { id }) };
}

/**
 * Opens `tonearm/speakers` in the user's configuration directory, readable only by the user: one line of JSON for each
 * speaker, the last one of an id counts. Lines are only ever added, so two programs that write at once lose nothing.
 */
export function openKnownSpeakers(environment: NodeJS.ProcessEnv): KnownSpeakers {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.config');
  const path = join(base, 'tonearm', 'speakers');
  const read = () => new Map(readLines(path));
  const file: KnownSpeakers = {
    find: deviceUuid => read().get(deviceUuid) ?? null,
    all: () => [...read().values()],
    prepare: () => {
      read();
      add(path, '');
    },
    // A line that a full disk has cut ends where the next begins.
    keep: known => add(path, `\n${JSON.stringify(known)}\n`),
    rename(known, name) {
      if (file.find(known.deviceUuid)?.token === known.token) file.keep({ ...known, name });
    },
  };
  return file;
}

type SpeakerEntry = readonly [string, Known];

/** Skips a line that was cut, or that only a newer version understands. */
function readLines(path: string): readonly SpeakerEntry[] {
  const lines = readText(path).split('\n').filter(Boolean);
  const entries = lines.flatMap(line => {
    const value = parse(line);
    return isContent(value) ? toEntry(value['deviceUuid'], value) : [];
  });
  if (lines.length > 0 && entries.length === 0) throw damaged(path);
  return entries;
}

/** Reads an entry; none if only a newer version understands it. */
function toEntry(deviceUuid: unknown, value: Readonly<Record<string, unknown>>): readonly SpeakerEntry[] {
  const { name, token, id, url, tls } = value;
  if (typeof deviceUuid !== 'string' || typeof name !== 'string' || typeof token !== 'string') return [];
  if (url !== undefined && !isAddress(url)) return [];
  const known = {
    ...{ deviceUuid, name, token, tls: tls === true },
    ...(typeof id === 'string' && { id }),
    ...(url !== undefined && { url }),
  };
  return [[deviceUuid, known]];
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^wss?:/.test(value) && URL.canParse(value);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw createTrouble(`${path} cannot be read`, 'check who owns it: sudo may have created it', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isContent(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function damaged(path: string): Error {
  return createTrouble(`${path} is damaged`, 'repair it, or move it away');
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
