import { accessSync, constants, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { listSlowMounts } from './mounts.js';
import { isPipe, listPipes } from '../wire/pipes.js';
import type { Environment } from './program.js';

/** Access rights by setpriv's names: those for files, then those for folders (landlock(7); version 3, Linux 6.2). */
const OF_FILES = ['execute', 'write-file', 'read-file', 'truncate'];
const ALL = [
  ...OF_FILES,
  ...['read-dir', 'remove-dir', 'remove-file', 'make-char', 'make-dir', 'make-reg', 'make-sock', 'make-fifo'],
  ...['make-block', 'make-sym', 'refer'],
];
const RUN = ['execute', 'read-file', 'read-dir'];

/** Where sound is made. Cards may appear later; sound servers and ALSA's mixer create sockets and shared memory. */
const OF_SOUND = ['/dev', '/run'];

/** Folders that hold private data of users and services. */
const HOMES = ['/home', '/root', '/run/credentials'];
const SETTINGS = '/etc/tonearm';
/** Variables that name files with secrets and keys. A certificate is no secret and may lie in a shared folder. */
const NAMED_FILE = /^TONEARM_(?!TLS_CERT_)\w+_FILE$/;
/** Folders of other speakers on the same machine, which may run as the same user. */
const OF_A_SPEAKER = /^tonearm(?:[@-]|$)/;
/** Sound configuration in a home. */
const OF_HOME = ['.asoundrc', '.config/alsa', '.config/pulse', '.pulse-cookie', '.config/pipewire'];
/** Variables that name a sound server or its settings, and a server's folder, where a client may have to write. */
const SAID = /^(PULSE|PIPEWIRE|ALSA|JACK)_/;
const SERVER = /^(PULSE_RUNTIME_PATH|PIPEWIRE_RUNTIME_DIR|XDG_RUNTIME_DIR)$/;
/** setpriv holds a file open for each rule, and the traditional limit of a process is 1024 open files. */
const MOST_RULES = 500;

export interface RoomOptions {
  /** Absolute path of the player. */
  readonly program: string;
  /** The folder where the player creates its socket. The player cannot see anything else in it. */
  readonly socketFolder: string;
  /** The agent's own folders, which are hidden. */
  readonly ours: readonly string[];
  /** The agent's environment. */
  readonly environment: Environment;
}

/**
 * Computes the room for a player: it sees the whole machine, as far as its user may, except the agent's files and
 * homes, and writes only where sound is made. Returns arguments for setpriv (util-linux 2.41 and later), by which the
 * kernel confines the player to it (landlock(7)); null if too many entries lie beside what is hidden.
 * Landlock only grants access. A rule for a folder covers everything in it, now and later. On the path to something
 * hidden, each sibling that exists now gets a rule of its own; later siblings are visible only in the next room. Access
 * rights that are not listed are not restricted, such as the use of devices. A rule fails for a path that does not
 * exist and for an access right that does not fit its type.
 */
export function drawRoom(options: RoomOptions): readonly string[] | null {
  const { program, socketFolder, environment } = options;
  const { HOME: home } = environment;
  const slow = listSlowMounts();
  const hidden = listHidden(options, slow);
  const temporary = ['/tmp', tmpdir()].map(toReal);
  const seenOf = (place: string) => listSeen(place, { hidden, temporary, slow });
  const toHarmless = (paths: readonly string[]) =>
    paths.filter(path => !leadsAstray(path, hidden)).map(toReal);
  const servers = toHarmless(listSaid(environment, SERVER)).filter(isFolder);
  const writable = new Set([...OF_SOUND, ...temporary, ...servers].flatMap(seenOf));
  // Paths under a writable folder get their rights from it: before a rule of their own applies, they may become a link.
  const beyond = (paths: readonly string[]) =>
    [...new Set(paths)].filter(path => !waysTo(path).some(place => writable.has(place)));
  const said = listSaid(environment, SAID);
  const ofHome = isAbsolute(home) ? OF_HOME.map(name => join(toReal(home), name)) : [];
  const setUp = toHarmless([...said, ...ofHome]);
  const rules: readonly (readonly [readonly string[], readonly string[]])[] = [
    [ALL, [...writable]],
    [OF_FILES, beyond([...said, ...listPipes(program)].filter(isPipe).map(toReal))],
    [RUN, beyond([...['/', ...setUp].flatMap(seenOf), toReal(program)])],
    // ALSA's mixer creates sockets in the temporary folders. The right to remove them would cover the agent's too.
    [['make-sock'], beyond([socketFolder, ...temporary])],
  ];
  if (rules.flatMap(([, paths]) => paths).length > MOST_RULES) return null;
  const ruled = rules.flatMap(([accesses, paths]) => paths.flatMap(path => toRule(accesses, path)));
  return ['--no-new-privs', '--landlock-access', `fs:${ALL.join(',')}`, ...ruled];
}

/** Returns the absolute paths held by the variables whose names match. */
function listSaid(environment: Environment, names: RegExp): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    names.test(name) ? (/^(?:unix:)?(\/.*)$/.exec(value)?.[1] ?? []) : [],
  );
}

