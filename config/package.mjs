// `node config/package.mjs [--arch amd64|arm64|armhf] [--out FOLDER] [--version VERSION]`: makes the Debian package
// from the built files, for this machine's architecture or another; SOURCE_DATE_EPOCH is respected.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findOwnArch, readArch } from './setup/architectures.mjs';
import { tellFailure } from './setup/failure.mjs';
import { findEpoch, makePackage } from './package/make.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const { values } = parseArgs({
  options: { arch: { type: 'string' }, out: { type: 'string' }, version: { type: 'string' } },
});

try {
  const version = values.version ?? JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const out = resolve(values.out ?? join(root, 'dist'));
  const arch = readArch(process.argv.slice(2));
  console.log(makePackage({ root, out, version, epoch: findEpoch(root), arch, ownArch: findOwnArch() }));
} catch (error) {
  tellFailure(error);
}
