import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnvFile } from '../../config/env-file.js';
import type { Findings, Found } from './finding.js';
import { listFacts, readBytes } from './machine-files.js';
import type { Scene } from './scene.js';

const FOLDER = 'etc/tonearm';
/** Directories that the unit hides from its service (`ProtectHome=`, `PrivateTmp=`). */
const HIDDEN = /^\/(home|root|run\/user|tmp|var\/tmp)\//;

/** Settings that name a file, the access that the service needs, as `test` calls it, and whether it fails without. */
const FILES = [
  { variable: 'TONEARM_CLIENT_SECRET_FILE', right: 'r', isFatal: true },
  { variable: 'TONEARM_TLS_CERT_FILE', right: 'r', isFatal: true },
  { variable: 'TONEARM_TLS_KEY_FILE', right: 'r', isFatal: true },
  { variable: 'TONEARM_EVENT_COMMAND', right: 'x', isFatal: false },
] as const;

/**
 * Reports files that the settings give to the package's service but that its user may not use; root, who runs this
 * check, may use them. The configuration check reports missing files.
 */
export async function checkFiles(
  { root, isRoot, agent, run }: Scene,
  findings: Findings,
  signal: AbortSignal,
): Promise<Found> {
  if (!isRoot) return null;
  const told = await run('systemctl', ['show', '--property=User', '--value', 'tonearm'], signal);
  const user = told?.stdout.trim() ?? '';
  if (user === '') return null;
  const looking = listFilesOfSettings(root).map(async ({ name, variable, right, isFatal, path }) => {
    const place = join(root, path);
    if (!existsSync(place)) return null;
    const as = [`--reuid=${user}`, `--regid=${user}`, '--init-groups', 'test', `-${right}`, place];
    const tried = HIDDEN.test(path) ? null : await run('setpriv', as, signal);
    // Where setpriv itself fails, it says so.
    if (tried !== null && (tried.code !== 1 || tried.stderr !== '')) return null;
    const text = `${variable} in /${FOLDER}/${name} names ${path}, which the service’s user ${user} may not ${right === 'r' ? 'read' : 'run'}`;
    const why =
      tried === null
        ? `the service cannot see ${dirname(path)}: move the file to /${FOLDER}`
        : `sudo chgrp ${user} ${path}; sudo chmod g+${right === 'r' ? 'r' : 'rx'} ${path}; the folders above it must be open to that group, too`;
    const remedy =
      variable === 'TONEARM_CLIENT_SECRET_FILE'
        ? `${why}; or, if client-secret.conf hands the secret to the service, leave ${variable} unset`
        : why;
    // A running service has read its files; the mode was changed later.
    return isFatal && agent === null ? findings.broken(text, remedy) : findings.warning(text, remedy);
  });
  return Promise.all(looking);
}

function listFilesOfSettings(root: string) {
  const names = listFacts(root, FOLDER).filter(name => name.endsWith('.env'));
  return names.flatMap(name => {
    const settings = parseEnvFile(readBytes(root, join(FOLDER, name)) ?? '');
    const isSecretGiven = (settings['TONEARM_CLIENT_SECRET'] ?? '') !== '';
    return FILES.flatMap(file => {
      const path = settings[file.variable] ?? '';
      const isUnread = file.variable === 'TONEARM_CLIENT_SECRET_FILE' && isSecretGiven;
      return path === '' || isUnread ? [] : [{ ...file, name, path: resolve('/', path) }];
    });
  });
}
