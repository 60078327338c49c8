// Runs the tests of what sounds with the mpv and the snapserver of the Debians that owners have, beside this machine's own,
// and Home Assistant's own calls with their python3-mpd.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { say } from './failure.mjs';
import { runTests } from './tests.mjs';

/** Releases of Debian, with the version of mpv that each has. */
const SUITES = { trixie: '0.40', forky: '0.41' };

/** The programs that are taken from there, which are packages of the same name. */
const PROGRAMS = ['mpv', 'snapserver', 'python3'];
const PACKAGES = [...PROGRAMS, 'python3-mpd'];

/** Not under its own name, by which the tests run this machine's. */
const PYTHON = 'python-of-release';

/** What depends on their versions: the player, what is heard, a day of the whole program, Snapcast, and MPD's protocol. */
const NAMES = [
  ...[
    'agent/announce',
    'agent/audio-odd',
    'agent/life',
    'agent/progress',
    'agent/recording',
    'agent/restart',
    'player/data-end',
    'player/level',
  ],
  ...['player/mpv-bad', 'player/mpv-faults', 'player/mpv-formats', 'player/mpv-next', 'player/mpv-plain'],
  ...['player/mpv-player', 'player/mpv-process', 'cli/snapcast-server', 'mpd/home-assistant'],
].map(name => `test/${name}.test.ts`);

/** Runs the tests with each. Resolves with the exit code; a system that cannot be had is skipped, with the reason. */
export async function runOnPlayers(root, { run = runTests, cache = toCache() } = {}) {
  let worst = 0;
  for (const [suite, version] of Object.entries(SUITES)) {
    const player = havePlayer(suite, cache);
    if (player.why !== undefined) {
      console.log(`skipped: mpv ${version} of Debian ${suite}: ${player.why}`);
      continue;
    }
    console.log(`with ${player.version}, of Debian ${suite}`);
    const PATH = `${player.folder}:${process.env.PATH ?? ''}`;
    const env = { ...process.env, PATH, TEST_PYTHON: join(player.folder, PYTHON) };
    worst = Math.max(worst, await run({ root, args: NAMES, cwd: root, env }));
  }
  return worst;
}

function toCache() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tonearm', 'players');
}

/**
 * Returns the folder of an mpv that runs with the libraries of its own Debian, and the version that it tells; or `why`
 * there is none. Debian's packages are unpacked without running their scripts, and checked by apt as always.
 */
function havePlayer(suite, cache) {
  const system = join(cache, suite);
  const has = name => existsSync(join(system, 'usr/bin', name));
  const why = PROGRAMS.every(has) ? null : unpack(suite, system);
  // What an earlier run has kept is good, as far as it goes.
  if (why !== null && !has('mpv')) return { why };
  const folder = join(cache, `${suite}-bin`);
  const find = (place, pattern) => join(place, readdirSync(place).find(name => pattern.test(name)) ?? '');
  const libraries = find(`${system}/usr/lib`, /-linux-gnu/);
  const loader = find(libraries, /^ld-linux/);
  const places = ['', '/pulseaudio', '/blas', '/lapack'].map(name => `${libraries}${name}`).join(':');
  for (const name of PROGRAMS.filter(has)) {
    // A process is found by its name, which is that of the loader.
    const named = join(folder, 'loader', name);
    mkdirSync(join(folder, 'loader'), { recursive: true });
    copyFileSync(loader, named);
    const isPython = name === 'python3';
    const program = join(folder, isPython ? PYTHON : name);
    const home = isPython ? `PYTHONHOME=${system}/usr ` : '';
    writeFileSync(
      program,
      `#!/bin/sh\n${home}exec ${named} --library-path ${places} ${system}/usr/bin/${name} "$@"\n`,
    );
    chmodSync(program, 0o755);
  }
  const { stdout, status } = spawnSync(join(folder, 'mpv'), ['--version'], { encoding: 'utf8' });
  const [version] = /^mpv v?[\d.]+/.exec(stdout ?? '') ?? [];
  return status === 0 && version ? { folder, version } : { why: 'it does not run here' };
}

/** Returns why it could not. */
function unpack(suite, system) {
  if (spawnSync('mmdebstrap', ['--version']).status !== 0) return 'mmdebstrap is not installed';
  say(`unpacking the ${PROGRAMS.join(', ')} of Debian ${suite} (some 700 MB, kept in ${system})`);
  const unfinished = `${system}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, '..'), { recursive: true });
  try {
    // A testing release that was mirrored long ago is as good for this.
    const freshness = '--aptopt=Acquire::Check-Valid-Until "false"';
    const words = [
      '--quiet',
      '--variant=extract',
      freshness,
      `--include=${PACKAGES.join(',')}`,
      suite,
      unfinished,
    ];
    execFileSync('mmdebstrap', words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000 });
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    return String(error.stderr ?? error.message)
      .trim()
      .split('\n')
      .at(-1);
  }
  rmSync(system, { recursive: true, force: true });
  renameSync(unfinished, system);
  return null;
}
