// The package's components, for vulnerability scanners (CycloneDX 1.5). The format is that of `npm sbom`, which
// Debian's npm does not have yet; using two different tools would make two different packages from the same sources.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findModules } from './modules.mjs';
import { HOMEPAGE, VENDOR } from './publisher.mjs';

/**
 * Lists the lockfile's data on everything that is shipped, and nothing that depends on the time of the build. `epoch`:
 * seconds.
 */
export function toSbom(root, { version, epoch }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const own = packages[''];
  const places = findModules(root).map(({ path }) => path);
  const refOf = path => `${toName(path) || own.name}@${packages[path].version}`;
  const parts = places.map(path => toPart(toName(path), refOf(path), packages[path]));
  const links = ['', ...places].map(path => ({
    ref: refOf(path),
    dependsOn: listNeeded(packages[path])
      .map(name => resolve(name, { path, packages }))
      .filter(found => places.includes(found))
      .map(refOf),
  }));
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const component = {
    'bom-ref': refOf(''),
    type: 'application',
    name: 'tonearm',
    version,
    scope: 'required',
    description,
    purl: toPurl(own.name, own.version),
    ...toLicenses(own),
  };
  const [components, dependencies] = [byRef(parts, 'bom-ref'), byRef(links, 'ref')];
  const digest = createHash('sha256')
    .update(JSON.stringify([component, components, dependencies]))
    .digest('hex');
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    // A UUID derived from the list (RFC 9562, version 8): the same list has the same UUID.
    serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: { timestamp: new Date(epoch * 1000).toISOString(), component, supplier: toSupplier() },
    components,
    dependencies,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toSupplier() {
  return { name: VENDOR, ...(HOMEPAGE !== null && { url: [HOMEPAGE] }) };
}

function toPart(name, ref, entry) {
  const { version, integrity } = entry;
  const [, sum] = /\bsha512-(\S+)/.exec(integrity);
  return {
    'bom-ref': ref,
    type: 'library',
    name,
    version,
    scope: entry.optional === true ? 'optional' : 'required',
    purl: toPurl(name, version),
    hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }],
    ...toLicenses(entry),
  };
}

const toName = path => path.replace(/^.*node_modules\//, '');

const toPurl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A single licence has an identifier; several are combined in an expression. */
function toLicenses({ license }) {
  if (license === undefined) return {};
  return { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] };
}

function listNeeded({ dependencies, optionalDependencies, peerDependencies }) {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

/** Returns where Node finds the module: beside the module that needs it, or further up. */
function resolve(name, { path, packages }) {
  for (let folder = path; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (place in packages) return place;
    if (folder === '.' || folder === '') return null;
  }
}

/** The same version may be in two places but is listed once. */
function byRef(entries, key) {
  const kept = new Map(entries.map(entry => [entry[key], entry]));
  return [...kept.values()].sort((one, other) => (one[key] < other[key] ? -1 : 1));
}
