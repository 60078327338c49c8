import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ControlClient } from '../client/control-client.js';
import { type Config, parseConfig, placesOf } from '../config/config.js';
import { type LocalDevice, listInstances } from '../config/device.js';
import { EXIT, ExitError } from '../contract/errors.js';
import { readClients, readPairing } from '../daemon/state-files.js';
import { deadline } from '../lib/deadline.js';
import { PROGRAM } from '../place.js';
import type { Logger } from '../contract/ports.js';
import { refuse } from './arguments.js';
import type { Command } from './command.js';
import { toEnding } from './child-end.js';
import { type Connected, toExitError } from './ctl/connect.js';
import { DEVICE_OPTION, readDevice } from './device.js';
import { AwayError, openLocalAgent } from './local-agent.js';
import { complain, oneLine, print, prompt } from './output.js';
import { unlessAborted, untilAborted } from './stop-signal.js';
import { createTrouble } from './trouble.js';

export const unpairCommand: Command = {
  name: 'unpair',
  summary: 'signs out: revokes the tokens where possible, and forgets the listener and every admitted phone',
  options: {
    ...DEVICE_OPTION,
    yes: { value: null, summary: 'do not ask for confirmation; required where there is no terminal' },
  },
  notes: [
    'Run it on the speaker, as root, as the agent’s user or as a member of its group. It says who is signed in and how ' +
      'many phones are admitted, and asks for confirmation. If no agent is running, it changes the agent’s files, ' +
      'which only root and the agent’s user may do. If the music service cannot be reached, the tokens are forgotten ' +
      'all the same.',
    'Exit codes: 0 signed out; 1 the answer was no (nothing has changed), or signing out failed; 64 wrong usage, or ' +
      'neither a terminal nor --yes.',
  ],
  async run(given, stop) {
    const isSure = given.flags.has('yes');
    if (!isSure && !canAsk())
      throw refuse(unpairCommand, 'no terminal to ask for confirmation on: add --yes');
    const device = readDevice(given);
    const client = await unlessAborted(openRunningAgent(device), stop);
    if (client === null) return signOutWithoutAgent(device, isSure, stop);
    try {
      const known = await askAgent(client);
      if (!(await isMeant(known, isSure, stop))) return EXIT.fault;
      await client.call('system.unpair', {});
      return tellOutcome(known.isPaired);
    } catch (error) {
      throw toExitError(error, client.url);
    } finally {
      client.stop();
    }
  },
};

/** A session with the agent; null where none runs. One that may not be spoken to is an `ExitError`. */
function openRunningAgent(device: LocalDevice): Promise<Connected | null> {
  const { stateDir } = placesOf(device.environment);
  return openLocalAgent('tonearm unpair', device).catch((error: unknown) => {
    if (!(error instanceof AwayError) || error.away === 'silent') throw error;
    // The owner of the files may change them; their lock shows whether an agent runs.
    const isOwner =
      stateDir !== null && existsSync(stateDir) && statSync(stateDir).uid === process.geteuid?.();
    if (error.away === 'noRight' && !isOwner) throw error;
    return null;
  });
}

/** Prints what will be removed, and resolves with whether the user agrees. */
async function isMeant(known: PairedState, isSure: boolean, stop: AbortSignal): Promise<boolean> {
  print(describe(known));
  if (isSure || (await askWhether('Sign out and forget the phones?', stop))) return true;
  print('nothing has changed');
  return false;
}

/** Returns whether a person can answer on the terminal. */
function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/**
 * Asks a yes-or-no question on the terminal. Anything but yes, end of input (Ctrl-D) and `stop` (Ctrl-C) count as no.
 */
async function askWhether(question: string, stop: AbortSignal): Promise<boolean> {
  // The terminal edits the line and handles Ctrl-C; readline's own editing would prevent both.
  const lines = createInterface({ input: process.stdin, terminal: false, signal: stop });
  prompt(`${question} [y/N]`);
  const answer = (await lines[Symbol.asyncIterator]().next()) as IteratorResult<string, undefined>;
  lines.close();
  // Without an answer, the line of the question has not been ended.
  if (answer.done) print('');
  return /^y(?:es)?$/i.test(answer.done ? '' : answer.value.trim());
}

/** The listener and the number of admitted phones, as far as known. */
interface PairedState {
  readonly isPaired: boolean;
  /** The listener's name at the service; null if not known. */
  readonly name: string | null;
  readonly phones: number;
}

/** Time limit for the query of the name, in milliseconds: an unreachable service must not delay the sign-out. */
const NAME_MS = 5_000;

