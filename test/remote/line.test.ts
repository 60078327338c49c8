/** What a listener is told where the way to the speaker is not what it was, and that nothing is done that nobody waits for any more. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Test, test } from 'tap';
import { type PhoneWire, startPhoneWire } from '../fakes/phones/wire.js';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { PLAYING } from '../fakes/speaker/state.js';
import { createRemotePages } from '../../src/remote/pages.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip, setHidden } from '../rigs/remote/page.js';
import { holdBack, startSpeaker, visit } from '../rigs/remote/visit.js';

const portOf = (url: string): number => Number(new URL(url).port);

interface Stalling {
  readonly page: Page;
  readonly speaker: FakeSpeaker;
  readonly wire: PhoneWire;
}

/** A page whose line to the speaker can stall, and whose clock goes on when it is told to. */
async function openStalling(t: Test): Promise<Stalling> {
  const speaker = await startSpeaker(t);
  const wire = await startPhoneWire(speaker.port);
  t.teardown(() => wire.stop());
  const { page } = await visit(t, { port: portOf(wire.url) });
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.clock.install();
  await page.reload();
  await page.getByText('Connected', { exact: true }).waitFor();
  return { page, speaker, wire };
}

const says = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** It may come back by itself sooner than anybody presses. */
const tryNow = (page: Page): Promise<unknown> =>
  page
    .getByRole('button', { name: 'Try now' })
    .click({ timeout: 5_000 })
    .catch(() => null);

void test('A page that nobody sees gives its place up after minutes, and is back when it is seen', {
  skip,
}, async t => {
  const { page, speaker } = await openStalling(t);
  await setHidden(page, true);
  await page.clock.runFor(181_000);
  while (speaker.sessions > 0) await sleep(20);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await page.clock.runFor(60_000);
    t.equal(speaker.sessions, 0, 'it does not come back by itself');
  }
  speaker.change({ volume: 12 });
  await setHidden(page, false);
  await says(page, 'Connected');
  await page.locator('.level').getByText('12', { exact: true }).waitFor();
  t.equal(speaker.sessions, 1);
});

void test('a line that stalls is noticed within six seconds, and left by a press', { skip }, async t => {
  const { page, wire } = await openStalling(t);
  const button = page.getByRole('button', { name: 'Try now' });
  t.equal(await button.count(), 0);
  wire.stall();
  await page.clock.runFor(6_000);
  await says(page, 'The speaker is not responding');
  t.same(await findingsOf(page), []);
  wire.flow();
  await says(page, 'Connected');
  wire.stall();
  await page.clock.runFor(30_000);
  await button.waitFor();
  // What was held back goes nowhere now: a connection of its own does.
  wire.cut();
  wire.flow();
  wire.mend();
  await tryNow(page);
  await says(page, 'Connected');
  await button.waitFor({ state: 'detached' });
});

