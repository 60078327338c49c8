import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { examineStateFiles, isCopy } from '../../daemon/state-files.js';
import type { Finding, Findings, Found } from './finding.js';
import { checkKeeping } from './keeping.js';
import { isStranger } from './rights.js';
import type { Check } from './scene.js';

/**
 * Free space below which to warn (`FULL`: to report a fault), in bytes or, on an intentionally small disk, as a part of
 * it: the agent keeps only some kilobytes.
 */
const TIGHT = { bytes: 50 * 1024 * 1024, part: 1 / 4 };
const FULL = { bytes: 1024 * 1024, part: 1 / 16 };

/**
 * Checks the state directory: whether it is writable, its content, the free space, and whether it survives a power cut.
 */
export const storage: Check = {
  name: 'disk',
  look(scene, findings) {
    const { root, stateDir } = scene;
    if (stateDir === null) return findings.broken('no state directory is known', 'set TONEARM_STATE_DIR');
    const there = nearest(stateDir);
    if (isStranger(scene) && !isWritable(there)) return findings.unseen(`this user may not open ${stateDir}`);
    const room = checkRoom(there, findings);
    if (there !== stateDir) {
      return [
        isWritable(there)
          ? findings.note(`${stateDir} does not exist yet: the agent creates it`)
          : unwritable(stateDir, findings),
        room,
      ];
    }
    if (!statSync(stateDir).isDirectory()) {
      return [
        findings.broken(`${stateDir} is not a directory`, 'move it away, or set TONEARM_STATE_DIR'),
        room,
      ];
    }
    return [
      checkDirectory(stateDir, findings),
      checkFiles(stateDir, findings),
      checkCopy(root, stateDir, findings),
      room,
      checkKeeping(root, stateDir, findings),
    ];
  },
};

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function unwritable(path: string, findings: Findings): Finding {
  return findings.broken(
    `${path} cannot be written by this user`,
    'run this as root or as the agent’s user; otherwise give that user the directory (sudo chown), or find out why the disk is read-only',
  );
}

function checkDirectory(stateDir: string, findings: Findings): Found {
  const open = statSync(stateDir).mode & 0o077;
  return [
    isWritable(stateDir) ? findings.ok(`${stateDir} is writable`) : unwritable(stateDir, findings),
    open !== 0 && findings.warning(`${stateDir} is open to other users`, `sudo chmod 700 ${stateDir}`),
  ];
}

function checkFiles(stateDir: string, findings: Findings): Found {
  const files = examineStateFiles(stateDir);
  const good = files.filter(({ outcome }) => outcome === 'good').map(({ name }) => name);
  const aside = readdirSafely(stateDir).filter(name => name.includes('.corrupt-'));
  return [
    good.length > 0 && findings.ok(`intact: ${good.join(', ')}`),
    files.map(({ name, outcome, mode }) => {
      if (outcome === 'torn')
        return findings.broken(
          `${name} is damaged`,
          'start the agent: it sets the file aside and goes on; what the file held must be set up again',
        );
      if (outcome === 'newer')
        return findings.broken(
          `${name} is from a newer version of Tonearm`,
          'install that version again, or set TONEARM_STATE_DIR',
        );
      if (outcome === 'unreadable')
        return findings.broken(
          `${name} cannot be read`,
          'run this as root or as the agent’s user; otherwise give that user the file (sudo chown)',
        );
      const isOpen = mode !== null && (mode & 0o077) !== 0;
      return (
        isOpen && findings.warning(`${name} is open to other users`, `sudo chmod 600 ${stateDir}/${name}`)
      );
    }),
    aside.length > 0 &&
      findings.warning(
        `set aside as unreadable: ${aside.join(', ')}`,
        'remove them when you no longer need them; if more appear soon, the SD card is failing',
      ),
  ];
}

/** One line, whether the agent has set aside what was copied, or is still to do so. */
function checkCopy(root: string, stateDir: string, findings: Findings): Found {
  const aside = readdirSafely(stateDir).filter(name => name.includes('.copied-'));
  if (aside.length > 0)
    return findings.warning(
      `copied from another machine, and therefore set aside: ${aside.join(', ')}`,
      'pair this speaker if it is not paired yet, then remove them',
    );
  return (
    isCopy(stateDir, root) &&
    findings.warning(
      `the state in ${stateDir} was copied from another machine: its pairing and its phones are not used here`,
      'start the agent, which gives this speaker an id of its own, and pair it',
    )
  );
}

function readdirSafely(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function checkRoom(path: string, findings: Findings): Finding {
  const { bavail, blocks, bsize, files, ffree } = statfsSync(path);
  const free = bavail * bsize;
  const isBelow = ({ bytes, part }: typeof TIGHT): boolean => free <= Math.min(bytes, blocks * bsize * part);
  const text = `${(free / 1024 / 1024).toFixed(0)} MiB free for ${path}`;
  if (isBelow(FULL) || (files > 0 && ffree === 0))
    return findings.broken(
      `the disk is full: ${text}`,
      'free some space: sudo apt-get clean, sudo journalctl --vacuum-size=50M',
    );
  return isBelow(TIGHT)
    ? findings.warning(text, 'free some space: sudo apt-get clean, sudo journalctl --vacuum-size=50M')
    : findings.ok(text);
}
