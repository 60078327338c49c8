// `npm run lockfile`, after packages were added or upgraded: adds the missing tarball checksums to the lockfiles. npm
// omits them for packages of other platforms when it makes the lockfile from what is installed, and then installs those
// packages unchecked.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const unheld = ['', 'config/nodes/'].flatMap(folder =>
  complete(fileURLToPath(new URL(`../${folder}package-lock.json`, import.meta.url))),
);
if (unheld.length > 0) {
  console.error(
    `The registry does not hold ${unheld.join(', ')}:\ntake another version of what asks for them.`,
  );
  process.exitCode = 1;
}

/** Completes a lockfile and returns the packages that the registry does not have. */
function complete(path) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const unheld = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place === '' || entry.link === true || entry.inBundle === true || entry.integrity !== undefined)
      continue;
    const spec = `${entry.name ?? place.replace(/^.*node_modules\//, '')}@${entry.version}`;
    const integrity = askRegistry(spec);
    if (integrity === null) {
      unheld.push(spec);
      continue;
    }
    const { version, ...rest } = entry;
    lock.packages[place] = { version, integrity, ...rest };
    console.log(spec);
  }
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  return unheld;
}

/** Returns the checksum, or null if the package or this version does not exist. */
function askRegistry(spec) {
  const words = ['view', spec, 'dist.integrity', '--json', '--loglevel=silent'];
  const { error, ...ended } = spawnSync('npm', words, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (ended.signal !== null) throw new Error(`npm view was ended by ${ended.signal}`);
  const answer = ended.stdout.trim() === '' ? null : JSON.parse(ended.stdout);
  if (answer === null || ['E404', 'ETARGET'].includes(answer.error?.code)) return null;
  if (!/^sha512-/.test(answer)) throw new Error(`${spec}: ${ended.stdout.trim()}`);
  return answer;
}
