// Which packages of node_modules are in the package, in the program's bundle or beside it.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PACKAGES } from '../bundle.mjs';

/** Needed only to build, to compile the addon of mdns, or for types. */
const BUILD_ONLY = /^node_modules\/(nan|type-fest|@types\/.*|@esbuild\/.*)$/;
/** The files of mdns that a program loads; the rest are sources and intermediate results of the compiler. */
const MDNS = /^(lib(\/.*)?|package\.json)$/;
const ADDON_OF_MDNS = /^build(\/Release(\/dns_sd_bindings\.node)?)?$/;

/** Returns `[{ path, name, version, isBundled }]` of the installed modules that the program needs. */
export function findModules(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = new Set(JSON.parse(readFileSync(join(root, PACKAGES), 'utf8')));
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => bundled.has(path) || (optional === true && dev !== true))
    .filter(([path]) => !BUILD_ONLY.test(path) && existsSync(join(root, path)))
    .map(([path, { version }]) => {
      const installed = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      if (installed.version !== version)
        throw new Error(`${path} is ${installed.version}, not ${version}: npm ci`);
      const name = path.replace(/^.*node_modules\//, '');
      return { path, name, version, isBundled: bundled.has(path) };
    });
}

/** Copies the modules outside the bundle, mdns and bindings. `hasAddon`: with the addon compiled for this machine. */
export function copyModules(root, target, { hasAddon }) {
  for (const { path, name, isBundled } of findModules(root)) {
    if (isBundled) continue;
    const from = join(root, path);
    const isKept =
      name === 'mdns' ? place => isOfMdns(place, hasAddon) : place => /^$|\.js(on)?$/.test(place);
    cpSync(from, join(target, path), { recursive: true, filter: source => isKept(relative(from, source)) });
  }
}

function isOfMdns(path, hasAddon) {
  return path === '' || MDNS.test(path) || (hasAddon && ADDON_OF_MDNS.test(path));
}
