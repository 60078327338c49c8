import { execFileSync, spawnSync } from 'node:child_process';
import t from 'tap';
import { run } from '../fakes/control-run.js';

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere' };

/** What bash offers after these words, the last of them unfinished. */
function complete(script: string, words: readonly string[]): string[] {
  const program = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tonearm; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', program, 'bash', ...words], { encoding: 'utf8' });
  return output.split('\n').filter(word => word !== '');
}

t.test('bash completes commands, verbs, words and options', async t => {
  const { code, stdout } = await run(['completion', 'bash'], env);
  t.equal(code, 0);
  t.same(complete(stdout, ['tonearm', 'in']), ['invite']);
  t.ok(complete(stdout, ['tonearm', '']).includes('ctl'));
  t.same(complete(stdout, ['tonearm', 'ctl', 'pl']), ['play']);
  t.same(complete(stdout, ['tonearm', 'ctl', 'mute', 'o']), ['on', 'off']);
  t.same(complete(stdout, ['tonearm', 'ctl', 'collection', '--so']), ['--sort']);
  t.same(complete(stdout, ['tonearm', 'ctl', 'pause', '--so']), []);
  t.same(complete(stdout, ['tonearm', 'sandbox', '--pr']), ['--profile']);
  t.same(complete(stdout, ['tonearm', 'completion', 'z']), ['zsh']);
});

const hasZsh = spawnSync('zsh', ['--version']).status === 0;

t.test('zsh takes its script', { skip: hasZsh ? false : 'zsh is not installed' }, async t => {
  const { stdout } = await run(['completion', 'zsh'], env);
  t.equal(spawnSync('zsh', ['-n'], { input: stdout }).status, 0);
});

t.test('another shell is wrong usage', async t => {
  t.match(await run(['completion'], env), { code: 64, stderr: /bash or zsh/ });
  t.match(await run(['completion', 'fish'], env), { code: 64 });
  t.match((await run(['completion', 'zsh'], env)).stdout, /^#compdef tonearm/);
});
