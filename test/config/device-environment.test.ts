import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { toDeviceEnvironment } from '../../src/config/device-environment.js';
import { findClientSecret } from '../../src/config/files.js';
import { parseEnvFile } from '../../src/config/env-file.js';
import { placesOf } from '../../src/config.js';

t.test('a file of settings is read as systemd reads it', async t => {
  const rows: [string, Record<string, string>][] = [
    ['', {}],
    ['A=1\nB=two words\n', { A: '1', B: 'two words' }],
    ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['# A=1\n; B=2\n\n  \nC=3', { C: '3' }],
    ['# goes on \\\nA=1\nB=2', { B: '2' }],
    ['  A = 1  \nB=2', { A: '1', B: '2' }],
    ['A=\nB=', { A: '', B: '' }],
    ['A=1 # no comment', { A: '1 # no comment' }],
    ['A="1 2"\nB=\'3 4\'', { A: '1 2', B: '3 4' }],
    ['A="a \\"b\\" \\\\ \\$ \\` \\n"', { A: 'a "b" \\ $ ` \\n' }],
    ['A=\'a \\ "b"\'', { A: 'a \\ "b"' }],
    ['A="one\ntwo"\nB=2', { A: 'one\ntwo', B: '2' }],
    ['A=one\\\ntwo\nB=2', { A: 'onetwo', B: '2' }],
    ['A="one\\\ntwo"', { A: 'onetwo' }],
    ['A=a\\ b\\\\c', { A: 'a b\\c' }],
    ['A="1"\'2\'', { A: '12' }],
    ['A=it\'s "so"', { A: 'it\'s "so"' }],
    ['A=1\nA=2', { A: '2' }],
    ['no assignment\n1A=1\nA-B=1\nexport C=1\nD=4', { D: '4' }],
    ['A=http://x/?a=b&c=d', { A: 'http://x/?a=b&c=d' }],
    ['A="open\nB=2', { A: '"open', B: '2' }],
    ['A=1\\', { A: '1' }],
  ];
  for (const [text, found] of rows) t.strictSame(parseEnvFile(text), found, JSON.stringify(text));
});

t.test('commands on the device go by its settings unless they have their own', async t => {
  const folder = t.testdir();
  const file = join(folder, 'tonearm.env');
  const directories = { STATE_DIRECTORY: '/var/x', RUNTIME_DIRECTORY: '/run/x' };
  const installed = { file, directories, credentials: folder };
  const own = { HOME: '/home/someone', XDG_RUNTIME_DIR: '/run/user/1', TONEARM_HTTP_PORT: '' };
  t.equal(toDeviceEnvironment(own, installed), own, 'there is no such file');
  writeFileSync(file, 'TONEARM_CLIENT_ID=abc\n');
  const found = toDeviceEnvironment(own, installed);
  t.match(found, { TONEARM_CLIENT_ID: 'abc', HOME: '/home/someone' });
  t.same(placesOf(found), { stateDir: '/var/x', runtimeDir: '/run/x' });
  t.notOk('CREDENTIALS_DIRECTORY' in found, 'no secret is kept there');
  writeFileSync(join(folder, 'client-secret'), 'of the service\n');
  const kept = toDeviceEnvironment(own, installed);
  t.equal(findClientSecret({}, kept).value, 'of the service', 'what systemd hands to the agent');
  writeFileSync(file, 'TONEARM_RUNTIME_DIR=/run/y\n');
  t.equal(placesOf(toDeviceEnvironment(own, installed)).runtimeDir, '/run/y');
  const set = { ...own, TONEARM_HTTP_PORT: '1' };
  t.equal(toDeviceEnvironment(set, installed), set, 'one setting of its own is enough');
});