async function askAgent(client: ControlClient): Promise<PairedState> {
  const isPaired = client.state?.pairing === 'paired';
  const [{ clients }, name] = await Promise.all([
    client.call('access.list', {}),
    isPaired ? askName(client) : null,
  ]);
  return { isPaired, name, phones: clients.length };
}

async function askName(client: ControlClient): Promise<string | null> {
  const given = deadline(NAME_MS);
  const asked = client.call('library.profile', {}).then(
    ({ displayName }) => displayName,
    () => null,
  );
  return Promise.race([asked, untilAborted(given).then(() => null)]);
}

/** Reads the same from the files while no agent runs; they hold no name. */
function readKept(stateDir: string): PairedState {
  const isPaired = (readPairing(stateDir)?.refreshToken ?? '') !== '';
  return { isPaired, name: null, phones: readClients(stateDir).length };
}

function describe({ isPaired, name, phones }: PairedState): string {
  const who = name === null ? 'a listener whose name is not known' : oneLine(name);
  const many = phones === 0 ? 'no phones' : phones === 1 ? 'one phone' : `${phones} phones`;
  return `signed in: ${isPaired ? who : 'nobody'}; admitted: ${many}`;
}

/**
 * Signs out through the files. Resolves with the exit code. Rejects with an `ExitError` 1 if an agent turns out to hold
 * the directory but cannot be reached.
 */
async function signOutWithoutAgent(
  { environment }: LocalDevice,
  isSure: boolean,
  stop: AbortSignal,
): Promise<number> {
  const { stateDir, runtimeDir } = placesOf(environment);
  if (stateDir === null || !existsSync(stateDir)) throw toNoState(stateDir);
  const owner = statSync(stateDir);
  if (process.geteuid?.() === 0 && owner.uid !== 0) {
    return runAs(owner, isSure ? ['--yes'] : [], {
      ...environment,
      ...readableSecret(environment),
      TONEARM_STATE_DIR: stateDir,
      TONEARM_RUNTIME_DIR: runtimeDir,
    });
  }
  refuseUnreadable(stateDir);
  if (!(await isMeant(readKept(stateDir), isSure, stop))) return EXIT.fault;
  const service = findService(environment);
  if (service === null) {
    complain(
      'the configuration is incomplete, so the tokens cannot be revoked at the music service\n→ sign this speaker out there',
    );
  }
  const { signOut } = await import('../daemon/sign-out.js');
  const clock = { epochMs: () => Date.now(), steadyMs: () => performance.now() };
  return tellOutcome(await signOut({ stateDir, runtimeDir, service, clock, logger: LOGGER }));
}

/** Whoever is told that all is forgotten must not have looked in the wrong place. */
function toNoState(stateDir: string | null): ExitError {
  const where = stateDir === null ? 'no state directory is known' : `${stateDir} does not exist`;
  const names = listInstances()
    .map(name => JSON.stringify(name))
    .join(', ');
  const others =
    names === '' ? 'set TONEARM_STATE_DIR to its state directory' : `choose it with --device: ${names}`;
  return createTrouble(`${where}: nothing was forgotten`, `if a speaker is paired here, ${others}`);
}

/** What cannot be read must not pass for nothing. */
function refuseUnreadable(stateDir: string): void {
  try {
    accessSync(stateDir, constants.R_OK | constants.X_OK);
  } catch (cause) {
    const remedy = 'run it as root, with sudo, or as the agent’s user';
    throw createTrouble(`this user may not read ${stateDir}`, remedy, { cause });
  }
}

/** Returns the service's settings; null if the configuration is not valid. */
function findService(environment: NodeJS.ProcessEnv): Config['service'] | null {
  try {
    return parseConfig(environment).config.service;
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return null;
  }
}

/** Passes on the secret's value, because only root may be allowed to read its file. */
function readableSecret(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secret = findService(environment)?.clientSecret ?? '';
  return secret === '' ? {} : { TONEARM_CLIENT_SECRET: secret, TONEARM_CLIENT_SECRET_FILE: '' };
}

/**
 * Runs this command again as the owner of the files: the agent could not read files that root writes. It runs in a new
 * process, because Node refuses to change its user where libuv might use io_uring (Debian 13).
 */
async function runAs(
  { uid, gid }: { readonly uid: number; readonly gid: number },
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, 'unpair', ...words], {
    uid,
    gid,
    env: environment,
    cwd: '/',
    stdio: 'inherit',
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== null) complain(`the command that ran as the agent’s user ${toEnding(code, signal)}`);
  return code ?? EXIT.fault;
}

const LOGGER: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_details, message) => complain(message),
  error: (_details, message) => complain(message),
};

function tellOutcome(wasPaired: boolean): number {
  const what = wasPaired ? 'signed out' : 'nobody was signed in; the admitted phones have been forgotten';
  print(what);
  return EXIT.clean;
}
