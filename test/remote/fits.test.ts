/** What is needed most is in sight on every screen, whatever is said besides. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { PublicState } from '../../src/contract/public-state.js';
import { LANGUAGES } from '../../src/lib/languages.js';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { PLAYING, playingState } from '../fakes/speaker/state.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip, resize, shoot } from '../rigs/remote/page.js';
import { albums, startSpeaker, visit, visitPlayer } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';

interface Box {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Whatever lies over its middle, where that is something else. */
  readonly under: string;
}

/** The controls of the player, or all that is pressed on the page. */
const boxesIn = (selector: string): string => `[...document.querySelectorAll('${selector}')]
  .filter(each => each.getClientRects().length > 0 && !each.disabled && getComputedStyle(each).visibility === 'visible')
  .map(each => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isFree = at === null || each.contains(at) || at.contains(each);
    const under = isFree ? '' : at.outerHTML.slice(0, 90);
    const name = each.getAttribute('aria-label') ?? each.textContent.trim();
    return { name, left, top, right, bottom, under };
  })`;
const CONTROLS = '.player .controls button, .player .controls input';
const PRESSED = 'button, a[href], input, select, summary';
const HURRIED = 'Pause, Next, Thumb up, Thumb down, Volume, Mute'.split(', ');

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
}

