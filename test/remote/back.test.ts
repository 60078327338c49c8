/** Back to the remote in the same tab: the browser has kept the page, not its connection. */
import { chromium, type Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { WATCH_BACK } from '../rigs/remote/back.js';
import { browserPath, openRemote } from '../rigs/remote/page.js';
import { startSpeaker } from '../rigs/remote/visit.js';

// The light browser keeps no page.
const skip = browserPath === undefined && 'there is no Chromium on this machine';

interface Kept {
  readonly page: Page;
  readonly speaker: FakeSpeaker;
  readonly leave: () => Promise<unknown>;
}

/** A page in a browser that keeps pages for *Back*, as people's browsers do and those of tests do not. */
async function openKept(t: Test): Promise<Kept> {
  const browser = await chromium.launch({
    executablePath: browserPath ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  t.teardown(() => browser.close());
  const speaker = await startSpeaker(t);
  const { page } = await openRemote(browser, speaker);
  await page.getByText('Connected', { exact: true }).waitFor();
  return { page, speaker, leave: () => page.goto(`http://localhost:${speaker.port}/favicon.ico`) };
}

t.test('A page that is back shows no loss, and its first press arrives', { skip }, async t => {
  const { page, speaker, leave } = await openKept(t);
  await page.evaluate(WATCH_BACK);
  await leave();
  await page.goBack({ waitUntil: 'commit' });
  await speaker.next('player.pause');
  t.equal(await page.evaluate('window.isKept'), true, 'the browser kept the page');
  t.same(await page.evaluate('said'), ['Connected']);
  t.equal(speaker.sessions, 1, 'the old connection is gone');
  t.equal(speaker.connections, 2);
});

t.test('A page that is back says what is lost a second later, not before', { skip }, async t => {
  const { page, speaker, leave } = await openKept(t);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(WATCH_BACK);
  await leave();
  speaker.refuse(true);
  await page.goBack({ waitUntil: 'commit' });
  await page.clock.runFor(900);
  t.same(await page.evaluate('said'), ['Connected']);
  await page.clock.runFor(200);
  await page.getByText('Connection lost, trying again…').waitFor();
  t.equal(await page.locator('.transport .big').isDisabled(), true);
});
