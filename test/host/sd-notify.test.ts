import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createSdNotify } from '../../src/host/sd-notify.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';
import { listenForNotifications } from '../fakes/machine/notify-socket.js';
import { temporaryFolder } from '../rigs/store/records.js';

const skip = ['systemd-notify', 'perl'].some(program => spawnSync(program, ['--version']).status !== 0)
  ? 'systemd-notify or perl is missing'
  : false;

let ailing: string | null = null;

/** A notifier, and what it logs. */
function createNotifier(notifySocket: string | null, watchdogMs: number | null) {
  const logger = createRecordingLogger();
  return { logger, notify: createSdNotify({ notifySocket, watchdogMs, ailment: () => ailing, logger }) };
}

/** What a notifier tells a systemd that listens. */
async function listen(t: Test, watchdogMs: number | null) {
  const socket = join(temporaryFolder(t), 'notify');
  const heard = await listenForNotifications(t, socket);
  // The interval lets the process end; here it must not.
  const awake = setInterval(() => undefined, 1_000);
  t.teardown(() => clearInterval(awake));
  return { heard, ...createNotifier(socket, watchdogMs) };
}

t.test('systemd hears of start, status and stop', { skip }, async t => {
  const { heard, logger, notify } = await listen(t, null);
  notify.status('starting');
  await notify.ready();
  t.same((await heard.next()).split('|').filter(Boolean).sort(), ['READY=1', 'STATUS=starting']);
  // A burst: one child is at work, the rest waits, and of that only the latest goes out.
  for (let count = 0; count < 50; count += 1) notify.status(`playing ${count}`);
  notify.status('playing\nREADY=1 ünder water');
  t.match(await heard.next(), /STATUS=playing READY=1 ünder water/u, 'no line break gets through');
  notify.status('playing\nREADY=1 ünder water');
  await notify.stopping();
  t.match(await heard.next(), /^STOPPING=1\|?$/u, 'nothing said twice');
  await notify.stopping();
  notify.status('too late');
  await notify.ready();
  t.same(logger.lines, []);
});

t.test('the watchdog is fed at half its time', { skip }, async t => {
  const { heard, notify } = await listen(t, 100);
  await notify.ready();
  t.match(await heard.next(), 'READY=1');
  t.match(await heard.next(), /^WATCHDOG=1\|?$/u);
  t.match(await heard.next(), /^WATCHDOG=1\|?$/u);
  await notify.stopping();
});

t.test('while something is wrong, systemd hears nothing, and the log says what', { skip }, async t => {
  const { heard, logger, notify } = await listen(t, 100);
  ailing = 'the player does not answer';
  await notify.ready();
  t.match(await heard.next(), 'READY=1');
  while (logger.messages('error').length < 3) await new Promise(resolve => setTimeout(resolve, 20));
  notify.status('still here');
  t.match(await heard.next(), /^STATUS=still here\|?$/u, 'no sign of life in between');
  ailing = null;
  t.match(await heard.next(), /^WATCHDOG=1\|?$/u);
  await notify.stopping();
});

t.test('a socket that is not there costs one warning', { skip }, async t => {
  const { logger, notify } = createNotifier('/nowhere/at/all', null);
  await notify.ready();
  notify.status('on');
  await notify.stopping();
  t.same(logger.messages('warn'), ['systemd could not be notified.']);
});

t.test('without systemd nothing is done at all', async t => {
  const { logger, notify } = createNotifier(null, 100);
  await notify.ready();
  notify.status('on');
  await notify.stopping();
  t.same(logger.lines, []);
});
