/** What a person at a real terminal sees, and nobody else. */
import t from 'tap';
import { widthOf } from '../../src/cli/text/width.js';
import { startTestbed, whyNoPlayer } from '../rigs/cli/testbed.js';
import { CTRL_C, openTerminal } from '../rigs/cli/terminal.js';
import { NODE_WORDS, PROGRAM } from '../rigs/program.js';

const skip = whyNoPlayer();
/** What colours and the drawn line are made of; `openTerminal` has a hundred columns. */
/* eslint-disable no-control-regex -- these are the sequences that are meant */
const SEQUENCE = /\x1b\[[\d;?]*[a-zA-Z]/g;
const COLUMNS = 100;

t.test('colours, a bar and the width are for a terminal alone', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full', trackSeconds: 60 });
  await testbed.pair();
  await testbed.run(['ctl', 'play', 'kettles']);
  const show = async (words: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const terminal = openTerminal(t, [process.execPath, ...NODE_WORDS, PROGRAM, ...words], {
      ...testbed.environment,
      ...more,
    });
    t.equal(await terminal.ended, 0, words.join(' '));
    return terminal.shown();
  };
  const status = await show(['ctl', 'status']);
  t.match(status, /\x1b\[32mplaying\x1b\[0m/);
  t.match(status, /\d:\d\d ━*─+ 1:00/);
  const plain = await testbed.run(['ctl', 'status']);
  t.match(plain.stdout, /^position +0:\d\d\/1:00$/m);
  t.notMatch(plain.stdout, SEQUENCE);
  for (const more of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
    t.notMatch(await show(['ctl', 'status'], more), SEQUENCE, JSON.stringify(more));

  const lines = (await show(['ctl', 'thumbs'])).replaceAll(SEQUENCE, '').split('\r\n');
  const [first = '', ...rest] = lines.filter(line => line.includes(' TR:'));
  t.ok(rest.length > 10);
  const columnOf = (line: string) => widthOf(line.slice(0, line.indexOf('TR:')));
  for (const line of rest) t.equal(columnOf(line), columnOf(first), line);
  for (const line of lines) t.ok(widthOf(line) <= COLUMNS, line);

  const doctor = (await show(['doctor'])).split('\r\n');
  t.match(doctor.join('\n'), /^\x1b\[32mok +\x1b\[0mconfiguration /m);
  for (const line of doctor) t.ok(widthOf(line.replaceAll(SEQUENCE, '')) <= COLUMNS, line);
  t.match(doctor.at(-2)?.replaceAll(SEQUENCE, ''), /^Nothing is broken, .*\d+ ok\.$/);
  const piped = (await testbed.run(['doctor'])).stdout;
  t.notMatch(piped, SEQUENCE);
  t.notMatch(piped, /^ /m, 'a finding a line');
});

t.test('ctl watch draws its line over, and with a format prints one for each change', { skip }, async t => {
  const testbed = await startTestbed(t, { trackSeconds: 60 });
  await testbed.pair();
  const open = (...words: string[]) =>
    openTerminal(
      t,
      [process.execPath, ...NODE_WORDS, PROGRAM, 'ctl', 'watch', ...words],
      testbed.environment,
    );
  const drawn = open();
  await drawn.sees(/\r[^\r]*stopped/);
  const formed = open('--format', '{{status}} at {{volume}}!');
  await formed.sees('stopped at 35!\r\n');
  await testbed.run(['ctl', 'volume', '12']);
  await drawn.sees(/\r[^\r\n]*volume 12/);
  await formed.sees('stopped at 12!\r\n');
  for (const terminal of [drawn, formed]) {
    terminal.type(CTRL_C);
    t.equal(await terminal.ended, 0);
  }
  t.notMatch(drawn.shown(), 'not connected', 'what was played last stays on the screen');
});
