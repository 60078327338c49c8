import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import type { PublicState } from '../../src/contract/public-state.js';
import { EventCommand, type EventFields, type EventName } from '../../src/host/event-command.js';
import { EventStory } from '../../src/host/event-story.js';
import { createFakeAgent } from '../fakes/ports/agent.js';
import { createHook } from '../fakes/machine/hook.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

const FIELDS: EventFields = {
  TONEARM_EVENT_SOURCE_ID: 'ST:1',
  TONEARM_EVENT_TITLE: 'Of $(reboot) and `ls`; "quotes"\u0000\nand a line',
  TONEARM_EVENT_ARTIST: 'An Artist',
  TONEARM_EVENT_ALBUM: '',
  TONEARM_EVENT_DURATION_MS: '180000',
  TONEARM_EVENT_VOLUME: '35',
};

/** A runner of that program, and what it logs. */
function createRunner(command: string, options: { readonly limitMs?: number } = {}) {
  const logger = createRecordingLogger();
  return { logger, command: new EventCommand({ command, environment: process.env, logger, ...options }) };
}

t.test('told by its environment, without arguments, without a shell, without secrets', async t => {
  const hook = createHook(t);
  const environment = {
    PATH: process.env['PATH'],
    HOME: '/root',
    TONEARM_CLIENT_SECRET: 'a-secret',
    TONEARM_CONTROL_TOKEN: 'a-token',
    CREDENTIALS_DIRECTORY: '/run/credentials',
    NOTIFY_SOCKET: '/run/systemd/notify',
  };
  const command = new EventCommand({ command: hook.command, environment, logger: createRecordingLogger() });
  await command.tell('playing', FIELDS);
  const [told] = hook.told();
  t.equal(told?.args, 0);
  t.match(told?.environment, {
    ...FIELDS,
    TONEARM_EVENT: 'playing',
    TONEARM_EVENT_TITLE: 'Of $(reboot) and `ls`; "quotes" and a line',
    HOME: '/root',
  });
  const names = Object.keys(told?.environment ?? {}).filter(name => name.startsWith('TONEARM_'));
  t.same(names.sort(), ['TONEARM_EVENT', ...Object.keys(FIELDS)].sort());
  t.notMatch(JSON.stringify(told), /a-secret|a-token|run\/credentials|systemd\/notify/);
  await command.stop(AbortSignal.abort());
});

t.test('a failure, whatever its kind, is told once and harms nobody', async t => {
  for (const [script, trouble] of [
    ['exit 3', 'exit code 3'],
    ['kill -9 $$', 'SIGKILL'],
  ] as const) {
    const hook = createHook(t, script);
    const { command, logger } = createRunner(hook.command);
    await command.tell('playing', FIELDS);
    await command.tell('paused', FIELDS);
    t.same(hook.events(), ['playing', 'paused']);
    t.match(logger.lines, [{ level: 'warn', details: { event: 'playing', trouble } }]);
    t.equal(logger.lines.length, 1);
  }
  // The last one is a file where a folder would have to be: Node throws this error, and reports the others by an event.
  for (const missing of ['/nowhere/hook', '/etc/hostname', '/', '/etc/hostname/hook']) {
    const { command, logger } = createRunner(missing);
    await command.tell('playing', FIELDS);
    t.equal(logger.messages('warn').length, 1, missing);
  }
});

t.test('one that hangs is killed when its time is up, with all that it started', async t => {
  const hook = createHook(t, 'sleep 600 & echo $! > "$0.child"; sleep 600');
  // It has begun by then, on a busy machine too.
  const { command, logger } = createRunner(hook.command, { limitMs: 5_000 });
  await command.tell('playing', FIELDS);
  t.match(logger.lines, [{ level: 'warn', details: { trouble: 'killed after 5 s' } }]);
  const child = readFileSync(`${hook.command}.child`, 'utf8').trim();
  const isGone = () =>
    !existsSync(`/proc/${child}`) || / Z /.test(readFileSync(`/proc/${child}/stat`, 'utf8'));
  while (!isGone()) await new Promise(resolve => setTimeout(resolve, 10));
  t.pass('its child is gone as well');
  const running = command.tell('paused', FIELDS);
  await hook.until('paused', events => events.includes('paused'));
  await command.stop(AbortSignal.abort());
  await running;
  t.pass('a stop that is late does not wait for it');
});

t.test('The last word counts among waiting events', async t => {
  const hook = createHook(t, 'sleep 0.2');
  const { command, logger } = createRunner(hook.command);
  const volume = (value: number) => ({ ...FIELDS, TONEARM_EVENT_VOLUME: String(value) });
  const all: Promise<void>[] = [command.tell('playing', FIELDS)];
  for (let value = 1; value <= 50; value += 1) all.push(command.tell('volumeChanged', volume(value)));
  all.push(command.tell('paused', FIELDS), command.tell('playing', FIELDS), command.tell('stopped', FIELDS));
  all.push(command.tell('idle', FIELDS));
  await Promise.all(all);
  t.same(hook.events(), ['playing', 'stopped', 'idle', 'volumeChanged'], 'a status comes first');
  t.equal(hook.told().at(-1)?.environment['TONEARM_EVENT_VOLUME'], '50');
  t.same(logger.lines, []);
});

