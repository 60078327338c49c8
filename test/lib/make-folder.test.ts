import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../../src/lib/make-folder.js';
import { INSTALLED } from '../rigs/program.js';

t.test('with the way to it, for nobody else, and again', async t => {
  const root = t.testdir();
  const path = join(root, 'one', 'two');
  makeFolder(path);
  makeFolder(path);
  makeFolder('/');
  for (const made of [path, join(root, 'one')]) t.equal(statSync(made).mode & 0o7777, 0o700);
});

t.test('one that cannot be had is told', async t => {
  const root = t.testdir({ file: '' });
  t.throws(() => makeFolder(join(root, 'file')), { code: 'EEXIST' });
  t.throws(() => makeFolder(join(root, 'file', 'below')), { code: 'ENOTDIR' });
  t.throws(() => makeFolder('/proc/nowhere/below'), { code: 'ENOENT' });
});

t.test('the agent says so, and does not hang', async t => {
  const env = {
    PATH: process.env['PATH'],
    TONEARM_STATE_DIR: '/proc/nowhere',
    TONEARM_BASE_URL: 'http://127.0.0.1:9/',
    TONEARM_AUTH_URL: 'http://127.0.0.1:9/',
    TONEARM_CLIENT_ID: 'client',
    TONEARM_CLIENT_SECRET: 'secret',
    TONEARM_CONTROL_TOKEN: 'a-fixed-token-of-the-owner',
  };
  const ended = spawnSync(process.execPath, [INSTALLED.program, 'run'], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  t.match(ended, { status: 1, signal: null });
  t.match(ended.stderr + ended.stdout, /\/proc\/nowhere/);
});
