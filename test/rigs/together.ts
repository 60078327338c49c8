/** Runs the test files named by its arguments in this process: the first names all of them, the others are paths. */
import { pathToFileURL } from 'node:url';

const [name, ...files] = process.argv.slice(2);
// tap names the temporary folders of tests by the file that Node started: every group has its own.
process.argv.splice(1, process.argv.length, `${name}`);
const { default: t } = await import('tap');
for (const file of files) {
  t.comment(file);
  await import(pathToFileURL(file).href);
}
