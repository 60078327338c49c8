// What of node_modules is in the package: within the program's bundle, or beside it.
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { PACKAGES } from '../bundle.mjs';

/** Needed to compile the addon of mdns, or for types alone. */
const BUILD_ONLY = /^node_modules\/(nan|type-fest|@types\/.*)$/;
const KEPT = new Set(['.js', '.cjs', '.mjs', '.json']);
const DROPPED = /^(\.|(node_modules|tests?|spec|examples?|bench(marks?)?|docs)$)/;
/** What a program loads of mdns; the rest are sources and what the compiler left. */
const MDNS = /^(lib(\/.*)?|package\.json)$/;
const ADDON_OF_MDNS = /^build(\/Release(\/dns_sd_bindings\.node)?)?$/;

/** `[{ path, name, version, isBundled }]` of the modules installed here that the program needs. */
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

/** `hasAddon`: with the addon as it was compiled for this machine. */
export function copyModules(root, target, { hasAddon }) {
  for (const { path, name, isBundled } of findModules(root)) {
    if (isBundled) continue;
    const from = join(root, path);
    const isKept = name === 'mdns' ? path => isOfMdns(path, hasAddon) : isOfModule;
    cpSync(from, join(target, path), {
      recursive: true,
      filter: (source, copy) => isKept(relative(from, source), source, copy),
    });
  }
}

function isOfMdns(path, hasAddon) {
  return path === '' || MDNS.test(path) || (hasAddon && ADDON_OF_MDNS.test(path));
}

/** What Node loads; the licences stand in the package's copyright file, each in full. */
function isOfModule(path, source) {
  if (path === '') return true;
  const name = basename(source);
  if (DROPPED.test(name)) return false;
  return statSync(source).isDirectory() || KEPT.has(extname(name));
}
