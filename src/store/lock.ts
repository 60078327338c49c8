import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, ExitError } from '../contract/errors.js';
import { codeOf } from './file.js';
import { readPlain } from '../lib/plain-file.js';

export interface Lock {
  /** May be called twice. */
  release(): void;
}

/** The exit code of `flock` if another process holds the lock. */
const conflictCode = 1;
/** More than a pid takes. */
const pidBytes = 64;

/**
 * Locks the state directory for this process, or throws an `ExitError` 1 that names the process holding it (contract,
 * sections 1 and 2). The lock is the kernel's (flock), bound to a descriptor that only this process has. It ends with
 * the process in any case, so there is no stale lock to detect and no race in taking one over. Node has no flock of
 * its own; a child locks the descriptor that it shares with this process, and exits. The number in the file is
 * informational.
 */
export function takeLock(directory: string): Lock {
  const path = join(directory, 'lock');
  const { descriptor, writable } = openLock(path, directory);
  const { status, error } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
    timeout: 5_000,
  });
  if (status !== 0) {
    closeSync(descriptor);
    if (status === conflictCode) throw new ExitError(EXIT.fault, describeHolder(directory));
    if (error !== undefined && codeOf(error) === 'ENOENT') {
      throw new ExitError(EXIT.missingProgram, 'flock is missing: install the package util-linux.');
    }
    throw new ExitError(EXIT.fault, `The state directory ${directory} cannot be locked (flock failed).`);
  }
  if (writable) {
    attempt(() => {
      ftruncateSync(descriptor);
      writeSync(descriptor, `${process.pid}\n`, 0);
    });
  }
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      if (writable) attempt(() => ftruncateSync(descriptor));
      closeSync(descriptor);
    },
  };
}

/** A read-only file system cannot hold the file, so the directory itself is locked. */
function openLock(path: string, directory: string): { descriptor: number; writable: boolean } {
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_DIRECTORY } = constants;
  try {
    return { descriptor: openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600), writable: true };
  } catch (error) {
    if (codeOf(error) === 'EROFS') {
      return { descriptor: openSync(directory, O_RDONLY | O_DIRECTORY), writable: false };
    }
    throw new ExitError(
      EXIT.fault,
      `The lock ${path} cannot be opened (${codeOf(error)}): remove it, or make it a regular file owned by the agent's user.`,
      { cause: error },
    );
  }
}

/** The content of the lock file: the pid of the present or last holder. */
export function readHolder(directory: string): string {
  try {
    return readPlain(join(directory, 'lock'), pidBytes)?.text.trim() ?? '';
  } catch {
    return '';
  }
}

function describeHolder(directory: string): string {
  const holder = readHolder(directory);
  const who = /^\d{1,10}$/u.test(holder) ? `the process with pid ${holder}` : 'a process with unknown pid';
  return `The state directory ${directory} is in use by ${who}: stop it, or set TONEARM_STATE_DIR to another directory.`;
}

/** Failures are ignored: the pid is informational, and a full disk must not prevent the lock. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing depends on the pid.
  }
}
