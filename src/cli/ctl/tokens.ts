import {
  type BigIntStats,
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Credential } from '../../client/opening.js';
import { ExitError } from '../../contract/errors.js';
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
export interface TokenFile {
  find(deviceUuid: string): Known | null;
  all(): readonly Known[];
  /** Throws the error that `keep` would throw, before an invitation is spent. */
  prepare(): void;
  /** Keeps a speaker, in place of what was kept under its id. Throws an `ExitError`. */
  keep(known: Known): void;
  /** Keeps the new name of a speaker; nothing if its token was replaced, or if somebody else writes just now. */
  rename(known: Known, name: string): void;
}

/** Returns what opens a session with that speaker, and is shown to no other. */
export function toCredential({ token, deviceUuid, id, tls }: Known): Credential {
  // Without an id, the speaker tries the keys of all clients.
  return { token, deviceUuid, isOverTls: tls, ...(id !== undefined && { id }) };
}

/** The content of the file. Members and entries that a newer version wrote are preserved. */
type Content = Readonly<Record<string, unknown>>;

/** Age at which an unchanged lock counts as abandoned, in milliseconds. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 20;

/** Opens `tonearm/tokens.json` in the user's configuration directory, readable only by the user. */
export function openTokenFile(environment: NodeJS.ProcessEnv): TokenFile {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.config');
  const path = join(base, 'tonearm', 'tokens.json');
  const all = (): readonly Known[] =>
    Object.entries(read(path).speakers).flatMap(([deviceUuid, entry]) => toKnown(deviceUuid, entry) ?? []);
  return {
    find: deviceUuid => all().find(known => known.deviceUuid === deviceUuid) ?? null,
    all,
    prepare: () => change(path, speakers => speakers),
    keep: ({ deviceUuid, ...entry }) => change(path, speakers => ({ ...speakers, [deviceUuid]: entry })),
    rename({ deviceUuid, token }, name) {
      const add = (): void => {
        const content = read(path);
        const entry = content.speakers[deviceUuid];
        if (toKnown(deviceUuid, entry)?.token !== token) return;
        const renamed = { ...(entry as object), name };
        write(path, { ...content, speakers: { ...content.speakers, [deviceUuid]: renamed } });
      };
      alone(`${path}.lock`, add, tryLock);
    },
  };
}

/**
 * Reads an entry; null if only a newer version understands it. Versions before kept `places`, too, addresses at which the
 * speaker had proven itself, and told TLS by the address alone.
 */
function toKnown(deviceUuid: string, value: unknown): Known | null {
  if (!isContent(value)) return null;
  const { name, token, id, places, tls } = value;
  const url = value['url'] ?? (Array.isArray(places) ? (places.at(-1) as unknown) : undefined);
  if (typeof name !== 'string' || typeof token !== 'string' || (url !== undefined && !isAddress(url)))
    return null;
  return {
    ...{ deviceUuid, name, token },
    ...(typeof id === 'string' && { id }),
    ...(url !== undefined && { url }),
    tls: typeof tls === 'boolean' ? tls : url?.startsWith('wss:') === true,
  };
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^wss?:/.test(value) && URL.canParse(value);
}

function change(path: string, act: (speakers: Content) => Content): void {
  try {
    makeFolder(dirname(path));
    alone(`${path}.lock`, () => {
      const content = read(path);
      write(path, { ...content, speakers: act(content.speakers) });
    });
  } catch (cause) {
    if (cause instanceof ExitError) throw cause;
    throw createTrouble(
      `${path} cannot be written`,
      'check who owns it and its folder, and whether the disk is full',
      { cause },
    );
  }
}

function read(path: string): Content & { readonly speakers: Content } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { speakers: {} };
    throw createTrouble(`${path} cannot be read`, 'check who owns it: sudo may have created it', { cause });
  }
  const content = parse(text);
  if (!isContent(content) || !isContent(content['speakers']))
    throw createTrouble(`${path} is damaged`, 'repair it, or move it away');
  return { ...content, speakers: content['speakers'] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Runs `act` under the lock: two concurrent read-modify-write cycles would each lose the other's entry. Does nothing if
 * `take` returns null.
 */
function alone(lock: string, act: () => void, take: (lock: string) => string | null = takeLock): void {
  const own = take(lock);
  if (own === null) return;
  try {
    act();
  } finally {
    // After a long delay another process may have taken this lock for abandoned and replaced it.
    if (markOf(lock) === own) rmSync(lock, { force: true });
  }
}

/** Takes the lock and returns the mark by which it differs from other locks. */
function takeLock(lock: string): string {
  let other: string | null = null;
  let sinceMs = 0;
  for (;;) {
    const own = tryLock(lock);
    if (own !== null) return own;
    const mark = markOf(lock);
    if (mark === null || mark !== other) {
      other = mark;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs > PATIENCE_MS) setAside(lock, mark);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

/**
 * Removes an abandoned lock. Between check and rename it may have become another process's lock, which is then
 * restored.
 */
function setAside(lock: string, meant: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (markOf(aside) !== meant) linkSync(aside, lock);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  rmSync(aside, { force: true });
}

/** Returns the identity of the lock file, by inode and time; null if there is none. */
function markOf(lock: string): string | null {
  const found = statSync(lock, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : toMark(found);
}

function toMark({ ino, mtimeNs }: BigIntStats): string {
  return `${ino} ${mtimeNs}`;
}

function tryLock(lock: string): string | null {
  try {
    const file = openSync(lock, 'wx', 0o600);
    const own = toMark(fstatSync(file, { bigint: true }));
    closeSync(file);
    return own;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

/** Replaces the file atomically: a failed write leaves the old content. */
function write(path: string, content: Content): void {
  const fresh = `${path}.${process.pid}`;
  try {
    rmSync(fresh, { force: true });
    writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
