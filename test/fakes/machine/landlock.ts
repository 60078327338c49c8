/**
 * A setpriv that knows Landlock (util-linux 2.41 and later): the system's; where that does not, one that stands in for it,
 * takes the same words, says no to any other, and asks the kernel for the same. In Python, as neither Node nor a shell can
 * ask for it.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../../src/player/process/program.js';

const system = findProgram('setpriv', process.env['PATH'] ?? '');
const knowsLandlock =
  system !== null && spawnSync(system, ['--help'], { encoding: 'utf8' }).stdout.includes('--landlock-access');

const SETPRIV = `#!/usr/bin/python3
import ctypes, os, struct, sys
ACCESSES = ('execute write-file read-file read-dir remove-dir remove-file make-char make-dir make-reg make-sock '
            'make-fifo make-block make-sym refer truncate').split()
PRCTL = {'--pdeathsig': 1, '--no-new-privs': 38}
libc = ctypes.CDLL(None, use_errno=True)

def fail(words):
    sys.exit('setpriv: %s (%s)' % (words, os.strerror(ctypes.get_errno())))

def ask(number, *words):
    answer = libc.syscall(number, *words)
    if answer < 0: fail('landlock')
    return answer

def toBits(names):
    return sum(1 << ACCESSES.index(name) for name in names.split(','))

words, rules, held = sys.argv[1:], [], 0
while words and words[0].startswith('--'):
    name = words.pop(0)
    if name == '--version': print('setpriv of a test'); sys.exit(0)
    if name == '--no-new-privs': libc.prctl(PRCTL[name], 1, 0, 0, 0)
    elif name == '--pdeathsig' and words.pop(0) == 'KILL': libc.prctl(PRCTL[name], 9, 0, 0, 0)
    elif name == '--landlock-access': held = toBits(words.pop(0).removeprefix('fs:'))
    elif name == '--landlock-rule':
        kind, accesses, path = words.pop(0).split(':', 2)
        if kind != 'path-beneath': fail(kind)
        rules.append((toBits(accesses), path))
    else: fail('unrecognized option ' + name)
if held:
    ruleset = ask(444, ctypes.c_char_p(struct.pack('=Q', held)), ctypes.c_size_t(8), 0)
    for allowed, path in rules:
        below = os.open(path, os.O_PATH | os.O_CLOEXEC)
        ask(445, ruleset, 1, ctypes.c_char_p(struct.pack('=Qi', allowed, below)), 0)
    ask(446, ruleset, 0)
os.execvp(words[0], words)
`;

/** Why there can be none; false where it works. */
export function whyNoLandlock(folder: string): string | false {
  if (!knowsLandlock && spawnSync('python3', ['--version']).status !== 0) return 'python3 is missing';
  const setpriv = writeSetpriv(folder);
  const words = ['--no-new-privs', '--landlock-access', 'fs:write-file,truncate'];
  const { status, stderr } = spawnSync(setpriv, [...words, 'true'], { encoding: 'utf8' });
  return status === 0 ? false : `the kernel does not do it: ${stderr.trim().split('\n').at(-1) ?? ''}`;
}

/** Answers its path: the folder may stand first in a PATH. */
export function writeSetpriv(folder: string): string {
  const path = join(folder, 'setpriv');
  mkdirSync(folder, { recursive: true });
  rmSync(path, { force: true });
  if (system !== null && knowsLandlock) symlinkSync(system, path);
  else {
    writeFileSync(path, SETPRIV);
    chmodSync(path, 0o755);
  }
  return path;
}
