/** `/#wall`: for a tablet that hangs somewhere. */
import type { Page } from 'playwright-core';
import { type Test, test } from 'tap';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { collectComplaints } from '../rigs/remote/complaints.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { openWindow, startSpeaker } from '../rigs/remote/visit.js';
import { contrast, pixelsOf } from '../rigs/remote/pixels.js';

/** What the browser was asked for, and gave back. */
const LOCKS = `
  window.locks = [];
  Object.defineProperty(navigator, 'wakeLock', { value: {
    request: async kind => {
      window.locks.push(kind);
      return { release: async () => void window.locks.push('released') };
    },
  } });
`;
/** Whether anything of it is out of sight. */
const SCROLLED = `[...document.querySelectorAll('.wall-all')].some(each => each.scrollHeight > each.clientHeight)`;
/** Of the page that functions of this test run in. */
declare function getComputedStyle(element: unknown): { readonly fontSize: string };

/** As a page that came by plain http finds it. */
const NO_LOCKS = 'delete Navigator.prototype.wakeLock;';

interface Tablet {
  readonly page: Page;
  readonly speaker: FakeSpeaker;
  readonly complaints: readonly string[];
}

/** Goes there as soon as the page stands, before it has been painted. */
const AT_ONCE = `new MutationObserver((_, watch) => {
  if (document.querySelector('.home') === null) return;
  watch.disconnect();
  location.hash = '#wall';
}).observe(document, { childList: true, subtree: true });`;

async function open(t: Test, script: string, size = { width: 1280, height: 800 }): Promise<Tablet> {
  const speaker = await startSpeaker(t);
  const page = await openWindow(t, { viewport: size, locale: 'en-GB', hasTouch: true });
  const complaints = collectComplaints(page);
  await page.addInitScript(script);
  await page.clock.install();
  await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
  return { page, speaker, complaints };
}

async function hang(t: Test, script: string, size?: { width: number; height: number }): Promise<Tablet> {
  const tablet = await open(t, script, size);
  const { page, speaker } = tablet;
  await page.getByRole('region', { name: 'Now playing' }).waitFor();
  await page.goto(`http://127.0.0.1:${speaker.port}/#wall`);
  await page.locator('.wall').waitFor();
  return tablet;
}

const locks = (page: Page): Promise<readonly string[]> => page.evaluate('window.locks');
const light = (page: Page, name: string): Promise<void> =>
  page.locator(`.wall[data-light="${name}"]`).waitFor();

/** Time passes until the light is so: a busy page may begin to count only after it did. */
async function pass(page: Page, ms: number, name: string): Promise<void> {
  const isSo = (): Promise<boolean> =>
    page
      .locator(`.wall[data-light="${name}"]`)
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  do await page.clock.fastForward(ms);
  while (!(await isSo()));
}

void test('large, alone on the screen, and the screen stays on', { skip }, async t => {
  const { page, speaker, complaints } = await hang(t, LOCKS);
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  t.same(await locks(page), ['screen']);
  t.equal(await page.getByRole('banner').count(), 0, 'no header, which stands still');
  t.equal(await page.getByRole('navigation').count(), 0);
  const { width = 0 } = (await page.locator('.wall .cover').boundingBox()) ?? {};
  t.ok(width >= 500, `the cover is ${width} pixels wide`);
  const level = await page
    .locator('.wall .level')
    .evaluate(each => Number.parseFloat(getComputedStyle(each).fontSize));
  t.ok(level >= 32, `the volume is ${level} pixels high`);
  for (const name of ['Mute', 'Pause', 'Next']) {
    const glyph = await page.getByRole('button', { name, exact: true }).locator('.icon').boundingBox();
    t.ok(glyph !== null && glyph.width >= 56 && glyph.height >= 56, `${name}: ${glyph?.width} pixels`);
  }
  t.equal(await page.evaluate(SCROLLED), false, 'all of it is in sight');
  await page.getByRole('button', { name: 'Pause' }).tap();
  await speaker.next('player.pause');
  t.equal(await page.getByText('This page cannot keep the screen on.').count(), 0);
  t.strictSame(await findingsOf(page), []);

  t.comment('the browser lets go of it while the page is out of sight: it is asked for again');
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  t.same(await locks(page), ['screen', 'screen']);
  await page.getByRole('button', { name: 'Leave this view' }).tap();
  await page.getByRole('navigation').waitFor();
  await page.getByRole('banner').waitFor();
  t.same((await locks(page)).at(-1), 'released');
  t.equal(await page.locator('html').getAttribute('data-wall'), null);
  t.same(complaints, []);
});

