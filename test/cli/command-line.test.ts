import { execFileSync } from 'node:child_process';
import t from 'tap';
import { toCommandLine, toTyped } from '../../src/cli/ctl/command-line.js';

t.test('A command line keeps its meaning when pasted into a shell', async t => {
  const words = [
    ...[
      'blue',
      'rock & roll',
      "don't",
      '$(touch x)',
      '`x`',
      '~',
      '=ls',
      '*',
      '',
      '昭和',
      '-15',
      '#',
      'a;b',
      '!!',
    ],
  ];
  const cursor = "a b'c;$HOME";
  const line = toCommandLine(['search', ...words], { types: undefined, limit: '2', cursor });
  const shown = execFileSync('sh', ['-c', line.replace(/^tonearm/, String.raw`printf '%s\n'`)]);
  const told = ['ctl', 'search', '--limit=2', `--cursor=${cursor}`, '--', ...words];
  t.same(shown.toString().split('\n').slice(0, -1), told);
  t.equal(
    toCommandLine(['thumbs', 'up'], { cursor: 'abc==' }),
    'tonearm ctl thumbs --cursor=abc== up',
    'no quotes that are not needed',
  );
});

t.test('A command that root reached by sudo shows sudo again', async t => {
  const command = 'tonearm ctl play 1';
  t.equal(toTyped(command, { SUDO_USER: 'alice' }, true), `sudo ${command}`);
  t.equal(toTyped(command, {}, true), command, 'root itself');
  t.equal(toTyped(command, { SUDO_USER: 'alice' }, false), command, 'sudo to another user');
  t.equal(toTyped(command, { SUDO_USER: '' }, true), command);
});
