import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import t from 'tap';
import { parseRecord } from '../../src/flight/lines.js';
import { isDifferent, replay } from '../../src/flight/replay.js';
import { beginningFault, FAULT_KINDS } from '../../src/host/fault-kind.js';
import { printed, recordPaths } from './printed.js';

const records = recordPaths().map(path => {
  const text = readFileSync(path, 'utf8');
  return { name: basename(path, '.record'), path, text, replayed: replay(parseRecord(text)) };
});

for (const { name, path, text, replayed } of records)
  t.test(`${name}: decided as it was; else look, and npm run build && npm run records`, async t => {
    t.equal(printed(text), readFileSync(path.replace(/record$/, 'txt'), 'utf8'));
    t.strictSame(replayed.filter(isDifferent), []);
    t.match(replayed[0], { is: 'snapshot', rows: { sound: 'not paired' } }, 'it begins with the agent');
    t.ok(replayed.some(one => one.is === 'decision' && one.line.event.type === 'engine.started'));
  });

t.test('there is one of each kind of fault', async t => {
  const kinds = records.flatMap(({ replayed }) =>
    replayed.flatMap((one, at) => {
      const before = replayed[at - 1];
      if (one.is === 'failure' || before === undefined || before.is === 'failure') return [];
      return beginningFault({ before: before.state, after: one.state }) ?? [];
    }),
  );
  t.strictSame(
    FAULT_KINDS.filter(kind => !kinds.includes(kind)),
    [],
  );
});

t.test('a decision that is another shows in rows and effects', async t => {
  const [{ text } = { text: '' }] = records;
  const changed = text
    .replace('"player.resume"', '"player.pause"')
    .replace('"sound":"opening"', '"sound":"starved"');
  t.not(changed, text);
  const before = printed(text).split('\n');
  const added = printed(changed)
    .split('\n')
    .filter(line => !before.includes(line));
  t.match(added, [/^ +! recorded sound: starved$/]);
});
