// Finds the system programs that Tonearm needs and installs missing ones by apt.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ARCHITECTURES } from './architectures.mjs';
import { createApt } from './apt.mjs';
import { SetupFailure, say } from './failure.mjs';
import { withSignOfLife } from './sign-of-life.mjs';

/**
 * An entry is present if any program or file of `any` exists; otherwise the first of `packages` that apt knows is
 * installed. Without a `needed` entry the setup fails; without another one a feature is left out and reports that
 * itself, or one of `instead` does the same, only more slowly.
 */
const PLAYER = { any: ['mpv'], packages: ['mpv'], needed: true };
const SYSTEM = [
  PLAYER,
  { any: ['avahi-daemon'], packages: ['avahi-daemon'] },
  { any: ['avahi-publish'], packages: ['avahi-utils'] },
  { any: ['setpriv'], packages: ['util-linux'] },
];
/** Needed to compile the optional package mdns, which does not compile on Node 24 and newer. */
const COMPILER = [
  { any: ['/usr/include/avahi-compat-libdns_sd/dns_sd.h'], packages: ['libavahi-compat-libdnssd-dev'] },
  { any: ['g++'], packages: ['g++'] },
  { any: ['make'], packages: ['make'] },
  { any: ['python3'], packages: ['python3'] },
];
/** A browser with windows, as people use it. */
const BROWSER = {
  any: ['chromium', 'chromium-browser', 'google-chrome'],
  packages: ['chromium', 'chromium-browser'],
};
/** Shows the system calls of a process. */
const TRACE = { any: ['strace'], packages: ['strace'] };

const PYTHON_MODULES = '/usr/lib/python3/dist-packages';

const TESTS = [
  TRACE,
  { any: ['dbus-daemon'], packages: ['dbus-daemon', 'dbus'] },
  { any: ['avahi-browse'], packages: ['avahi-utils'] },
  { any: ['ip'], packages: ['iproute2'] },
  { any: ['openssl'], packages: ['openssl'] },
  { any: ['nginx'], packages: ['nginx'] },
  { any: ['systemd-analyze'], packages: ['systemd'] },
  { any: ['zsh'], packages: ['zsh'] },
  { any: ['fish'], packages: ['fish'] },
  { any: ['lintian'], packages: ['lintian'] },
  // Tools that the pages tell readers to use, and that read a page's YAML as Home Assistant does.
  { any: ['curl'], packages: ['curl'] },
  { any: ['jq'], packages: ['jq'] },
  // It speaks the texts of announcements.
  { any: ['espeak-ng'], packages: ['espeak-ng'] },
  { any: [`${PYTHON_MODULES}/yaml`], packages: ['python3-yaml'] },
  { any: [`${PYTHON_MODULES}/jinja2`], packages: ['python3-jinja2'] },
  { any: [`${PYTHON_MODULES}/websocket`], packages: ['python3-websocket'] },
  // Programs that speak MPD's protocol, and what shows what they do.
  ...['mpc', 'ncmpcpp', 'ncmpc', 'mpdscribble', 'playerctl', 'tmux'].map(name => ({
    any: [name],
    packages: [name],
  })),
  { any: ['mpDris2'], packages: ['mpdris2'] },
  { any: [`${PYTHON_MODULES}/mpd`], packages: ['python3-mpd'] },
  { any: ['snapserver'], packages: ['snapserver'] },
  { any: ['pgrep'], packages: ['procps'] },
  // A test makes a package for another architecture than this machine's.
  { ...toCross(process.arch === 'arm64' ? 'armhf' : 'arm64'), needed: false },
  // The first is the same engine without windows, which takes half of the processor time.
  {
    any: ['chromium-headless-shell'],
    packages: ['chromium-headless-shell', ...BROWSER.packages],
    instead: BROWSER.any,
  },
  // It alone keeps a page for the way back, as people's browsers do.
  { ...BROWSER, needed: false },
  { any: ['firefox-esr'], packages: ['firefox-esr'] },
  { any: ['WebKitWebDriver'], packages: ['webkit2gtk-driver'] },
  { any: ['Xvfb'], packages: ['xvfb'] },
  // Unpacks the mpv of other Debians.
  { any: ['mmdebstrap'], packages: ['mmdebstrap'] },
];

/** Needed to record sound. */
const SOUND = [
  { any: ['pulseaudio'], packages: ['pulseaudio'] },
  { any: ['parec'], packages: ['pulseaudio-utils'] },
];

/** Tools for measuring, and the programs to compare with. */
const BENCH = [
  ...SOUND,
  { any: ['ffmpeg'], packages: ['ffmpeg'] },
  TRACE,
  BROWSER,
  { any: ['mpd'], packages: ['mpd'] },
  { any: ['mopidy'], packages: ['mopidy'] },
  { any: ['snapserver'], packages: ['snapserver'] },
];
/** Needed to list and sign a release. */
const RELEASE = [
  { any: ['apt-ftparchive'], packages: ['apt-utils'], needed: true },
  { any: ['gpg'], packages: ['gpg'], needed: true },
  { any: ['gpg-agent'], packages: ['gpg-agent'], needed: true },
];
const ALSO = {
  release: RELEASE,
  test: [...SOUND, ...TESTS, ...RELEASE.map(entry => ({ ...entry, needed: false }))],
  nodes: TESTS,
  players: [...SOUND, ...TESTS],
  bench: BENCH,
  chaos: SOUND,
};

