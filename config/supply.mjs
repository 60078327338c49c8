// `npm run supply`: fails if npm would install a package of others unchecked or from elsewhere, or let one run a script
// that nobody has judged. It reads the lockfiles and the settings of the folder that it runs in, and contacts no registry.
import { existsSync, readFileSync } from 'node:fs';

/** Packages that only one purpose needs have a lockfile of their own. */
const LOCKS = ['package-lock.json', 'config/nodes/package-lock.json'].filter(path => existsSync(path));
const WHOLE = /^sha512-[\w+/]{86}==$/;

const problems = [];
const entries = LOCKS.flatMap(path => Object.entries(JSON.parse(readFileSync(path, 'utf8')).packages)).filter(
  ([place]) => place !== '',
);
for (const [place, { integrity = '', resolved, link, inBundle }] of entries) {
  if (link === true) problems.push(`${place}: a link to a folder`);
  else if (inBundle !== true && !WHOLE.test(integrity))
    problems.push(`${place}: no checksum: npm run lockfile`);
  if (resolved !== undefined) problems.push(`${place}: names where it comes from, unlike the others`);
}

const { allowScripts = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const scripted = entries
  .filter(([, entry]) => entry.hasInstallScript === true)
  .map(([place]) => place.replace(/^.*node_modules\//, ''));
for (const name of scripted.filter(name => allowScripts[name] === undefined))
  problems.push(`${name}: wants to run a script when it is installed: allow or forbid it (allowScripts)`);
for (const name of Object.keys(allowScripts).filter(name => !scripted.includes(name)))
  problems.push(`${name}: is allowed scripts, and has none`);

// npm uses the last line of a setting.
const setting = readFileSync('.npmrc', 'utf8')
  .split('\n')
  .findLast(line => /^\s*ignore-scripts\b/i.test(line));
if (setting?.trim() !== 'ignore-scripts=true')
  problems.push('.npmrc lets every package run scripts: ignore-scripts=true');

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${entries.length} packages, each with its checksum`);