/** Resolves once that is so in the page. */
async function whenSo(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise(resolve => {
    const look = () => (${condition}) ? resolve() : requestAnimationFrame(look);
    look();
  })`);
}

function full(): PublicState {
  const { can, item } = PLAYING;
  return playingState({
    can: { ...can, previous: true, replay: true, feedback: true },
    item: { ...item, title: 'A Song of Which the Name Is So Long That It Takes Two Lines', feedback: 'UP' },
    upNext: { title: 'Wide Water, in the Long Version of the Second Album', artist: 'Ada Fen' },
  });
}

const startFull = (t: Test): Promise<FakeSpeaker> => startSpeaker(t, { state: full() });

async function looksRight(t: Test, page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = await page.evaluate<readonly Box[]>(boxesIn(CONTROLS));
  const missing = HURRIED.filter(each => !boxes.some(box => box.name === each));
  t.same(name.includes('playing') ? missing : [], [], `${name}: all there`);
  t.same(
    boxes.filter(({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height),
    [],
    `${name}: within the viewport`,
  );
  t.same(
    boxes.filter(({ under }) => under !== ''),
    [],
    `${name}: under nothing`,
  );
  const pairs = boxes.flatMap((box, at) =>
    boxes
      .slice(at + 1)
      .filter(other => overlaps(box, other))
      .map(other => [box, other]),
  );
  t.same(pairs, [], `${name}: over none of the others`);
  t.equal(await page.evaluate('scrollY'), 0);
  await shoot(page, `fits-${name.replaceAll(' ', '-')}`);
}

for (const [wide, high, zoom = 1] of SIZES) {
  const name = `${wide}×${high}${zoom === 1 ? '' : ' at 200 %'}`;
  t.test(`${name}: what is pressed most is in sight; a pause changes nothing`, { skip }, async t => {
    const speaker = await startFull(t);
    const viewport = { width: wide / zoom, height: high / zoom };
    const page = await visitPlayer(t, speaker, { viewport, deviceScaleFactor: zoom });
    await page.locator('.up-next').waitFor();
    await looksRight(t, page, `${name} playing`);
    const cover = () => page.locator('.stage').boundingBox();
    const before = await cover();

    speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' });
    await page.getByText('Paused.').waitFor();
    await looksRight(t, page, `${name} paused`);
    t.same(await cover(), before, 'the cover stays as it is');
    await whenSo(page, 'document.getAnimations().every(each => each.playState !== "running")');

    t.comment('however much there is to say');
    speaker.change({
      silenceReason: 'audioDeviceUnavailable',
      notice: { code: 'itemUnplayable', title: 'Another song with a long name', message: 'x' },
    });
    await page.getByText('Check that it is plugged in').waitFor();
    await looksRight(t, page, `${name} fault`);
  });
}

t.test('Questions after a sign-in push nothing out of sight', { skip }, async t => {
  const speaker = await startFull(t);
  const own = { id: 'a', name: 'Android phone', role: 'owner', createdMs: 1, self: true };
  speaker.answer('access.list', () => ({ clients: [own] }));
  for (const locale of ['en-GB', 'de-DE', 'ar-AE']) {
    const { page } = await visit(t, speaker, '#token=good-token&id=a', { locale });
    for (const [asked, count] of [
      ['.welcome', 3],
      ['.note:not(.welcome)', 2],
    ] as const) {
      await page.locator(asked).waitFor();
      for (const [wide, high, zoom = 1] of SIZES) {
        const viewport = { width: wide / zoom, height: high / zoom };
        // What the buttons are called is known in English.
        const what = locale === 'en-GB' ? 'playing' : locale;
        const name = `${wide}×${high}${zoom === 1 ? '' : ' at 200 %'} ${what} ${asked}`;
        await resize(page, viewport.width, viewport.height);
        await looksRight(t, page, name);
        const boxes = await page.evaluate<readonly Box[]>(boxesIn(`${asked} :is(button, input)`));
        t.equal(boxes.length, count);
        // Beside the controls there is too little room: it is scrolled.
        if (viewport.width <= 512 && viewport.height < viewport.width) continue;
        t.same(
          boxes.filter(({ left, top, right, bottom }) =>
            [left, top, viewport.width - right, viewport.height - bottom].some(room => room < 0),
          ),
          [],
          `${name}: what is asked is in sight`,
        );
        t.same(
          boxes.filter(({ under }) => under !== ''),
          [],
          `${name}: under nothing`,
        );
      }
      await page.locator(`${asked} .plain`).first().click();
    }
    await page.context().close();
  }
});

t.test('the first thing to press stays whole under the questions after a sign-in', { skip }, async t => {
  const speaker = await startFull(t);
  speaker.answer('access.list', () => ({
    clients: [{ id: 'a', name: 'Android phone', role: 'owner', createdMs: 1, self: true }],
  }));
  speaker.change({
    item: null,
    source: null,
    playbackStatus: 'stopped',
    silenceReason: 'noSource',
    upNext: null,
  });
  for (const locale of ['en-GB', 'de-DE'])
    for (const height of [844, 680]) {
      const options = { viewport: { width: 390, height }, locale };
      const { page } = await visit(t, speaker, '#token=good-token&id=a', options);
      for (const asked of ['.welcome', '.note:not(.welcome)']) {
        await page.locator(asked).waitFor();
        const cut = await page.evaluate<number>(
          "(() => { const box = document.querySelector('.said').getBoundingClientRect(); const button = document.querySelector('.said button').getBoundingClientRect(); return Math.max(box.top - button.top, button.bottom - box.bottom); })()",
        );
        t.ok(cut < 1, `${locale} ${height} ${asked}: ${cut} pixels are cut`);
        await page.locator(`${asked} .plain`).first().click();
      }
      await page.context().close();
    }
});

t.test('in German and Arabic, too, where words are longer, or run the other way', { skip }, async t => {
  for (const locale of ['de-DE', 'ar-AE'])
    for (const viewport of [
      { width: 320, height: 568 },
      { width: 667, height: 375 },
      { width: 1024, height: 600 },
    ]) {
      const speaker = await startFull(t);
      const page = await visitPlayer(t, speaker, { viewport, locale });
      const name = `${locale} ${viewport.width}`;
      await looksRight(t, page, name);
      const before = await page.locator('.stage').boundingBox();
      speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' });
      await page.locator('.silence .reason').waitFor();
      await looksRight(t, page, `${name} paused`);
      t.same(await page.locator('.stage').boundingBox(), before, `${name}: the cover stays`);
      await page.context().close();
    }
});

/** The names of the sections that reach beyond the rail they stand in. */
const BEYOND_RAIL = `(() => {
  const rail = document.querySelector('.sections').getBoundingClientRect();
  const player = document.querySelector('.player').getBoundingClientRect();
  return [...document.querySelectorAll('.sections span')].filter(each => {
    const text = document.createRange();
    text.selectNodeContents(each);
    const { left, right } = text.getBoundingClientRect();
    const isOver = left < player.right && player.left < right;
    return left < rail.left || right > rail.right || isOver;
  }).map(each => each.textContent);
})()`;

t.test('turned sideways, a phone has the names of the sections in a rail, whole', { skip }, async t => {
  const speaker = await startFull(t);
  for (const language of LANGUAGES) {
    const page = await visitPlayer(t, speaker, { locale: language });
    for (const [width, height] of [
      [568, 320],
      [667, 375],
      [844, 390],
    ] as const) {
      await resize(page, width, height);
      const name = `${language} ${width}`;
      const rail = await page.locator('.sections').boundingBox();
      t.ok(rail !== null && rail.height > rail.width, `${name}: a rail`);
      t.same(await page.evaluate(BEYOND_RAIL), [], name);
      await looksRight(t, page, name);
    }
    await page.context().close();
  }
});

t.test('The keyboard scrolls text that exceeds its room', { skip }, async t => {
  const speaker = await startFull(t);
  const page = await visitPlayer(t, speaker, { viewport: { width: 512, height: 300 } });
  speaker.change({
    silenceReason: 'audioDeviceUnavailable',
    notice: { code: 'itemUnplayable', title: 'Another song', message: 'x' },
  });
  await page.locator('.said[tabindex="0"]').waitFor();
  t.strictSame(await findingsOf(page), []);
  await page.locator('.said').focus();
  await page.keyboard.press('End');
  await whenSo(page, "document.querySelector('.said').scrollTop > 0");
  t.equal(speaker.calls.filter(({ method }) => method === 'player.setVolume').length, 0);
});

const rowOf = (page: Page, name: string) => page.locator('.rows .row:visible', { hasText: name }).first();

t.test('a message lies over nothing that is pressed, and goes with what it spoke of', { skip }, async t => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 667, height: 375 },
    { width: 1024, height: 600 },
  ]) {
    const speaker = await startFull(t);
    speaker.answer('player.next', () => fail(2004, 'skipLimitReached', 'Limit.'));
    speaker.answer('library.collection', () => ({ items: albums(30) }));
    speaker.answer('player.play', () => fail(2006, 'serviceError', 'Teapot.'));
    const page = await visitPlayer(t, speaker, { viewport });
    const name = `${viewport.width}`;
    const message = page.locator('.message');
    const said = (): Promise<readonly Box[]> => page.evaluate(boxesIn('.message'));
    const free = async (where: string): Promise<void> => {
      const [over] = await said();
      if (over === undefined) throw new Error('nothing is said');
      t.ok(over.top >= 0 && over.bottom <= viewport.height, `${name}: ${where}, in sight`);
      // A list goes on under the bar, in which the message stands.
      const pressed = viewport.width < 900 ? `:is(${PRESSED}):not(.library *)` : PRESSED;
      const boxes = await page.evaluate<readonly Box[]>(boxesIn(pressed));
      const others = boxes.filter(each => each.name !== 'Dismiss');
      t.same(
        others.filter(each => overlaps(each, over)),
        [],
        `${name}: ${where}`,
      );
    };
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await message.getByText('No more skips for now.').waitFor();
    await free('on the player');
    await looksRight(t, page, `${name} message`);
    t.strictSame(await findingsOf(page), [], `${name}: axe`);

    const { item } = PLAYING;
    speaker.change({ item: { ...item, index: 4, title: 'The next one' } });
    await message.waitFor({ state: 'detached' });

    t.comment('in a list it takes the place of the title in the bar: no row moves, and none is covered');
    await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
    const rows = (): Promise<readonly Box[]> => page.evaluate(boxesIn('.library button.row'));
    await rowOf(page, 'Album 0').waitFor();
    for (const album of ['Album 0', 'Album 5']) {
      await page.evaluate(
        `[...document.querySelectorAll('.rows .row')].find(row => row.textContent.includes('${album}')).scrollIntoView({ block: 'center' })`,
      );
      const before = { rows: await rows(), bar: (await page.locator('.mini').boundingBox())?.y ?? 0 };
      await rowOf(page, album).click();
      await message.getByText('the music service has a problem').waitFor();
      await free(album);
      await shoot(page, `message-${name}-${album}`);
      if (viewport.width < 900) {
        const after = new Map((await rows()).map(({ name, top }) => [name, top]));
        const moved = before.rows.filter(({ name, top }) => after.has(name) && after.get(name) !== top);
        t.same(moved, [], `${name}: ${album}, no row has moved`);
        const bar = (await page.locator('.mini').boundingBox())?.y ?? 0;
        t.ok(before.bar - bar < 28, `${name}: ${album}, the bar is ${before.bar - bar} pixels higher`);
        const bars = await page.evaluate<readonly Box[]>(boxesIn('.mini button'));
        t.same(
          bars.filter(({ under }) => under !== ''),
          [],
          'all of the bar is free',
        );
        t.ok(bars.some(({ name }) => name === 'Pause') && bars.some(({ name }) => name === 'Dismiss'));
      }
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await message.waitFor({ state: 'detached' });
      t.equal(await page.evaluate('document.activeElement.textContent'), 'Library');
    }
    await page.context().close();
  }
});

t.test('a message about the connection goes when that is back', { skip }, async t => {
  const speaker = await startFull(t);
  const page = await visitPlayer(t, speaker, {});
  // It is asked, and gone before it has answered.
  speaker.answer('player.next', () => new Promise(() => undefined));
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await speaker.next('player.next');
  speaker.refuse(true);
  speaker.cutAll();
  await page.locator('.message').getByText('There is no connection to the speaker.').waitFor();
  speaker.refuse(false);
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.locator('.message').waitFor({ state: 'detached' });
  t.equal(await page.getByRole('alert').textContent(), '', 'it does not stand beside what is so again');
});
