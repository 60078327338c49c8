import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createPrompt } from './prompt.js';

const typed = (lines: readonly string[], options?: Parameters<typeof createPrompt>[0]) => {
  const prompt = createPrompt(options);
  return lines.map(line => prompt(line));
};

t.test('an event is followed by the rows that fit and what is done', async t => {
  const [started, , , sounds] = typed(['start', 'ready', 'answer 0', 'started']);
  t.strictSame(started, [
    '     0.000  engine.started',
    '            sound: the player is down; place: current item not asked for yet; command: none waiting',
    '            → service.ask 3 current',
  ]);
  t.match(sounds, [
    '     0.000  player.started loadId=5 positionMs=0 lengthMs=180000',
    '            sound: sounding; place: waiting for the end; command: none waiting',
    '            → timer.set stall 15000 0',
  ]);
});

t.test('time passes, listeners ask, lanes are answered, anything else is an event as JSON', async t => {
  const [, , , , , next, answered, failed] = typed([
    ...['ready', 'start', 'answer 0', 'started', 'after 30000', 'next', 'answer 1 place'],
    '{"type":"player.failed","loadId":8,"fault":"refused","httpStatus":403,"positionMs":null,"detail":"x"}',
  ]);
  t.match(next, [
    '    30.000  command.received ref=1 command=next client=phone method=test',
    /command: a skip waits/,
  ]);
  t.match(answered, [
    /service\.answered .*item=track 1 /,
    /sound: opening/,
    /^ +→ player\.load 8 http:\/\/audio\.test\/1 0 /,
  ]);
  t.match(failed, [/player\.failed .*httpStatus=403/, /sound: waiting out a sound fault/]);
});

t.test('the state is shown, whole or a member of it', async t => {
  const [, whole, member, none, rows] = typed([
    'ready',
    'state',
    'state player.alive',
    'state no.such',
    'rows',
  ]);
  t.match(JSON.parse(whole?.join('\n') ?? ''), { player: { alive: true }, playlist: { current: null } });
  t.strictSame(member, ['true']);
  t.strictSame(none, ['null']);
  t.match(rows, [/^ +sound: nothing known to play; place: /]);
});

t.test('The prompt names a meaningless command and does nothing', async t => {
  const [unknown, lane, timer, ms, torn, empty, state] = typed([
    ...['dance', 'answer 0 nowhere', 'fires never', 'after noon', '{"type":', '', 'state now'],
  ]);
  t.strictSame(unknown, ['! "dance" is no word here: help tells them']);
  t.match(lane, [/^! "nowhere" is none of command, place, /]);
  t.match(timer, [/^! "never" is none of soundRetry, /]);
  t.strictSame(ms, ['! "noon" is no number']);
  t.match(torn, [/^! .*JSON/]);
  t.strictSame(empty, []);
  t.strictSame(state, ['0']);
});

t.test('help names every word', async t => {
  const [help] = typed(['help']);
  for (const word of ['play', 'thumb', 'answer', 'failed', 'fires', 'after', 'state'])
    t.match(help?.join('\n'), new RegExp(`\\b${word}\\b`));
});

t.test('the program reads a pipe', async t => {
  const program = fileURLToPath(new URL('main.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'full'], {
    input: 'start\nstate abilities.peek\n',
    encoding: 'utf8',
  });
  t.match({ status, stderr }, { status: 0, stderr: '' });
  t.match(
    stdout,
    /engine\.started\n +sound: the player is down;.*\n +→ service\.ask 3 current\n(?:> )?true\n/,
  );
});
