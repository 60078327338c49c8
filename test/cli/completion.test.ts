import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { makeHome } from '../rigs/cli/home.js';
import { run } from '../rigs/cli/run.js';
import { openTerminal } from '../rigs/cli/terminal.js';

const env = { PATH: process.env['PATH'] ?? '', HOME: makeHome(t) };

/** What is typed before the tab key, and the words that the command is run with after it. */
const ROWS: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ['in', ['invite']],
  ['--ver', ['--version']],
  ['--help in', ['--help', 'in']],
  ['ctl pl', ['ctl', 'play']],
  ['ctl --device x pl', ['ctl', '--device', 'x', 'play']],
  ['ctl --device=x pl', ['ctl', '--device=x', 'play']],
  ['ctl --json pl', ['ctl', '--json', 'play']],
  ['ctl --url http://kitchen:8710/ --json pl', ['ctl', '--url', 'http://kitchen:8710/', '--json', 'play']],
  ['ctl --url=http://kitchen:8710/ mu', ['ctl', '--url=http://kitchen:8710/', 'mute']],
  ['ctl --dev', ['ctl', '--device']],
  ['ctl --device pl', ['ctl', '--device', 'pl']],
  ['ctl thumb u', ['ctl', 'thumb', 'up']],
  ['ctl --device x thumb --json u', ['ctl', '--device', 'x', 'thumb', '--json', 'up']],
  ['ctl sleep it', ['ctl', 'sleep', 'item']],
  ['ctl alarm sn', ['ctl', 'alarm', 'snooze']],
  ['ctl alarm 7:00 --vol', ['ctl', 'alarm', '7:00', '--volume']],
  ['ctl prese', ['ctl', 'preset']],
  ['ctl thumb up d', ['ctl', 'thumb', 'up', 'd']],
  ['ctl play ST:1 --js', ['ctl', 'play', 'ST:1', '--json']],
  ['ctl collection --so', ['ctl', 'collection', '--sort']],
  ['ctl collection --sort n', ['ctl', 'collection', '--sort', 'name']],
  ['ctl --json collection --order=d', ['ctl', '--json', 'collection', '--order=desc']],
  ['ctl collection --types al', ['ctl', 'collection', '--types', 'album']],
  ['ctl search --types album,so', ['ctl', 'search', '--types', 'album,song']],
  ['ctl search --types=album,so', ['ctl', 'search', '--types=album,song']],
  ['ctl search --types album --lim', ['ctl', 'search', '--types', 'album', '--limit']],
  ['ctl thumbs --limit 5 d', ['ctl', 'thumbs', '--limit', '5', 'down']],
  ['ctl status --for', ['ctl', 'status', '--format']],
  ['ctl --url x call player.setV', ['ctl', '--url', 'x', 'call', 'player.setVolume']],
  ['help inv', ['help', 'invite']],
  ['help ctl fav', ['help', 'ctl', 'favorites']],
  ['ctl --json collection --types ST --so', ['ctl', '--json', 'collection', '--types', 'ST', '--sort']],
  ['ctl search some words --ty', ['ctl', 'search', 'some', 'words', '--types']],
  ['ctl pause --so', ['ctl', 'pause', '--so']],
  ['unpair --y', ['unpair', '--yes']],
  ['sandbox --pr', ['sandbox', '--profile']],
  ['sandbox --profile f', ['sandbox', '--profile', 'full']],
  ['sandbox --profile=f', ['sandbox', '--profile=full']],
  ['sandbox --port 1 --profile core --fau', ['sandbox', '--port', '1', '--profile', 'core', '--faults']],
  ['completion z', ['completion', 'zsh']],
  ['completion f', ['completion', 'fish']],
  ['replay LICEN', ['replay', 'LICENSE']],
  ['replay --he', ['replay', '--help']],
];

const FUNCTION = `tonearm() { printf '<%s>' "$@"; echo '<end>'; }`;

/** Types every row into a shell that has taken the script, with a tab behind it. */
async function typeRows(
  t: Test,
  shell: { readonly words: readonly string[]; readonly setUp: readonly string[] },
) {
  const terminal = openTerminal(t, shell.words, { ...env, LC_ALL: 'C.UTF-8' });
  terminal.type(`${[FUNCTION, ...shell.setUp].join('; ')}; PS1='tell''me> '\n`);
  for (const [typed, words] of ROWS) {
    // A shell takes a tab for text unless it waits for it, with nothing more to come.
    await terminal.sees('tellme> ');
    terminal.type(`tonearm ${typed}`);
    await terminal.sees(`tonearm ${typed}`);
    terminal.type('\t');
    await terminal.sees(/[^]/);
    terminal.type('\n');
    const got = /((?:<[^>]*>)+)<end>/.exec(await terminal.sees(/<end>/))?.[1];
    t.equal(got, words.map(word => `<${word}>`).join(''), typed);
  }
  terminal.type('exit\n');
  t.equal(await terminal.ended, 0);
}

async function writeScript(t: Test, shell: string): Promise<string> {
  const { code, stdout, stderr } = await run(['completion', shell], env);
  t.match({ code, stderr }, { code: 0, stderr: '' });
  const path = join(t.testdir(), '_tonearm');
  writeFileSync(path, stdout);
  return path;
}

t.test('bash completes commands, verbs, words and options, whatever stands before them', async t => {
  const path = await writeScript(t, 'bash');
  await typeRows(t, { words: ['bash', '--norc', '--noprofile', '-i'], setUp: [`source ${path}`] });
});

const hasZsh = spawnSync('zsh', ['--version']).status === 0;

t.test('zsh does as well', { skip: hasZsh ? false : 'zsh is not installed' }, async t => {
  const path = await writeScript(t, 'zsh');
  const setUp = ['unsetopt prompt_sp', 'autoload -Uz compinit', 'compinit -u', `source ${path}`];
  await typeRows(t, { words: ['zsh', '-f', '-i'], setUp });
});

const hasFish = spawnSync('fish', ['--version']).status === 0;

t.test('fish too', { skip: hasFish ? false : 'fish is not installed' }, async t => {
  const path = await writeScript(t, 'fish');
  const asked = ROWS.map(
    ([typed]) => `complete -C ${quote(`tonearm ${typed}`)} | string split -f 1 \\t; echo ==`,
  );
  const script = [`source ${path}`, ...asked].join('\n');
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
    env: { ...env, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  t.equal(stderr, '');
  const answers = stdout.split('==\n').map(answer => answer.split('\n').filter(word => word !== ''));
  for (const [at, [typed, words]] of ROWS.entries()) {
    const last = words.at(-1) ?? '';
    const isDone = typed.endsWith(last);
    // From version 4 on, fish also lists words that merely contain what was typed.
    const begun = /\S*$/.exec(typed)?.[0] ?? '';
    const answer = answers[at]?.filter(word => word.startsWith(begun));
    t.same(answer, isDone ? [] : [last], typed);
  }
});

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

t.test('another shell is wrong usage', async t => {
  t.match(await run(['completion'], env), { code: 64, stderr: /bash, zsh or fish/ });
  t.match(await run(['completion', 'tcsh'], env), { code: 64 });
  t.match((await run(['completion', 'zsh'], env)).stdout, /^#compdef tonearm/);
});