void test('A way that is taken as soon as the page stands is followed', { skip }, async t => {
  const { page, complaints } = await open(t, AT_ONCE);
  await page.locator('.wall').waitFor();
  t.same(complaints, []);
});

void test('The page names who may keep its screen on', { skip }, async t => {
  const { page, complaints } = await hang(t, NO_LOCKS);
  await page
    .getByText('This page cannot keep the screen on. Change that in the tablet’s settings.')
    .waitFor();
  t.same(complaints, []);
});

void test('it dims by itself, more where nothing plays, and is bright at a touch', { skip }, async t => {
  const { page, speaker } = await hang(t, LOCKS);
  await light(page, 'bright');
  await pass(page, 61_000, 'dim');
  await page.touchscreen.tap(20, 20);
  await light(page, 'bright');
  await page.clock.fastForward(61_000);
  await page.clock.fastForward(600_000);
  await light(page, 'dim');
  speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' });
  await light(page, 'bright');
  await pass(page, 301_000, 'dark');
  speaker.change({ playbackStatus: 'playing', silenceReason: null });
  await light(page, 'bright');
});

void test('The dimmed wall shows legible text, in a light scheme too', { skip }, async t => {
  const { page } = await hang(t, LOCKS);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.touchscreen.tap(20, 20);
    await light(page, 'bright');
    await pass(page, 61_000, 'dim');
    while ((await page.evaluate("getComputedStyle(document.querySelector('.wall')).opacity")) !== '0.5')
      await new Promise(resolve => setTimeout(resolve, 50));
    const box = await page.getByRole('heading', { name: 'Slow Tide' }).boundingBox();
    if (box === null) throw new Error('the wall names what plays');
    const places = Array.from({ length: 400 }, (_, at) => ({
      x: box.x + ((at % 40) + 0.5) * (box.width / 40),
      y: box.y + (Math.floor(at / 40) + 0.5) * (box.height / 10),
    }));
    const [ground, ...colours] = await pixelsOf(page, [{ x: 2, y: 2 }, ...places]);
    const most = Math.max(...colours.map(colour => contrast(colour, ground ?? colour)));
    t.ok(most >= 4.5, `${colorScheme}: ${most}`);
  }
});

void test('in the dark a touch makes light, and nothing else', { skip }, async t => {
  const { page, speaker } = await hang(t, LOCKS);
  speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' });
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await play.waitFor();
  const { x = 0, y = 0, width = 0, height = 0 } = (await play.boundingBox()) ?? {};
  await pass(page, 301_000, 'dark');
  t.notOk(
    await page.getByRole('button', { name: 'Leave this view' }).isVisible(),
    'no button is lit for days',
  );
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await light(page, 'bright');
  t.ok(await page.getByRole('button', { name: 'Leave this view' }).isVisible());
  t.notOk(speaker.calls.some(({ method }) => method === 'player.play'));
  // A finger that stays until there is light.
  await pass(page, 301_000, 'dark');
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await light(page, 'bright');
  await page.evaluate('new Promise(requestAnimationFrame)');
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.evaluate('new Promise(resolve => setTimeout(resolve, 100))');
  t.notOk(
    speaker.calls.some(({ method }) => method === 'player.play'),
    'nor by a slow finger',
  );
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await speaker.next('player.play');
});

void test('it says that the connection is lost, and for how long it is not', { skip }, async t => {
  const { page, speaker } = await hang(t, LOCKS);
  const wall = page.locator('.wall');
  t.notOk(
    await wall.getByText('Connected', { exact: true }).isVisible(),
    'what is well is not said for days',
  );
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  const place = await pause.boundingBox();
  speaker.refuse(true);
  speaker.cutAll();
  await wall.getByText('Connection lost, trying again…').waitFor();
  t.same(await pause.boundingBox(), place, 'no button moves away from a finger');
  t.ok(await page.getByRole('button', { name: 'Try now' }).isVisible());
  t.strictSame(await findingsOf(page), []);
  speaker.refuse(false);
  await page.clock.runFor(40_000);
  await wall.getByText('Connection lost, trying again…').waitFor({ state: 'detached' });
});

