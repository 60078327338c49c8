// `npm run supply`: fails if npm would install a third-party package unchecked or from elsewhere, if one may run a script
// that nobody has allowed, or if an installed one differs from its lockfile. It contacts no registry.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProblems, readLock } from './supply/lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = name => readFileSync(`${root}${name}`, 'utf8');

const lock = readLock(read);
const { allowScripts } = JSON.parse(read('package.json'));
const problems = findProblems({ lock, allowScripts, settings: read('.npmrc'), root });
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${Object.keys(lock.packages).length - 1} packages, each with its checksum`);
