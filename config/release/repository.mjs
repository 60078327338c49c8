// An apt repository: all packages released into it so far, listed and signed (sources.list(5),
// https://wiki.debian.org/DebianRepository/Format).
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from '../package/program.mjs';
import { VENDOR } from '../package/publisher.mjs';
import { ARCHITECTURES } from '../setup/architectures.mjs';

const POOL = 'pool/main/t/tonearm';
const SUITE = 'stable';

/** `url`: the address at which apt will find the folder; `signer`: from key.mjs; `epoch`: seconds. */
export function publish({ folder, packages, url, epoch, signer }) {
  const suite = join(folder, 'dists', SUITE);
  mkdirSync(join(folder, POOL), { recursive: true });
  for (const file of packages) copyFileSync(file, join(folder, POOL, basename(file)));
  for (const arch of Object.keys(ARCHITECTURES)) {
    const list = run('apt-ftparchive', ['--arch', arch, 'packages', POOL], {}, folder);
    const place = join(suite, 'main', `binary-${arch}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'Packages'), list);
    writeFileSync(join(place, 'Packages.gz'), gzipSync(list, { level: 9 }));
  }
  writeRelease({ suite, epoch, signer });
  writeFileSync(join(folder, 'tonearm.sources'), toSources(url, signer.publicKey));
}

function writeRelease({ suite, epoch, signer }) {
  const options = {
    Origin: VENDOR,
    Label: 'Tonearm',
    Suite: SUITE,
    Codename: SUITE,
    Architectures: Object.keys(ARCHITECTURES).join(' '),
    Components: 'main',
  };
  // It lists the files in the folder, but must not list itself.
  rmSync(join(suite, 'InRelease'), { force: true });
  const words = Object.entries(options).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  const text = run('apt-ftparchive', [...words, 'release', suite], { SOURCE_DATE_EPOCH: `${epoch}` });
  const unsigned = join(suite, '..', 'Release');
  writeFileSync(unsigned, text);
  signer.signText(unsigned, join(suite, 'InRelease.new'));
  rmSync(unsigned);
  renameSync(join(suite, 'InRelease.new'), join(suite, 'InRelease'));
}

/** Returns the file for /etc/apt/sources.list.d, with the key in it: apt trusts the key only for this repository. */
function toSources(url, publicKey) {
  const lines = publicKey
    .trim()
    .split('\n')
    .map(line => ` ${line === '' ? '.' : line}`);
  return [
    'Types: deb',
    `URIs: ${url}`,
    `Suites: ${SUITE}`,
    'Components: main',
    'Signed-By:',
    ...lines,
    '',
  ].join('\n');
}

/** Returns the two command lines that add the repository and install the package. */
export function toAdding(url) {
  const target = '/etc/apt/sources.list.d/tonearm.sources';
  // Every Debian has this helper of apt; curl and wget are not on all of them. Its usual user may not write there.
  const fetches = url.startsWith('file:')
    ? `install -m 644 ${url.slice('file:'.length)}/tonearm.sources ${target}`
    : `/usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file ${url}/tonearm.sources ${target}`;
  return [`sudo ${fetches}`, 'sudo apt update && sudo apt install --yes --no-install-recommends tonearm'];
}