void test('nothing stands at one place for long, and nothing leaves the screen', { skip }, async t => {
  for (const size of [
    { width: 800, height: 480 },
    { width: 800, height: 1280 },
    { width: 1280, height: 800 },
    { width: 844, height: 390 },
  ]) {
    const { page } = await hang(t, LOCKS, size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const places = new Set<string>();
    for (let minute = 0; minute < 9; minute += 1) {
      const box = await page.locator('.wall .cover').boundingBox();
      places.add(`${box?.x} ${box?.y}`);
      for (const each of [page.locator('.wall .cover'), page.getByRole('slider', { name: 'Volume' })]) {
        const { x = -1, y = -1, width = 0, height = 0 } = (await each.boundingBox()) ?? {};
        t.ok(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height, JSON.stringify(size));
      }
      const before = await page.locator('.wall-all').getAttribute('style');
      await page.clock.fastForward(60_000);
      await page.locator(`.wall-all:not([style="${before}"])`).waitFor();
    }
    t.equal(places.size, 9, `${size.width}`);
  }
});

void test('it is found on the screen of the speaker', { skip }, async t => {
  const { page } = await hang(t, LOCKS);
  await page.goBack();
  await page.getByRole('navigation').getByRole('button', { name: 'Speaker', exact: true }).click();
  await page.getByRole('button', { name: 'Show on this screen' }).click();
  await page.locator('.wall').waitFor();
  t.equal(new URL(page.url()).hash, '#wall');
  await page.goBack();
  await page.getByRole('heading', { name: 'Wall display' }).waitFor();
});

void test('a message moves no button, and lies over neither Undo nor under the titles', { skip }, async t => {
  const { page, speaker } = await hang(t, LOCKS, { width: 667, height: 375 });
  speaker.answer('player.next', () => fail(2006, 'serviceError', 'Teapot.'));
  const source = { id: 'AL:1', type: 'AL', name: 'Far Shore' } as const;
  speaker.change({ source: { id: 'ST:9', type: 'ST', name: 'Low Water' } });
  speaker.change({ source }, { client: 'Ada’s phone', method: 'player.play' });
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  const pause = page.getByRole('button', { name: 'Pause' });
  const before = await pause.boundingBox();
  await page.getByRole('button', { name: 'Next', exact: true }).tap();
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.waitFor();
  t.same(await pause.boundingBox(), before);
  // Each would fail if something else took the tap.
  await undo.tap({ trial: true, timeout: 3_000 });
  await dismiss.tap({ timeout: 3_000 });
  await dismiss.waitFor({ state: 'detached' });
});

void test('whatever the titles say, no button moves; leaving goes back to where it was opened', {
  skip,
}, async t => {
  const { page, speaker } = await hang(t, LOCKS);
  const pause = page.getByRole('button', { name: 'Pause' });
  const title = 'A Long Title of a Long Song That Takes Two Lines Wherever It Is Shown';
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [800, 1280],
    [1024, 600],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    speaker.change({ item: { ...speaker.state.item, title: 'Short' } as never });
    await page.locator('.wall .title').getByText('Short', { exact: true }).waitFor();
    const before = await pause.boundingBox();
    speaker.change({ item: { ...speaker.state.item, title } as never });
    speaker.change(
      { source: { id: `AL:${width}`, type: 'AL', name: 'Far Shore' } },
      { client: 'Ada’s phone', method: 'player.play' },
    );
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.locator('.wall .title').getByText(title).waitFor();
    t.same(await pause.boundingBox(), before, `${width} × ${height}`);
    await page.clock.runFor(12_000);
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  }
  await page.goBack();
  await page.getByRole('navigation').getByRole('button', { name: 'Speaker', exact: true }).click();
  for (const leave of [
    () => page.getByRole('button', { name: 'Leave this view' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.getByRole('button', { name: 'Show on this screen' }).click();
    await page.locator('.wall').waitFor();
    await leave();
    await page.getByRole('heading', { name: 'Wall display' }).waitFor();
  }
});