void test('The page tells of a lost network until the speaker answers', {
  skip,
}, async t => {
  const { page, wire } = await openStalling(t);
  const player = page.getByRole('region', { name: 'Now playing' });
  const show = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await show('Search');
  await page.getByRole('searchbox').waitFor();
  await show('Playing');
  wire.stall();
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await says(page, 'No network here');
  await player.getByRole('button', { name: 'Pause', disabled: true }).waitFor();
  const where = () => player.locator('.position').innerText();
  const before = await where();
  await page.clock.runFor(3_000);
  t.equal(await where(), before, 'nobody knows where the music is now');
  await show('Search');
  await page.getByRole('searchbox').fill('tide');
  await page.clock.runFor(1_000);
  await page.getByText('There is no connection to the speaker. It comes back by itself.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
  await show('Playing');
  wire.flow();
  await says(page, 'Connected');
  await player.getByRole('button', { name: 'Pause', disabled: false }).waitFor();
  // The position starts to move only with the next drawing, which waits for the clock itself.
  while ((await where()) === before) await page.clock.runFor(1_000);
});

void test('without a network nothing in a dialog can be pressed either', { skip }, async t => {
  const { page, speaker, wire } = await openStalling(t);
  const { item } = speaker.state;
  const source = { id: 'ST:1', type: 'ST' };
  speaker.answer('library.recent', () => ({
    items: [1, 2].map(playedAtMs => ({ playedAtMs, source, item: { ...item, title: `Song ${playedAtMs}` } })),
  }));
  await page.locator('.player').getByRole('button', { name: 'Played before' }).click();
  const song = (disabled: boolean) => page.getByRole('button', { name: 'Song 2', disabled }).waitFor();
  await song(false);
  wire.stall();
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await song(true);
  wire.flow();
  await song(false);
  await page.keyboard.press('Escape');
  await page.locator('.speakers').click();
  const pause = page.getByRole('dialog').getByRole('button', { name: 'Pause' });
  await pause.waitFor();
  t.ok(await pause.isEnabled());
  wire.stall();
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await page.locator('dialog button[aria-label="Pause"]:disabled').waitFor();
});

void test('a press without an answer is said to have none yet', { skip }, async t => {
  const { page, speaker } = await openStalling(t);
  // On a busy machine the speaker's signs of life would come too late.
  await page.clock.pauseAt(Date.now() + 10_000);
  let answer: (value: object) => void = () => undefined;
  speaker.answer('player.next', () => new Promise(resolve => (answer = resolve)));
  await page.getByRole('button', { name: 'Next' }).click();
  await speaker.next('player.next');
  await page.clock.runFor(1_400);
  await says(page, 'Connected');
  await page.clock.runFor(200);
  await says(page, 'No answer yet');
  answer({ revision: speaker.revision });
  await says(page, 'Connected');
});

void test('a volume that was wanted while the line stalled is not set when it is back', { skip }, async t => {
  const { page, speaker, wire } = await openStalling(t);
  const volume = page.getByRole('slider', { name: 'Volume' });
  wire.stall();
  await volume.fill('41');
  await volume.fill('55');
  await page.clock.runFor(30_000);
  wire.cut();
  wire.flow();
  wire.mend();
  await tryNow(page);
  await says(page, 'Connected');
  await page.clock.runFor(1_000);
  await volume.fill('42');
  t.same((await speaker.next('player.setVolume')).params, { volume: 42 }, 'the first that comes through');
});

void test('The agent ignores commands that a stalled line delivers late', { skip }, async t => {
  let aheadMs = 0;
  const clock = { epochMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() };
  const pages = createRemotePages({ deviceName: 'Kitchen', version: '0.1.0' });
  const device = await startFakeDevice({ http: { pages: [pages] }, control: { clock } });
  t.teardown(device.stop);
  const wire = await startPhoneWire(portOf(device.origin));
  t.teardown(() => wire.stop());
  const { page } = await visit(t, { port: portOf(wire.url) }, `#token=${FIXED_TOKEN}`);
  await says(page, 'Connected');
  const mute = page.getByRole('button', { name: 'Mute' });
  wire.stall();
  await mute.click();
  aheadMs = 6_000;
  wire.flow();
  await page.getByRole('alert').getByText('Your command arrived too late and was ignored.').waitFor();
  t.same(device.agent.commands, []);
  // Of the time that passed only the speaker was told.
  aheadMs = 0;
  await mute.click();
  while (device.agent.commands.length === 0) await new Promise(resolve => setTimeout(resolve, 20));
  t.match(device.agent.commands, [{ command: { type: 'setMuted', muted: true } }]);
});

void test('a key whose code is slow to come is a press of when it was pressed', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  await says(page, 'Connected');
  await page.clock.install();
  const release = await holdBack(page, '**/remote-*.js');
  await page.keyboard.press('Space');
  await page.clock.fastForward(6_000);
  release();
  await page.keyboard.press('m');
  await speaker.next('player.setMuted');
  t.same(
    speaker.calls.filter(({ method }) => method === 'player.pause'),
    [],
  );
});

void test('a finger on the position as another item comes means the one before', { skip }, async t => {
  const { page, speaker } = await openStalling(t);
  const position = page.getByRole('slider', { name: 'Position' });
  const box = await position.boundingBox();
  if (box === null) throw new Error('The position is nowhere.');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 3, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, middle);
  const { item } = PLAYING;
  speaker.change({ item: { ...item, index: 4, title: 'High Tide' } });
  await page.getByRole('heading', { name: 'High Tide' }).waitFor();
  await page.mouse.move(box.x + box.width - 10, middle);
  await page.mouse.up();
  await position.focus();
  await page.keyboard.press('Home');
  t.same((await speaker.next('player.seek')).params, { positionMs: 0 }, 'nothing was sought before');
});
