import { readFileSync } from 'node:fs';
import t from 'tap';
import { createParts, type Parts } from './states/parts.js';
import { TABLES } from './states/trace.js';

const parts = createParts();
const ROOT = new URL('../../../', import.meta.url);

for (const [table, rows] of Object.entries(TABLES))
  t.test(`the flows reach every row of ${table}`, async t => {
    const steps = parts.flows.flatMap(flow => flow.steps);
    const reached = new Set(steps.flatMap(step => step.rows[table as keyof typeof TABLES]));
    t.strictSame(
      rows.map(({ name }) => name).filter(name => !reached.has(name)),
      [],
    );
  });

t.test('a row is called as no other row of its table', async t => {
  for (const rows of Object.values(TABLES)) t.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
});

t.test('the page is made of the code: npm run build && npm run states', async t => {
  const { toStatesPage } = (await import(new URL('config/states-page.mjs', ROOT).href)) as {
    readonly toStatesPage: (of: Parts) => string;
  };
  t.equal(readFileSync(new URL('docs/states.md', ROOT), 'utf8'), toStatesPage(parts));
});