/** Returns the real paths to hide. A home that lies directly in the root, as some services have, is not hidden. */
function listHidden({ ours, environment }: RoomOptions, slow: ReadonlySet<string>): string[] {
  const { HOME: home, CREDENTIALS_DIRECTORY: credentials } = environment;
  const files = Object.keys(environment).filter(name => NAMED_FILE.test(name));
  return [
    ...[...ours, ...HOMES.filter(path => !slow.has(path))],
    ...[credentials, ...files.map(name => environment[name])].filter(isAbsolute),
    ...(isAbsolute(home) && dirname(resolve(home)) !== '/' ? [home] : []),
    ...(holdsReadable(SETTINGS) ? [SETTINGS] : []),
  ]
    .map(toReal)
    .filter(path => path !== '/');
}

interface RoomLimits {
  readonly hidden: readonly string[];
  /** Folders for temporary files. */
  readonly temporary: readonly string[];
  /** Slow mount points, which are not even read on the path to something hidden. */
  readonly slow: ReadonlySet<string>;
}

/**
 * Returns the place itself or, if something hidden lies in it, the entries beside that. Symbolic links are left out:
 * their targets are listed where they lie.
 */
function listSeen(place: string, limits: RoomLimits): string[] {
  const { hidden, temporary, slow } = limits;
  if (hidden.includes(place)) return [];
  const within = toFolder(place);
  const onWay = new Set(
    hidden.flatMap(path => (path.startsWith(within) ? path.slice(within.length).split('/', 1) : [])),
  );
  if (onWay.size === 0) return [place];
  const entries = entriesOf(place).filter(entry => !entry.isSymbolicLink() && !OF_A_SPEAKER.test(entry.name));
  // Entries beside something hidden in a temporary folder come and go all the time.
  const isCrowd = entries.length > MOST_RULES && temporary.some(each => isWithin(place, each));
  const isWayOnly = isCrowd || temporary.includes(place);
  return entries.flatMap(({ name }) => {
    const path = `${within}${name}`;
    if (slow.has(path)) return [];
    if (onWay.has(name)) return listSeen(path, limits);
    return isWayOnly ? [] : [path];
  });
}

/** Whether a path named for sound is a link, possibly made by a player, that leads into something hidden. */
function leadsAstray(path: string, hidden: readonly string[]): boolean {
  const real = toReal(path);
  return hidden.some(place => isWithin(real, place) && !isWithin(path, place));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The files from which host names and certificates are resolved. A program that renews one often replaces it. */
const OF_HOSTS = [
  ...['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'],
  '/etc/ssl/certs/ca-certificates.crt',
];

/** Returns what a room of these arguments shows of those files by now, as one word to compare. */
export function hostsIn(room: readonly string[]): string {
  const ruled = new Set(room.flatMap(word => /^path-beneath:[^:]*:(.*)$/s.exec(word)?.[1] ?? []));
  return OF_HOSTS.map(file => {
    const shown = waysTo(toReal(file)).findLast(place => ruled.has(place));
    const stat = shown === undefined ? null : statOf(shown);
    return stat === null ? '' : `${shown}:${stat.dev}:${stat.ino}`;
  }).join(' ');
}

/** Whether the agent's user can read any entry. If only root can read the settings, the system hides them already. */
function holdsReadable(folder: string): boolean {
  return entriesOf(folder).some(({ name }) => {
    try {
      accessSync(join(folder, name), constants.R_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function isAbsolute(path: string | undefined): path is string {
  return path?.startsWith('/') === true;
}

function isWithin(path: string, folder: string): boolean {
  return `${path}/`.startsWith(toFolder(folder));
}

function toFolder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Returns the path and every folder that it lies in. */
function waysTo(path: string): string[] {
  const ends = [...path.matchAll(/\/|$/g)].map(({ index }) => index);
  return ends.map(end => path.slice(0, end) || '/');
}

function toReal(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function toRule(accesses: readonly string[], path: string): string[] {
  const stat = statOf(path);
  if (stat === null) return [];
  const fit = stat.isDirectory() ? accesses : accesses.filter(access => OF_FILES.includes(access));
  return fit.length === 0 ? [] : ['--landlock-rule', `path-beneath:${fit.join(',')}:${path}`];
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Null if the path does not exist or may not be read. The player has the same user, so it could not use it either. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
