/** A machine on which the package is installed, as a command sees it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { whyNoNamespace } from '../../fakes/machine/namespace.js';
import { type Outcome, outcomeOf } from './run.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Whether this machine can stand for one, else why not. */
export const whyNotInstalled = whyNoNamespace(['mount']);

const NOBODY = '65534';

/** An /etc, /var/lib and /run of its own, made by `$2`; then the command, as another user, of a program that all can read. */
const SCRIPT = `
  set -e
  mount -t tmpfs none "$1"
  for place in etc var/lib; do
    mkdir -p "$1/$place" "$1/upper-work/$place"
    mount -t overlay overlay -o "lowerdir=/$place,upperdir=$1/$place,workdir=$1/upper-work/$place" "/$place"
  done
  mount -t tmpfs -o mode=755 none /run
  mkdir -m 755 /run/program
  mkdir -m 700 /run/root
  mount --bind "$3" /run/program
  rm -rf /etc/tonearm /var/lib/tonearm
  eval "$2"
  shift 3
  exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups env -u NODE_OPTIONS "$@"`;

export interface Installed {
  /** What makes the places of the package. */
  readonly setUp: string;
  /** Of the user who types the command. */
  readonly groups?: string;
  /** Root types it. */
  readonly isRoot?: true;
  readonly environment?: NodeJS.ProcessEnv;
}

/** `folder`: an empty one, to mount upon. */
export async function runInstalled(
  folder: string,
  { setUp, groups, isRoot, environment = {} }: Installed,
  words: readonly string[],
): Promise<Outcome> {
  const command = ['/run/program/dist/program/main.js', ...words];
  const asUser = SCRIPT.replace('--clear-groups', groups === undefined ? '$&' : `--groups ${groups}`);
  const text = isRoot === true ? SCRIPT.replace(/setpriv .*--clear-groups /, '') : asUser;
  const script = ['sh', '-c', text, 'sh', folder, setUp, ROOT, process.execPath, ...command];
  const child = spawn('unshare', ['--mount', ...script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: isRoot === true ? '/run/root' : '/run/nobody',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outcomeOf(child);
}
