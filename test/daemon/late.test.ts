import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import t from 'tap';
import type { Control } from '../../src/control/control.js';
import { createLateControl, createLatePages } from '../../src/daemon/late.js';

const REQUEST = new IncomingMessage(new Socket());

const nobody = () => undefined;
const DOOR = { bindings: ['-'], peer: '127.0.0.1', refuse: nobody, onOpened: nobody, onOver: nobody };

/** A control that is there once `arrive` is called, and what was asked of it. */
function createStage() {
  const asked: string[] = [];
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>(resolve => {
    arrive = resolve;
  });
  const note = (word: string) => {
    asked.push(word);
    return Promise.resolve();
  };
  const control: Control = {
    clients: { network: 0, local: 0, mpd: 0 },
    upgrade: () => void note('upgrade'),
    judgeCode: async () => {
      await note('judgeCode');
      return { type: 'wrong' };
    },
    rpc: async () => {
      await note('rpc');
      return { status: 200, body: 'answer' };
    },
    ownSession: () => Promise.reject(new Error('nothing of the agent has a session')),
    mpdDoor: () => Promise.reject(new Error('MPD is not served')),
    start: () => note('start'),
    stop: () => note('stop'),
  };
  const late = createLateControl(async () => {
    asked.push('load');
    await arrival;
    return control;
  });
  return { late, asked, arrive: () => arrive() };
}

t.test('whoever comes before the control API is there waits for it', async t => {
  const { late, asked, arrive } = createStage();
  t.strictSame(asked, [], 'nothing is loaded before it is wanted');
  const socket = new PassThrough();
  late.upgrade(REQUEST, socket, Buffer.alloc(0), DOOR);
  const answer = late.rpc(REQUEST, '127.0.0.1');
  const started = late.start();
  arrive();
  await started;
  t.strictSame(await answer, { status: 200, body: 'answer' });
  t.strictSame(asked.slice(0, 2), ['load', 'start'], 'once, and started before anybody is let in');
  t.strictSame(asked.slice(2).sort(), ['rpc', 'upgrade']);
  t.notOk(socket.destroyed);
  await late.stop();
  t.equal(asked.at(-1), 'stop');
});

t.test('stopped while it is being loaded, it is never started', async t => {
  const { late, asked, arrive } = createStage();
  const started = late.start();
  const stopped = late.stop();
  arrive();
  await Promise.all([started, stopped]);
  t.strictSame(asked, ['load', 'stop']);
  const socket = new PassThrough();
  late.upgrade(REQUEST, socket, Buffer.alloc(0), DOOR);
  t.ok(socket.destroyed, 'nobody is let in any more');
});

t.test('stopped before anybody wanted it, it is not even loaded', async t => {
  const { late, asked } = createStage();
  await late.stop();
  await late.stop();
  t.strictSame(asked, []);
});

t.test('one that cannot be loaded: the start fails, and nobody is left waiting', async t => {
  const late = createLateControl(() => Promise.reject(new Error('a file is missing')));
  const socket = new PassThrough();
  late.upgrade(REQUEST, socket, Buffer.alloc(0), DOOR);
  await t.rejects(late.start(), /a file is missing/);
  await t.rejects(late.rpc(REQUEST, '127.0.0.1'), /a file is missing/);
  t.ok(socket.destroyed);
  await late.stop();
});

t.test('pages are loaded once, at the first request', async t => {
  let loads = 0;
  const pages = createLatePages(() => {
    loads += 1;
    if (loads === 1) return Promise.reject(new Error('not now'));
    return Promise.resolve(({ path }) => (path === '/here' ? { status: 200, body: path } : null));
  });
  t.equal(loads, 0);
  const request = (path: string) =>
    ({
      method: 'GET',
      path,
      query: new URLSearchParams(),
      form: new URLSearchParams(),
      userAgent: '',
      cookie: '',
      peer: '192.0.2.1',
      origin: 'http://192.0.2.2:8710',
    }) as const;
  await t.rejects(async () => pages(request('/here')), { message: 'not now' });
  const answers = await Promise.all([pages(request('/here')), pages(request('/there'))]);
  t.strictSame(answers, [{ status: 200, body: '/here' }, null]);
  t.equal(loads, 2, 'a failure is not kept, what came is');
});
