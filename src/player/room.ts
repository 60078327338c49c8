import { accessSync, constants, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { listSlowMounts } from './mounts.js';
import { isPipe, listPipes } from './pipes.js';
import type { Environment } from './program.js';

/** Accesses by setpriv's names: those that a file can have, and those of folders (landlock(7); third version, Linux 6.2). */
const OF_FILES = ['execute', 'write-file', 'read-file', 'truncate'];
const ALL = [
  ...OF_FILES,
  ...['read-dir', 'remove-dir', 'remove-file', 'make-char', 'make-dir', 'make-reg', 'make-sock', 'make-fifo'],
  ...['make-block', 'make-sym', 'refer'],
];
const RUN = ['execute', 'read-file', 'read-dir'];

/** Where sound is made: cards may come later, servers and ALSA's mixer make sockets and memory that is shared. */
const OF_SOUND = ['/dev', '/run'];

/** What people and services keep for themselves. */
const HOMES = ['/home', '/root', '/run/credentials'];
const SETTINGS = '/etc/tonearm';
/** Secrets and keys that the agent's own settings name. A certificate is none, and may lie where everybody's do. */
const NAMED_FILE = /^TONEARM_(?!TLS_CERT_)\w+_FILE$/;
/** Folders of other speakers on the same machine, which may have the same user. */
const OF_A_SPEAKER = /^tonearm(?:[@-]|$)/;
/** What sound is set up with in a home. */
const OF_HOME = ['.asoundrc', '.config/alsa', '.config/pulse', '.pulse-cookie', '.config/pipewire'];
/** Where a sound server is said to be, or its settings; its folder, where a client may have to write. */
const SAID = /^(PULSE|PIPEWIRE|ALSA|JACK)_/;
const SERVER = /^(PULSE_RUNTIME_PATH|PIPEWIRE_RUNTIME_DIR|XDG_RUNTIME_DIR)$/;
/** setpriv holds a file open for each, and 1024 are what a process may have of old. */
const MOST_RULES = 500;

export interface RoomOptions {
  /** The player, by its absolute path. */
  readonly program: string;
  /** Where it makes its socket; of what else lies there it sees nothing. */
  readonly socketFolder: string;
  /** The agent's folders. */
  readonly ours: readonly string[];
  /** The agent's. */
  readonly environment: Environment;
}

export interface Room {
  /** What setpriv (util-linux 2.41 and later) is told, so that the kernel keeps the player in it (landlock(7)). */
  readonly words: readonly string[];
  /** What is seen in it, by path and file: a file that was made anew is another one. */
  readonly sights: ReadonlySet<string>;
}

/**
 * A room from which the player sees the whole machine, as far as its user may, save what is the agent's, and homes; it
 * writes where sound is made. The kernel knows only what may be done: with whole folders, whatever will lie in them, and
 * on the way to something hidden with what lies beside it now. What comes there later is seen from the next room. What is
 * not named is not held back, as the use of devices. A path that is not there would be an error, and so would an access
 * that it cannot have. Null where too much lies beside what is hidden.
 */
export function drawRoom(options: RoomOptions): Room | null {
  const { program, socketFolder, environment } = options;
  const { HOME: home } = environment;
  const slow = listSlowMounts();
  const hidden = listHidden(options, slow);
  const temporary = ['/tmp', tmpdir()].map(toReal);
  const seenOf = (place: string) => listSeen(place, { hidden, temporary, slow });
  const toHarmless = (paths: readonly string[]) =>
    paths.filter(path => !leadsAstray(path, hidden)).map(toReal);
  const servers = toHarmless(listSaid(environment, SERVER)).filter(isFolder);
  const writable = [...new Set([...OF_SOUND, ...temporary, ...servers].flatMap(seenOf))];
  // What lies where the player writes has its rights from there: by the time of a rule of its own it may be a link.
  const beyond = (paths: readonly string[]) =>
    [...new Set(paths)].filter(path => !writable.some(place => isWithin(path, place)));
  const said = listSaid(environment, SAID);
  const ofHome = isAbsolute(home) ? OF_HOME.map(name => join(toReal(home), name)) : [];
  const setUp = toHarmless([...said, ...ofHome]);
  const rules: readonly (readonly [readonly string[], readonly string[]])[] = [
    [ALL, writable],
    [OF_FILES, beyond([...said, ...listPipes(program)].filter(isPipe).map(toReal))],
    [RUN, beyond([...['/', ...setUp].flatMap(seenOf), toReal(program)])],
    // ALSA's mixer makes its sockets among temporary files. It removes them, too, which might be done to ours.
    [['make-sock'], beyond([socketFolder, ...temporary])],
  ];
  if (rules.flatMap(([, paths]) => paths).length > MOST_RULES) return null;
  const seen = rules.flatMap(([accesses, paths]) => paths.flatMap(path => toSight(accesses, path)));
  const ruled = seen.flatMap(({ rule }) => ['--landlock-rule', rule]);
  return {
    words: ['--no-new-privs', '--landlock-access', `fs:${ALL.join(',')}`, ...ruled],
    sights: new Set(seen.map(({ sight }) => sight)),
  };
}

/** The paths that variables of such names hold. */
function listSaid(environment: Environment, names: RegExp): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    names.test(name) ? (/^(?:unix:)?(\/.*)$/.exec(value)?.[1] ?? []) : [],
  );
}

/** By their real paths. A home that is a folder of the system, as some services have, is none. */
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

interface Limits {
  readonly hidden: readonly string[];
  /** Folders for temporary files. */
  readonly temporary: readonly string[];
  /** Not even looked at on the way to something hidden. */
  readonly slow: ReadonlySet<string>;
}

/** The whole of a place; if something hidden lies in it, what lies beside that. Where links lead is found there. */
function listSeen(place: string, limits: Limits): string[] {
  const { hidden, temporary, slow } = limits;
  if (hidden.includes(place)) return [];
  if (!hidden.some(path => isWithin(path, place))) return [place];
  const entries = entriesOf(place).filter(entry => !entry.isSymbolicLink() && !OF_A_SPEAKER.test(entry.name));
  // What lies beside something hidden among temporary files is made and removed all the time.
  const isCrowd = entries.length > MOST_RULES && temporary.some(each => isWithin(place, each));
  const isWayOnly = isCrowd || temporary.includes(place);
  return entries
    .map(({ name }) => join(place, name))
    .filter(path => !slow.has(path) && (!isWayOnly || hidden.some(each => isWithin(each, path))))
    .flatMap(path => listSeen(path, limits));
}

/** Whether a path that is named for sound is a link, made by a player perhaps, that leads to what is hidden. */
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

/** Settings that root keeps for itself are hidden already. */
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
  return `${path}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function toReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function toSight(accesses: readonly string[], path: string) {
  const stat = statOf(path);
  if (stat === null) return [];
  const fit = stat.isDirectory() ? accesses : accesses.filter(access => OF_FILES.includes(access));
  if (fit.length === 0) return [];
  return [
    {
      rule: `path-beneath:${fit.join(',')}:${path}`,
      sight: `${path} ${String(stat.dev)}:${String(stat.ino)}`,
    },
  ];
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Null for what is not there, and what may not be looked at: the player, who is no other, could not use it either. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
