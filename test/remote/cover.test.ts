/** The cover is the largest thing, on phones, tablets and walls. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { playingState } from '../fakes/speaker/state.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';

const LONG = 'A Song of Which the Name Takes Two Lines Here';

async function show(t: Test, width: number, height: number, title = 'Slow Tide'): Promise<Page> {
  const { item } = playingState();
  const speaker = await startSpeaker(t, {
    state: playingState({
      item: item && { ...item, title },
      upNext: { title: 'Wide Water', artist: 'Ada Fen' },
    }),
  });
  const { page } = await visit(t, speaker, undefined, { viewport: { width, height } });
  await page.locator('.cover').waitFor();
  return page;
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  return box;
}

for (const [width, height, least] of [
  [320, 568, 110],
  [360, 640, 150],
  [375, 667, 160],
  [390, 844, 300],
] as const)
  t.test(`The cover is at least ${least} pixels wide at ${width}×${height}`, { skip }, async t => {
    const page = await show(t, width, height);
    await page.locator('.up-next').waitFor();
    const cover = await boxOf(page, '.cover');
    t.ok(cover.width >= least, `${cover.width}`);
    t.ok(Math.abs(cover.width - cover.height) < 1, 'a square');
    const big = await boxOf(page, '.transport .big');
    const said = await boxOf(page, '.said');
    t.ok(cover.width > big.width);
    t.ok(cover.height >= said.height, `${cover.height}, beside ${said.height} of text`);
  });

t.test('A long title takes its second line from the cover', { skip }, async t => {
  const before = await boxOf(await show(t, 320, 568), '.cover');
  const page = await show(t, 320, 568, LONG);
  await page.locator('.up-next').waitFor();
  const after = await boxOf(page, '.cover');
  t.ok(after.height < before.height && after.height >= 80, `${after.height}`);
  t.ok(Math.abs(after.width - after.height) < 1, 'still a square');
  t.equal(
    await page.evaluate("(at => at.scrollHeight > at.clientHeight + 1)(document.querySelector('.said'))"),
    false,
  );
});

for (const [width, height] of [
  [768, 1024],
  [820, 1180],
] as const)
  t.test(`An upright tablet of ${width}×${height} has two columns`, { skip }, async t => {
    const page = await show(t, width, height);
    const player = await boxOf(page, '.player');
    const library = await boxOf(page, '.library');
    t.ok(player.x + player.width <= library.x && library.x + library.width <= width);
    t.ok(library.width >= 340, `${library.width}`);
    t.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  });

for (const [width, height, least] of [
  [390, 844, 300],
  [768, 1024, 380],
  [800, 1280, 500],
  [1024, 768, 400],
] as const)
  t.test(
    `The cover on the wall is at least ${least} pixels wide at ${width}×${height}`,
    { skip },
    async t => {
      const page = await show(t, width, height);
      await page.evaluate("location.hash = '#wall'");
      await page.locator('.wall .cover').waitFor();
      const cover = await boxOf(page, '.wall .cover');
      t.ok(cover.width >= least, `${cover.width}`);
      t.ok(Math.abs(cover.width - cover.height) < 1, 'a square');
      const leave = await boxOf(page, '.wall-foot .plain');
      t.ok(leave.y + leave.height <= height, 'nothing is pushed out');
    },
  );
