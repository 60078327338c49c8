import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import t from 'tap';
import { COMMANDS } from '../../src/cli/commands.js';
import { CTL_VERBS } from '../../src/cli/ctl.js';
import { parseConfig } from '../../src/config/config.js';
import { parseEnvFile } from '../../src/config/env-file.js';
import { VARIABLE_NAMES } from '../../src/config/variables.js';
import { PATH_OF_SYSTEM } from '../fakes/machine/path.js';
import { blocksOf, NOT_RUN, PAGES, readPage as read, ROOT } from '../rigs/documents/pages.js';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Programs that a page tells to use and that this machine may not have, with the package of Debian that does. */
const ELSEWHERE = new Map([
  ['sudo', 'sudo'],
  ['editor', 'nano'],
  ['curl', 'curl'],
  ['socat', 'socat'],
  ['reboot', 'systemd-sysv'],
  ['gpioset', 'gpiod'],
  ['jq', 'jq'],
  ['ir-keytable', 'ir-keytable'],
  ['cec-ctl', 'v4l-utils'],
  ['git', 'git'],
  ['gpg', 'gpg'],
  ['docker', 'docker.io'],
  ['aplay', 'alsa-utils'],
  ['alsamixer', 'alsa-utils'],
  ['alsactl', 'alsa-utils'],
  ['speaker-test', 'alsa-utils'],
  ['raspi-config', 'raspi-config'],
  ['tonearm', 'tonearm'],
]);