t.test('a status does not wait for a slow volumeChanged', async t => {
  const hook = createHook(
    t,
    'test "$TONEARM_EVENT" = volumeChanged && until test -e "$0.end"; do sleep 0.05; done; exit 0',
  );
  const { command } = createRunner(hook.command);
  const slow = command.tell('volumeChanged', FIELDS);
  await hook.until('volumeChanged', events => events.includes('volumeChanged'));
  const next = command.tell('trackChanged', FIELDS);
  await command.tell('paused', FIELDS);
  await command.tell('playing', FIELDS);
  t.same(hook.events(), ['volumeChanged', 'paused', 'playing']);
  writeFileSync(`${hook.command}.end`, '');
  await Promise.all([slow, next]);
  await command.stop(new AbortController().signal);
  t.same(hook.events(), ['volumeChanged', 'paused', 'playing', 'trackChanged']);
});

t.test('a stop waits for what was told', async t => {
  const hook = createHook(t, 'sleep 0.2; touch "$0.$TONEARM_EVENT"');
  const { command } = createRunner(hook.command);
  void command.tell('stopped', FIELDS);
  void command.tell('idle', FIELDS);
  await command.stop(new AbortController().signal);
  t.ok(existsSync(`${hook.command}.idle`));
  await command.tell('playing', FIELDS);
  t.same(hook.events(), ['stopped', 'idle']);
});

/** States in, events out. */
function createStory(idleS: number) {
  const told: string[] = [];
  const first = createFakeAgent().snapshot().state;
  const tell = (event: EventName, fields: EventFields) => {
    told.push(event === 'volumeChanged' ? `${event} ${fields.TONEARM_EVENT_VOLUME}` : event);
    return Promise.resolve();
  };
  const story = new EventStory({ command: { tell }, idleS, first });
  let state = first;
  const see = (changes: Partial<PublicState>) => {
    state = { ...state, ...changes };
    story.observe(state);
  };
  return { told, story, see };
}

const item = (index: number): PublicState['item'] => ({
  kind: 'track',
  index,
  title: `Title ${index}`,
  feedback: null,
  interactions: [],
});
const SOUNDING = { playbackStatus: 'playing', silenceReason: null } as const;

t.test('The event command tells of music, never of gaps or waited-out faults', async t => {
  const { told, story, see } = createStory(600);
  see({ playbackStatus: 'playing', silenceReason: 'loading', item: item(0) });
  t.same(told, [], 'nothing sounds yet');
  see(SOUNDING);
  t.same(told, ['playing', 'trackChanged']);
  see({ silenceReason: 'loading' });
  see({ ...SOUNDING, item: item(1) });
  t.same(told.splice(0), ['playing', 'trackChanged', 'trackChanged']);
  for (const silenceReason of [
    'offline',
    'serviceError',
    'playerUnavailable',
    'audioDeviceUnavailable',
  ] as const) {
    see({ silenceReason });
    see(SOUNDING);
  }
  t.same(told, []);
  see({ muted: true, silenceReason: 'muted' });
  see({ muted: false, silenceReason: null, volume: 40 });
  t.same(told.splice(0), ['volumeChanged 0', 'volumeChanged 40']);
  see({ playbackStatus: 'paused', silenceReason: 'paused' });
  see({ playbackStatus: 'stopped', silenceReason: 'stopped' });
  see(SOUNDING);
  t.same(told.splice(0), ['paused', 'stopped', 'playing']);
  see({ silenceReason: 'sourceEnded', playbackStatus: 'stopped' });
  see({ ...SOUNDING, item: item(2) });
  see({ silenceReason: 'takenOver' });
  t.same(told, ['stopped', 'playing', 'trackChanged', 'stopped']);
  story.stop();
});

t.test('idle: once, after the seconds of rest, and never between tracks even when they are none', async t => {
  const { told, story, see } = createStory(0);
  const turn = () => new Promise(resolve => setTimeout(resolve, 20));
  await turn();
  t.same(told, [], 'nothing has ended');
  see({ ...SOUNDING, item: item(0) });
  see({ silenceReason: 'loading' });
  await turn();
  see({ silenceReason: 'offline' });
  await turn();
  see({ ...SOUNDING, item: item(1) });
  t.same(told.splice(0), ['playing', 'trackChanged', 'trackChanged']);
  see({ playbackStatus: 'stopped', silenceReason: 'stopped' });
  await turn();
  see({ volume: 10 });
  await turn();
  t.same(told, ['stopped', 'idle', 'volumeChanged 10']);
  story.stop();
});

t.test('a stop tells stopped and idle, each unless it was told', async t => {
  const rows = [
    { changes: [], told: [] },
    { changes: [SOUNDING], told: ['playing', 'stopped', 'idle'] },
    { changes: [SOUNDING, { silenceReason: 'loading' }], told: ['playing', 'stopped', 'idle'] },
    {
      changes: [SOUNDING, { playbackStatus: 'paused', silenceReason: 'paused' }],
      told: ['playing', 'paused', 'idle'],
    },
  ] as const;
  for (const { changes, told: expected } of rows) {
    const { told, story, see } = createStory(600);
    for (const change of changes) see(change);
    story.stop();
    t.same(told, expected);
  }
});
