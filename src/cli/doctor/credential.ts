import { join } from 'node:path';
import { isThere } from '../../config/device-environment.js';
import { unitOf } from '../../config/installed.js';
import type { Findings, Found } from './finding.js';
import { listFacts, readFact } from './machine-files.js';

const FOLDER = 'etc/systemd/system';

/** A drop-in of the unit that passes the client secret from a file, and the path of that file. */
interface LostCredential {
  readonly dropIn: string;
  readonly path: string;
}

/**
 * Returns the drop-in that names a file for the client secret which does not exist; null if there is none. systemd does
 * not start such a service (status 243).
 */
export function findLostCredential(root: string, instance: string | null): LostCredential | null {
  const folders = [...(instance === null ? [] : ['tonearm@.service.d']), `${unitOf(instance)}.service.d`];
  const found = folders
    .map(folder => join(FOLDER, folder))
    .flatMap(folder => listFacts(root, folder).map(name => join(folder, name)))
    .filter(dropIn => dropIn.endsWith('.conf'))
    .flatMap(dropIn => {
      const text = readFact(root, dropIn) ?? '';
      return [...text.matchAll(/^\s*LoadCredential=client-secret:(\/\S+)/gm)].map(([, path = '']) => ({
        dropIn: `/${dropIn}`,
        path: path.replaceAll('%i', instance ?? ''),
      }));
    });
  // A path with another specifier of systemd cannot be judged.
  return found.find(({ path }) => !path.includes('%') && !isThere(join(root, path))) ?? null;
}

export function checkCredential(root: string, instance: string | null, findings: Findings): Found {
  const lost = findLostCredential(root, instance);
  if (lost === null) return null;
  const { dropIn, path } = lost;
  return findings.broken(
    `${dropIn} names ${path}, which does not exist: systemd does not start the service`,
    `write the secret to it: sudo install -m 600 /dev/stdin ${path} (paste the secret, then Enter and Ctrl-D); if there is no secret, sudo rm ${dropIn}; then sudo systemctl daemon-reload and sudo systemctl restart tonearm`,
  );
}
