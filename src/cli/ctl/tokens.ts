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
import { EXIT, ExitError } from '../../errors.js';
import { makeFolder } from '../../make-folder.js';
import { createTrouble } from '../trouble.js';

/** A control token that this user was given. */
export interface TokenEntry {
  /** The speaker's. */
  readonly name: string;
  readonly token: string;
  /** The client's; left out where the token was given out before there were proofs. */
  readonly id?: string;
  /** ws or wss address of the claim; left out where it is not known, or was this machine's own socket. */
  readonly url?: string;
}

/** The control tokens that this user was given, by the id of the speaker. */
export interface TokenFile {
  find(deviceUuid: string): TokenEntry | null;
  /** Throws what `keep` would, before there is anything to be lost. */
  prepare(): void;
  keep(deviceUuid: string, entry: TokenEntry): void;
}

/** What the file holds: members and entries that a newer version wrote are kept as they are. */
type Content = Readonly<Record<string, unknown>>;

/** So long one lock may lie there, milliseconds. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 20;

/** `tonearm/tokens.json` in the user's configuration directory, readable by the user alone. */
export function openTokenFile(environment: NodeJS.ProcessEnv): TokenFile {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.config');
  const path = join(base, 'tonearm', 'tokens.json');
  return {
    find(deviceUuid) {
      const { speakers } = read(path);
      const entry = Object.hasOwn(speakers, deviceUuid) ? speakers[deviceUuid] : null;
      return isEntry(entry) ? entry : null;
    },
    prepare: () => add(path, {}),
    keep: (deviceUuid, entry) => add(path, { [deviceUuid]: entry }),
  };
}

function add(path: string, entries: Content): void {
  try {
    makeFolder(dirname(path));
    alone(`${path}.lock`, () => {
      const content = read(path);
      write(path, { ...content, speakers: { ...content.speakers, ...entries } });
    });
  } catch (cause) {
    if (cause instanceof ExitError) throw cause;
    throw new ExitError(EXIT.fault, `${path} cannot be written`, { cause });
  }
}

function read(path: string): Content & { readonly speakers: Content } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { speakers: {} };
    throw new ExitError(EXIT.fault, `${path} cannot be read`, { cause });
  }
  const content = parse(text);
  if (!isContent(content) || !isContent(content['speakers']))
    throw createTrouble(`${path} is damaged`, 'repair it or move it away');
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

function isEntry(value: unknown): value is TokenEntry {
  const { token, id, url } = (value ?? {}) as { token?: unknown; id?: unknown; url?: unknown };
  return typeof token === 'string' && [id, url].every(each => ['string', 'undefined'].includes(typeof each));
}

/** One after the other: what two read, each would write back without what the other one adds. */
function alone(lock: string, act: () => void): void {
  const own = takeLock(lock);
  try {
    act();
  } finally {
    // Whoever took so long that it was thought killed has none any more.
    if (markOf(lock) === own) rmSync(lock, { force: true });
  }
}

/** Answers by what its lock is told from another's. */
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

/** Nobody takes so long: it was killed. But between the look and the act it may have become another's, who gets it back. */
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

/** Which file it is, and since when; null: there is none. */
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

/** A write that fails leaves what was. */
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
