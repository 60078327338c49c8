import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnvFile } from '../../config/env-file.js';
import type { Finding, Findings } from './finding.js';
import { listFacts, readBytes, readFact } from './machine-files.js';

const USER = 'tonearm';
const FOLDER = 'etc/tonearm';
const OVERRIDES = 'etc/systemd/system';
const RUNTIME = 'run/systemd/system';
/** The groups that the unit adds to those of its user. */
const ADDED_GROUPS: readonly string[] = ['audio', 'input'];
const UNIT = 'usr/lib/systemd/system/tonearm.service';
/** Directories that the unit hides from its service (`ProtectHome=`, `PrivateTmp=`). */
const HIDDEN = /^\/(home|root|run\/user|tmp|var\/tmp)\//;

const [READ, RUN] = [4, 1];
/** Settings that name a file, the access that the service needs, and whether it fails without. */
const FILES = [
  { name: 'TONEARM_CLIENT_SECRET_FILE', right: READ, isFatal: true },
  { name: 'TONEARM_TLS_CERT_FILE', right: READ, isFatal: true },
  { name: 'TONEARM_TLS_KEY_FILE', right: READ, isFatal: true },
  { name: 'TONEARM_EVENT_COMMAND', right: RUN, isFatal: false },
] as const;

interface User {
  readonly uid: number;
  readonly groups: readonly number[];
}

/**
 * Reports files that the settings give to the package's service but that its user may not use; root, who runs this
 * check, may use them. The configuration check reports missing files.
 */
export function checkFiles(root: string, findings: Findings, isRunning: boolean): Finding[] {
  const user = readServiceUser(root);
  if (user === null) return [];
  return listFacts(root, FOLDER)
    .filter(name => name.endsWith('.env'))
    .flatMap(name => {
      const settings = parseEnvFile(readBytes(root, join(FOLDER, name)) ?? '');
      return FILES.flatMap(({ name: variable, right, isFatal }) => {
        const path = settings[variable] ?? '';
        const isUnread =
          variable === 'TONEARM_CLIENT_SECRET_FILE' && (settings['TONEARM_CLIENT_SECRET'] ?? '') !== '';
        const why = path === '' || isUnread ? null : findObstacle(root, resolve('/', path), { user, right });
        if (why === null) return [];
        const text = `${variable} in /${FOLDER}/${name} names ${path}, which the service’s user ${USER} may not ${right === READ ? 'read' : 'run'}`;
        const remedy =
          variable === 'TONEARM_CLIENT_SECRET_FILE'
            ? `${why}; or, if client-secret.conf hands the secret to the service, leave ${variable} unset`
            : why;
        // A running service has read its files: an access control list allows it, or the mode was changed later.
        const isBroken = isFatal && !isRunning;
        return [isBroken ? findings.broken(text, remedy) : findings.warning(text, remedy)];
      });
    });
}

/**
 * Returns what keeps the package's service from reading a file, as a remedy; null if nothing does, or if that cannot be
 * determined. Undefined: there is no such service here, or the administrator changed its user or access.
 */
export function findReadObstacle(root: string, path: string): string | null | undefined {
  const user = readServiceUser(root);
  return user === null ? undefined : findObstacle(root, path, { user, right: READ });
}

function readServiceUser(root: string): User | null {
  return readFact(root, UNIT) === null || isUnitChanged(root) ? null : readUser(root);
}

/**
 * Returns whether the administrator changed the unit's user or access; the shipped unit is then no basis for this
 * check.
 */
function isUnitChanged(root: string): boolean {
  const isReplaced = [OVERRIDES, RUNTIME].some(
    folder => readFact(root, join(folder, 'tonearm.service')) !== null,
  );
  return isReplaced || [OVERRIDES, RUNTIME].some(folder => isOverridden(root, folder));
}

function isOverridden(root: string, folder: string): boolean {
  return listFacts(root, folder)
    .filter(name => /^tonearm(@.*)?\.service\.d$/.test(name))
    .flatMap(name => listFacts(root, join(folder, name)).map(file => join(folder, name, file)))
    .some(path =>
      /^\s*(User|Group|SupplementaryGroups|ProtectHome|PrivateTmp|Bind\w*Paths)=/m.test(
        readFact(root, path) ?? '',
      ),
    );
}

/** Returns the remedy for the obstacle on the path; null if there is none, or if it cannot be determined. */
function findObstacle(
  root: string,
  path: string,
  { user, right }: { readonly user: User; readonly right: number },
): string | null {
  try {
    const base = realpathSync(root).replace(/\/$/, '');
    const real = realpathSync(join(base, path));
    const ways = [path, real.startsWith(`${base}/`) ? real.slice(base.length) : real];
    for (const way of ways) {
      if (HIDDEN.test(way)) return `the service cannot see ${dirname(way)}: move the file to /${FOLDER}`;
      const folders = foldersOf(way);
      const closed = folders.find(folder => !may(user, statSync(join(base, folder)), RUN));
      if (closed !== undefined) return toRemedy(closed, 'x');
      if (!may(user, statSync(join(base, way)), right)) return toRemedy(way, right === READ ? 'r' : 'rx');
    }
    return null;
  } catch {
    return null;
  }
}

function toRemedy(path: string, letters: string): string {
  return `sudo chgrp ${USER} ${path}; sudo chmod g+${letters} ${path}`;
}

/** Returns the parent directories, outermost first. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '/' ? ['/'] : [...foldersOf(folder), folder];
}

/** Applies the kernel's rule: only one of the three permission classes counts. */
function may({ uid, groups }: User, { mode, uid: owner, gid }: Stats, right: number): boolean {
  const shift = uid === owner ? 6 : groups.includes(gid) ? 3 : 0;
  return ((mode >> shift) & right) === right;
}

/** Returns the service's user; null if it does not exist. */
function readUser(root: string): User | null {
  const [, , uid, gid] = linesOf(root, 'etc/passwd').find(([name]) => name === USER) ?? [];
  if (uid === undefined || gid === undefined) return null;
  const others = linesOf(root, 'etc/group').filter(
    ([name, , , members = '']) => ADDED_GROUPS.includes(name ?? '') || members.split(',').includes(USER),
  );
  return { uid: Number(uid), groups: [Number(gid), ...others.map(([, , id]) => Number(id))] };
}

function linesOf(root: string, path: string): string[][] {
  return (readFact(root, path) ?? '').split('\n').map(line => line.split(':'));
}