/** The lines of a block without here-documents, comments and quotes; each goes on to its end. */
function linesOf(text: string): string[] {
  return (
    text
      .replaceAll(/(<<'?(\w+)'?[^\n]*)\n[^]*?^\2$/gm, '$1')
      .replaceAll(/\\\n */g, '')
      // What is asked for within a command is a command of its own.
      .replaceAll(/\w+=\$\(([^)]*)\)/g, '$1')
      .replaceAll(/'[^']*'|"[^"]*"/g, 'QUOTED')
      .split('\n')
      .map(line => line.replace(/(^|\s)#.*/, '').trim())
      .filter(line => line !== '')
  );
}

/** The commands of a line, a list of words each, without those before the program. */
function commandsOf(line: string): string[][] {
  return line
    .split(/\|\|?|&&|;/)
    .map(command => command.split(/\s+/).filter(word => !/^(sudo|[A-Z_]+=.*|[<>].*|)$/.test(word)));
}

/** What `sudo` finds, too. */
const env = { ...process.env, PATH: PATH_OF_SYSTEM };
const isProgram = (name: string) =>
  ELSEWHERE.has(name) || spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', name], { env }).status === 0;

/** What is wrong with words that begin with `tonearm`: a command, verb or option that there is none of. */
async function wrongOf([, name, ...rest]: readonly string[]): Promise<string | null> {
  if (name === undefined || /^--(version|help)$/.test(name)) return null;
  // For installations; no help lists it.
  if (name === 'compile' && rest.length === 0) return null;
  const entry = COMMANDS.find(command => command.name === name);
  if (entry === undefined) return `no command ${name}`;
  const { options } = await entry.load();
  const option = rest.find(
    word =>
      word.startsWith('--') && !Object.hasOwn({ ...options, help: 1 }, word.slice(2).split('=')[0] ?? ''),
  );
  if (option !== undefined) return `no option ${option}`;
  const verb = rest.find(word => !word.startsWith('-'));
  const isVerb = verb === undefined || name !== 'ctl' || CTL_VERBS.some(known => known.name === verb);
  return isVerb ? null : `no verb ${verb}`;
}

/** What npm itself does. */
const NPM_OWN = new Set(['ci', 'install', 'prune']);

async function faultsOf(text: string): Promise<string[]> {
  const faults: string[] = [];
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  if (status !== 0) faults.push(stderr);
  const lines = linesOf(text);
  // A word to be filled in, or words that tell of the command beside it.
  faults.push(
    ...lines.filter(line => /…|<\w[^>]*>| {2,}/.test(line)).map(line => `not to be pasted: ${line}`),
  );
  for (const words of lines.flatMap(commandsOf)) {
    const [program = '', ...rest] = words;
    const line = words.join(' ');
    if (!isProgram(program)) faults.push(`no program ${program}`);
    const script = rest[0] === 'run' ? rest[1] : NPM_OWN.has(rest[0] ?? '') ? 'test' : rest[0];
    if (program === 'npm' && scripts[script ?? ''] === undefined) faults.push(`no script: ${line}`);
    const wrong = program === 'tonearm' ? await wrongOf(words) : null;
    if (wrong !== null) faults.push(`${wrong}: ${line}`);
  }
  return faults;
}

/** Whether a script of the trial pastes this block (`follow PAGE 'a line of it'`). */
function isFollowed(page: string, text: string): boolean {
  const trials = readdirSync(`${ROOT}config/package`).filter(name => name.endsWith('.sh'));
  return trials
    .flatMap(name => [...read(`config/package/${name}`).matchAll(/^follow (\S+) '([^']+)'/gm)])
    .some(([, followed, pattern = '']) => followed === page && new RegExp(pattern, 'm').test(text));
}

for (const page of PAGES)
  t.test(`${page}: blocks can be pasted as they stand`, async t => {
    const blocks = blocksOf(read(page));
    for (const { language, mark, text } of blocks) {
      if (mark !== '') t.ok(Object.hasOwn(NOT_RUN, mark), `${mark}: ${text}`);
      if (mark === 'trial') t.ok(isFollowed(page, text), `the trial does not paste it: ${text}`);
      if (mark === 'sources') t.match(text, /^(([A-Z_]+=\S+ )?npm (run |ci|install |prune )?[\w:]*.*\n)+$/);
      if (language === 'sh' && !text.startsWith('#!')) t.same(await faultsOf(text), [], text);
      // The shapes of the control API have no language; anything else that is pasted says what it is.
      if (page !== 'docs/control-api.md') t.not(language, '', text);
    }
    const spans = [...read(page).matchAll(/`(?:sudo )?((?:tonearm|ctl|npm run) [^`]*)`/g)].map(
      ([, span = '']) => span,
    );
    for (const span of spans) {
      const line = span.replace(/^ctl/, 'tonearm ctl').replace(/(.*[^ ])\n/g, '$1 ');
      const [program, ...words] = line.split(/\s+/);
      if (program === 'npm') t.ok(scripts[words[1] ?? ''], span);
      else t.equal(await wrongOf(['tonearm', ...words.filter(word => /^[\w-]+$/.test(word))]), null, span);
    }
  });

/** Settings of the agent's, where a block has some; of files that it names, nothing is looked at. */
const settingsOf = (text: string) =>
  Object.fromEntries(
    Object.entries(parseEnvFile(text)).filter(
      ([name]) => name.startsWith('TONEARM_') && !name.endsWith('_FILE'),
    ),
  );

t.test('settings can be taken over as they stand', async t => {
  const needed = {
    HOME: '/',
    TONEARM_AUTH_URL: 'https://auth.example.com',
    TONEARM_BASE_URL: 'https://api.example.com',
    TONEARM_CLIENT_ID: 'x',
  };
  let count = 0;
  for (const page of PAGES)
    for (const { language, text } of blocksOf(read(page))) {
      const settings = language === 'ini' ? settingsOf(text) : {};
      if (Object.keys(settings).length === 0) continue;
      count += 1;
      t.doesNotThrow(() => parseConfig({ ...needed, ...settings }), `${page}: ${text}`);
      for (const name of Object.keys(parseEnvFile(text)))
        t.ok(VARIABLE_NAMES.includes(name as (typeof VARIABLE_NAMES)[number]), name);
    }
  t.ok(count > 5, `${count} blocks`);
  // A setting within a sentence, such as `TONEARM_TLS=only`.
  for (const page of PAGES)
    for (const [, name = '', value = ''] of read(page).matchAll(/`(TONEARM_[A-Z_]+)=([^`…\s]+)`/g))
      if (!name.endsWith('_FILE') && !/^TONEARM_EVENT(_TITLE)?$/.test(name))
        t.doesNotThrow(() => parseConfig({ ...needed, [name]: value }), `${page}: ${name}=${value}`);
});

t.test('the manual’s too', async t => {
  const page = read('config/debian/tonearm.1').replaceAll('\\-', '-');
  const blocks = [...page.matchAll(/^\.nf\n([^]*?)^\.fi$/gm)].map(([, text = '']) =>
    text.replaceAll(/^ {4}/gm, ''),
  );
  t.ok(blocks.length > 0);
  for (const text of blocks) t.same(await faultsOf(text), [], text);
});

t.test('the manual has every command, and every verb of ctl', async t => {
  const page = read('config/debian/tonearm.1');
  const told = /^\.B (status .*)$/m.exec(page)?.[1]?.split(' ');
  t.strictSame(told?.toSorted(), CTL_VERBS.map(({ name }) => name).toSorted());
  for (const { name } of COMMANDS) t.match(page, `\n.B ${name}\n`, name);
});

t.test('The check notices a block that cannot be pasted', async t => {
  for (const [text, fault] of [
    ['sudo editor /etc/x   NAME=…', /not to be pasted/],
    ['git clone <address of it> x', /bash|not to be pasted/],
    ['npm run nothing', /no script/],
    ['tonearm plya', /no command/],
    ['tonearm ctl plya', /no verb/],
    ['tonearm ctl play --lodu', /no option/],
    ['nothing-of-that-name', /no program/],
    ['if true', /syntax error/],
  ] as const)
    t.match((await faultsOf(text)).join(), fault, text);
  t.same(blocksOf('- x\n\n  ```sh pi\n  echo one\n  ```\n'), [
    { language: 'sh', mark: 'pi', text: 'echo one\n' },
  ]);
  t.notOk(isFollowed('README.md', 'echo nobody follows this\n'));
});
