// `npm run release [-- --out FOLDER]`: makes a complete release from a clean tree and a tag (docs/releasing.md). The
// same tag gives the same packages; the repository also keeps those of earlier releases.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findEpoch, makePackage } from './package/make.mjs';
import { readAddress } from './package/publisher.mjs';
import { toSbom } from './package/sbom.mjs';
import { withKey } from './release/key.mjs';
import { readEntry, toNotes } from './release/notes.mjs';
import { packForNpm } from './release/npm.mjs';
import { publish, toAdding } from './release/repository.mjs';
import { checkSource } from './release/source.mjs';
import { ARCHITECTURES } from './setup/architectures.mjs';
import { say, SetupFailure, tellFailure } from './setup/failure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string' } } });

try {
  release(resolve(values.out ?? join(root, 'release')));
} catch (error) {
  tellFailure(error);
}

function release(out) {
  const version = checkSource(root);
  const epoch = findEpoch(root);
  const { RELEASE_KEY_FILE, RELEASE_APT_URL } = process.env;
  const repository = join(out, 'apt');
  const url = readAddress('RELEASE_APT_URL', RELEASE_APT_URL) ?? `file:${repository}`;
  if (!readdirSync(join(root, 'node_modules')).includes('mdns'))
    throw new SetupFailure(69, `Node ${process.version} compiles no mdns: make releases with Node 20.`);
  const folder = join(out, version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const packages = Object.keys(ARCHITECTURES).map(arch => {
    say(`the package for ${arch}`);
    return makePackage({ root, out: folder, version, epoch, arch, ownArch: null });
  });
  say('what npm installs, the list of parts, the notes');
  packForNpm({ root, out: folder, version });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write(`tonearm-${version}.cdx.json`, toSbom(root, { version, epoch }));
  const entry = readEntry(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const isTrial = (RELEASE_KEY_FILE ?? '') === '';
  const adding = toAdding(url);
  write('notes.md', toNotes({ version, entry, adding, isTrial }));
  write('SHA256SUMS', toSums(folder));

  say('the repository for apt');
  withKey({ file: isTrial ? undefined : RELEASE_KEY_FILE, trial: join(out, 'trial-key.asc') }, signer => {
    signer.signFile(join(folder, 'SHA256SUMS'), join(folder, 'SHA256SUMS.asc'));
    publish({ folder: repository, packages, url, epoch, signer });
    say(
      `signed by ${signer.fingerprint}${isTrial ? ', for trying out alone (RELEASE_KEY_FILE names a key)' : ''}`,
    );
  });
  console.log(`${[folder, repository].join('\n')}\nThese two lines add it:\n${adding.join('\n')}`);
}

function toSums(folder) {
  return readdirSync(folder)
    .sort()
    .map(
      name =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}
