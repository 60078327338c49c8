// What the package is made of, for programs that look for known faults (CycloneDX 1.5, as npm writes it).
import { createHash } from 'node:crypto';
import { findModules } from './modules.mjs';
import { HOMEPAGE, VENDOR } from './publisher.mjs';
import { run } from './program.mjs';

/** npm's list of the lockfile, with what is shipped and nothing else, and nothing of the moment at which it is made. `epoch`: seconds. */
export function toSbom(root, { version, epoch }) {
  // All of it: what is needed to develop as well, npm leaves out with `--omit=dev`.
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', `--prefix=${root}`];
  const made = JSON.parse(run('npm', words));
  const { metadata, components, dependencies } = made;
  const own = metadata.component['bom-ref'];
  const shipped = new Set(findModules(root).map(module => `${module.name}@${module.version}`));
  const parts = components
    .filter(part => shipped.has(part['bom-ref']))
    .map(part => ({ ...part, externalReferences: [] }));
  const isPart = ref => ref === own || shipped.has(ref);
  const links = dependencies
    .filter(({ ref }) => isPart(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isPart) }));
  const component = { ...metadata.component, type: 'application', name: 'tonearm', version };
  const digest = createHash('sha256')
    .update(JSON.stringify([component, parts, links]))
    .digest('hex');
  const document = {
    ...made,
    // A UUID of what is listed (RFC 9562, version 8): the same list has the same one.
    serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    metadata: { timestamp: new Date(epoch * 1000).toISOString(), component, supplier: toSupplier() },
    components: parts,
    dependencies: links,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toSupplier() {
  return { name: VENDOR, ...(HOMEPAGE !== null && { url: [HOMEPAGE] }) };
}
