import { readFileSync } from 'node:fs';
import t from 'tap';
import { replaceTable, toEnvExample } from '../../src/config/documents.js';
import { VARIABLE_NAMES, variableOf } from '../../src/config/variables.js';
import { parseConfig } from '../../src/config/config.js';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

t.test('the documents are those of the schema: npm run build && npm run env-example', async t => {
  t.equal(read('config/tonearm.env.example'), toEnvExample());
  t.equal(read('docs/configuration.md'), replaceTable(read('docs/configuration.md')));
  t.throws(() => replaceTable('no markers'), /lacks the markers/);
});

t.test('the example speaks to the owner, whose settings it becomes', async t => {
  const [header = ''] = toEnvExample().split('\n\n');
  t.match(header, /^# After editing this file, run: sudo systemctl restart tonearm$/m);
  t.notMatch(header, /npm|schema/);
});

t.test('the example lives: commented lines are good settings, live ones are the required', async t => {
  const lines = toEnvExample().split('\n');
  const live = lines.filter(line => /^\w/.test(line)).map(line => line.slice(0, -1));
  t.same(
    live,
    VARIABLE_NAMES.filter(name => variableOf(name).required),
  );
  // Files of examples are not on this machine; what is wrong with them has tests of its own.
  const settings = VARIABLE_NAMES.filter(name => !name.endsWith('_FILE')).map(name => [
    name,
    variableOf(name).example,
  ]);
  t.doesNotThrow(() => parseConfig({ HOME: '/', ...(Object.fromEntries(settings) as NodeJS.ProcessEnv) }));
  for (const name of VARIABLE_NAMES)
    t.ok(
      lines.some(line => line.includes(`${name}=`)),
      name,
    );
});
