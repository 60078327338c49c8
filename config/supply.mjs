// `npm run supply`: fails if a third-party package (including the nodes of `npm run nodes`), its licence, an install
// script that it may run, or an npm setting (.npmrc) differs from config/supply.txt. `-- --write` writes that list, so
// that a person can review the changes. It contacts no registry.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findProblems, readLock, toList } from './supply/list.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = `${root}config/supply.txt`;
const read = name => readFileSync(`${root}${name}`, 'utf8');

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const lock = readLock(read);
const { allowScripts } = JSON.parse(read('package.json'));
const supply = { lock, allowScripts, settings: read('.npmrc') };
if (values.write) writeFileSync(path, toList(supply));
const problems = findProblems({ ...supply, root, list: read('config/supply.txt') });
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${Object.keys(lock.packages).length - 1} packages, as listed`);
