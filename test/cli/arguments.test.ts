import t from 'tap';
import { parseArguments } from '../../src/cli/arguments.js';
import { COMMON } from '../../src/cli/ctl/options.js';
import { CTL_VERBS } from '../../src/cli/ctl/verbs.js';
import { toHelp } from '../../src/cli/help.js';
import { sandboxCommand } from '../../src/cli/sandbox.js';
import { widthOf } from '../../src/cli/text/width.js';
import type { Command } from '../../src/cli/command.js';
import { COMMANDS } from '../../src/cli/commands.js';

const command: Command = {
  name: 'serve',
  summary: 'serves',
  options: {
    port: { value: 'NUMBER', summary: 'the port' },
    profile: { value: 'core|full', summary: 'the profile' },
    once: { value: null, summary: 'ends early' },
  },
  notes: [],
  run: () => Promise.resolve(0),
};

t.test('options with and without a value', async t => {
  const given = parseArguments(command, ['--port', '80', '--profile=full', '--once']);
  t.same(given.values, { port: '80', profile: 'full' });
  t.same([...given.flags], ['once']);
  t.ok(parseArguments(command, ['-h']).flags.has('help'));
  t.same(parseArguments(command, []).values, {});
});

t.test('wrong usage is 64, says what is wrong, and shows how it is done', async t => {
  const bad: readonly (readonly [string[], RegExp])[] = [
    [['--prot', '80'], /no option --prot; did you mean --port\?/],
    [['-x'], /no option -x/],
    [['--port'], /--port needs a value: --port NUMBER/],
    [['--port', '--once'], /--port needs a value/],
    [['--once=yes'], /--once takes no value/],
    [['extra'], /does not take "extra"/],
    [['--', '--once'], /does not take "--once"/],
    [['--__proto__=1'], /no option --__proto__/],
    [['--constructor', 'x'], /no option --constructor/],
  ];
  for (const [words, message] of bad) {
    t.throws(() => parseArguments(command, words), { exitCode: 64, message }, words.join(' '));
    t.throws(() => parseArguments(command, words), { message: /usage: tonearm serve/ });
  }
});

t.test('a command that another program starts passes over what that adds', async t => {
  const words = ['--stream=Attic & Bath', '-x', 'word', '--port', '80', '--', '--once'];
  const given = parseArguments({ ...command, ignoresOthers: true }, words);
  t.same(given.values, { port: '80' });
  t.same([...given.flags, ...given.words], []);
  t.throws(() => parseArguments({ ...command, ignoresOthers: true }, ['--port']), {
    message: /needs a value/,
  });
});

t.test('the sandbox takes a port and a profile, and nothing else for them', async t => {
  for (const [option, text, message] of [
    ...['65536', '-1', '1e0', '', ' 1', '0x1', '999999'].map(
      wrong => ['port', wrong, /--port must be a whole number from 0 to 65535/] as const,
    ),
    ['profile', 'Full', /--profile must be core or full/] as const,
  ]) {
    const given = { values: { [option]: text }, flags: new Set<string>(), words: [] };
    await t.rejects(sandboxCommand.run(given, AbortSignal.abort()), { exitCode: 64, message }, text);
  }
});

t.test('every command is what its entry says and explains each of its options', async t => {
  for (const { name, load } of COMMANDS) {
    const command = await load();
    t.equal(command.name, name);
    const help = toHelp(command);
    // What a verb takes is told of the verb.
    const options = name === 'ctl' ? COMMON : Object.keys(command.options);
    for (const option of [...options, 'help']) t.match(help, `--${option}`);
  }
  const ctl = COMMANDS.find(({ name }) => name === 'ctl');
  for (const verb of CTL_VERBS) {
    const help = toHelp((await ctl?.load()) as Command, [verb.name]);
    t.match(help, `usage: tonearm ctl ${verb.name}`);
    for (const option of [...COMMON, ...verb.options]) t.match(help, `--${option}`, verb.name);
    for (const field of verb.fields ?? []) t.match(help, field, verb.name);
  }
  const claiming = toHelp((await ctl?.load()) as Command, ['claim']).replaceAll('\n', ' ');
  t.match(claiming, /CODE is the six digits that "sudo tonearm invite" prints .* with or without the space/);
});

t.test('help of a command or a verb is one screen of the oldest terminal', async t => {
  const [ROWS, COLUMNS] = [24, 80];
  const isOneScreen = (help: string, name: string, rows = ROWS) => {
    const lines = help.split('\n');
    t.ok(lines.length <= rows, `${name}: ${lines.length} lines`);
    t.same(
      lines.filter(line => widthOf(line) > COLUMNS),
      [],
      name,
    );
  };
  for (const { name, load } of COMMANDS) {
    const command = await load();
    // The list of the verbs is one of its own.
    if (name !== 'ctl') isOneScreen(toHelp(command), name);
    else for (const verb of CTL_VERBS) isOneScreen(toHelp(command, [verb.name]), `ctl ${verb.name}`);
    if (name === 'ctl') isOneScreen(toHelp(command), name, 2 * ROWS);
  }
});
