/** The bar over a phone's lists: what plays, next and the volume, without a way back to the player. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip, openRemote, shoot } from '../rigs/remote/page.js';
import { holdBack, albums, startSpeaker, visit } from '../rigs/remote/visit.js';

async function start(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({ items: albums(20) }));
  return speaker;
}

async function open(
  t: Test,
  speaker: FakeSpeaker,
  options: Parameters<typeof openRemote>[3] = {},
): Promise<Page> {
  const { page } = await visit(t, speaker, undefined, options);
  await page.locator('.section-library').click();
  await page.locator('.mini-more').waitFor();
  return page;
}

const bar = (page: Page) => page.locator('.mini');

t.test('The bar over the lists skips, and changes the volume in a line of its own', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker);
  await bar(page).getByRole('button', { name: 'Next' }).click();
  await speaker.next('player.next');
  const place = async () => await bar(page).getByRole('button', { name: 'Pause' }).boundingBox();
  const before = await place();
  const toggle = bar(page).getByRole('button', { name: 'Volume' });
  t.equal(await toggle.getAttribute('aria-expanded'), 'false');
  await toggle.click();
  t.equal(await toggle.getAttribute('aria-expanded'), 'true');
  const slider = bar(page).getByRole('slider', { name: 'Volume' });
  await slider.focus();
  await page.keyboard.press('ArrowUp');
  t.match((await speaker.next('player.setVolume')).params, { volume: speaker.state.volume + 1 });
  await bar(page).getByRole('button', { name: 'Mute' }).click();
  t.match((await speaker.next('player.setMuted')).params, { muted: true });
  t.same(await place(), before, 'what is under the finger stays there');
  await toggle.click();
  await slider.waitFor({ state: 'detached' });
  t.same(await place(), before);
});

t.test('The play button of the bar stays in place while the other buttons load', { skip }, async t => {
  const speaker = await start(t);
  const { page } = await visit(t, speaker);
  await page.locator('.transport .big:enabled').waitFor();
  const release = await holdBack(page, '**/remote-*.js');
  await page.locator('.section-library').click();
  const place = async () => await bar(page).getByRole('button', { name: 'Pause' }).boundingBox();
  const before = await place();
  t.equal(await page.locator('.mini-more').count(), 0);
  release();
  await page.locator('.mini-more').waitFor();
  t.same(await place(), before);
});

t.test('The bar offers no skip that would be refused', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker);
  const next = bar(page).getByRole('button', { name: 'Next' });
  t.equal(await next.isEnabled(), true);
  speaker.change({ can: { ...speaker.state.can, next: false } });
  await bar(page).getByRole('button', { name: 'Next', disabled: true }).waitFor();
});

t.test('The bar fits a phone of any size in every language, open or not', { skip }, async t => {
  const speaker = await start(t);
  for (const locale of LANGUAGES)
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [667, 375],
    ] as const) {
      const page = await open(t, speaker, { locale, viewport: { width, height }, reducedMotion: 'reduce' });
      const name = `${locale} ${width}×${height}`;
      for (const isOpen of [false, true]) {
        if (isOpen) await bar(page).locator('[aria-expanded]').click();
        const boxes = await page.evaluate<readonly { left: number; right: number; wide: number }[]>(`
          [...document.querySelectorAll('.mini button, .mini input, .mini .lines')].map(each => {
            const { left, right, width } = each.getBoundingClientRect();
            return { left, right, wide: width };
          })`);
        t.same(
          boxes.filter(({ left, right }) => left < 0 || right > width),
          [],
          `${name}: inside`,
        );
        t.ok(
          boxes.every(({ wide }) => wide >= 44),
          `${name}: as wide as a finger`,
        );
        await shoot(page, `bar-${name}-${isOpen}`);
      }
      if (width === 390) t.same(await findingsOf(page), [], `${name}: axe`);
      await page.context().close();
    }
});
