import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { recallList, rememberList } from '../../src/cli/ctl/last-list.js';

t.test('the list last printed, and whose it is', async t => {
  const folder = t.testdir();
  const environment = { XDG_CACHE_HOME: folder };
  const list = { deviceUuid: 'd0', ids: ['ST:1', 'AL:2'] };
  t.equal(recallList(environment), null);
  rememberList(list, environment);
  t.same(recallList(environment), list);
  writeFileSync(join(folder, 'tonearm', 'list.json'), '{"ids":["ST:1"]}');
  t.equal(recallList(environment), null, 'nobody knows whose it is');
});

t.test('nothing is left lying about where it cannot be kept', async t => {
  const folder = t.testdir({ tonearm: { 'list.json': {} } });
  mkdirSync(join(folder, 'tonearm', 'list.json', 'full'));
  rememberList({ deviceUuid: 'd0', ids: ['ST:1'] }, { XDG_CACHE_HOME: folder });
  t.same(readdirSync(join(folder, 'tonearm')), ['list.json']);
});

t.test('a pipe in its place is no list, and is not waited for', async t => {
  const folder = t.testdir({ tonearm: {} });
  t.equal(spawnSync('mkfifo', [join(folder, 'tonearm', 'list.json')]).status, 0);
  t.equal(recallList({ XDG_CACHE_HOME: folder }), null);
});