/** Returns the compiler for another architecture. */
function toCross(arch) {
  const { triplet, compiler } = ARCHITECTURES[arch];
  return { any: [`${triplet}-g++`], packages: [compiler], needed: true };
}

/**
 * Returns the entries that the purpose needs and `isThere` does not find. `crossArch`: the target architecture or
 * architectures of packages, if other than this machine's.
 */
export function findMissing({ purpose, nodeMajor, isThere, crossArch }) {
  const compilers = [...COMPILER, ...[crossArch ?? []].flat().map(toCross)];
  const wanted = [...SYSTEM, ...(nodeMajor < 24 ? compilers : []), ...(ALSO[purpose] ?? [])];
  return wanted.filter(({ any }) => !any.some(name => isThere(name)));
}

/** Looks up programs in PATH and in the folders that an ordinary user's PATH lacks; absolute paths directly. */
export function isThere(name, path = process.env.PATH ?? '') {
  if (name.startsWith('/')) return existsSync(name);
  const folders = [...path.split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.some(folder => folder !== '' && isExecutable(join(folder, name)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the missing packages. `pauseMs`: the wait before apt is tried again. Rejects with a `SetupFailure` 69 if a
 * needed one cannot be installed.
 */
export async function installSystemPackages(purpose, { pauseMs = 5000, crossArch } = {}) {
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  const lacking = findMissing({ purpose, nodeMajor, isThere, crossArch });
  // Asking for root leaves a trace in the system's log.
  if (lacking.length === 0) return;
  const asRoot = findWayToRoot();
  // What only makes things faster is worth neither a password nor a word.
  const isQuiet = isThere('apt-get') && asRoot !== null && asRoot.length !== 1;
  const missing = lacking.filter(entry => !isReplaced(entry) || (isQuiet && isKnownToApt(entry.packages[0])));
  if (missing.length === 0) return;
  if (!isThere('apt-get') || asRoot === null) {
    goOnWithout(
      missing,
      isThere('apt-get') ? 'this user may not install any (no sudo)' : 'there is no apt here',
    );
    return;
  }
  say(`installing what is missing from the system: ${toNames(missing)}`);
  if (asRoot.length === 1) say('sudo asks for your password');
  // Known packages may install even though the lists cannot be fetched at present.
  const run = createApt(asRoot, { pauseMs });
  const once = words => withSignOfLife(`apt-get ${words[0]}`, () => run(words));
  const apt = async words => {
    if (await once(words)) return true;
    say(`apt-get ${words[0]} failed; trying once more`);
    await sleep(pauseMs);
    return once(words);
  };
  if (!(await apt(['update']))) say('the package lists could not be fetched; trying with those at hand');
  const known = toKnown(missing);
  if (known.length > 0 && !(await apt(['install', ...known]))) {
    // An unavailable package must not prevent the installation of the others.
    say('trying them one by one');
    for (const name of known) await once(['install', name]);
  }
  const absent = missing.filter(entry => !entry.any.some(name => isThere(name)) && !isReplaced(entry));
  const fatal = absent.filter(entry => entry.needed);
  if (fatal.length > 0) {
    throw new SetupFailure(69, `apt could not install ${toNames(fatal)}; see its messages above.`);
  }
  if (absent.length > 0) say(`going on without ${toNames(absent)}: what needs them is left out`);
}

function isReplaced({ instead = [] }) {
  return instead.some(name => isThere(name));
}

function goOnWithout(missing, why) {
  const command = `apt-get update && apt-get install --no-install-recommends ${toNames(missing, ' ')}`;
  if (missing.some(entry => entry.needed)) {
    throw new SetupFailure(
      69,
      `Some packages are missing, and ${why}: ${toNames(missing)}.\nAs root: ${command}\nThen try again.`,
    );
  }
  say(`going on without ${toNames(missing)}: ${why}. As root: ${command}`);
}

function toKnown(missing) {
  const chosen = missing
    .map(({ packages }) => packages.find(isKnownToApt))
    .filter(name => name !== undefined);
  return [...new Set(chosen)];
}

function toNames(entries, between = ', ') {
  return [...new Set(entries.map(({ packages }) => packages[0]))].join(between);
}

function isKnownToApt(name) {
  const { status, stdout } = spawnSync('apt-cache', ['policy', name], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return status === 0 && /Candidate: (?!\(none\))/.test(stdout);
}

/** Returns the words before a command that run it as root; null if that is not possible. */
function findWayToRoot() {
  if (process.getuid() === 0) return [];
  if (!isThere('sudo')) return null;
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo', '-n'];
  return process.stdin.isTTY ? ['sudo'] : null;
}
