/** The day's own screens by keys, in every language and size: the timer, the alarms, the presets, the announcement, quiet hours. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { keepQuiet, startHousehold } from '../rigs/remote/household.js';
import { noBrowser as skip, resize } from '../rigs/remote/page.js';
import { visit } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';

async function open(t: Test, speaker: FakeSpeaker, locale: string): Promise<Page> {
  const { page } = await visit(t, speaker, undefined, { locale, reducedMotion: 'reduce' });
  await page.locator('.moon').waitFor();
  return page;
}

/** Walks with the Tab key until the focus is on such an element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${selector}`);
}

t.test('Keys alone set the sleep timer, an alarm and an announcement', { skip }, async t => {
  const speaker = await startHousehold(t);
  const page = await open(t, speaker, 'en-GB');
  await tabTo(page, '.moon');
  await page.keyboard.press('Enter');
  await page.locator('.alarm').first().waitFor();
  await tabTo(page, '.part .chips button');
  await page.keyboard.press(' ');
  t.same((await speaker.next('timer.sleep')).params, { afterMs: 15 * 60_000 });
  await tabTo(page, '.part > .plain');
  await page.keyboard.press('Enter');
  await page.locator('.week').waitFor();
  await tabTo(page, '.week button');
  await page.keyboard.press(' ');
  await tabTo(page, '.answers .primary');
  await page.keyboard.press('Enter');
  t.match((await speaker.next('alarm.set')).params, { time: '07:00', days: [2, 3, 4, 5] });
  await page.locator('.week').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await tabTo(page, '.section-speaker');
  await page.keyboard.press('Enter');
  await page.getByLabel('What is to be said').waitFor();
  await tabTo(page, '[aria-label="What is to be said"]');
  await page.keyboard.type('Dinner is ready.');
  await page.keyboard.press('Enter');
  t.same((await speaker.next('player.announce')).params, { text: 'Dinner is ready.' });
});

/** The screens, each reached from the one before, and the part that is looked at. */
const SCREENS: readonly (readonly [part: string, reach: (page: Page) => Promise<void>])[] = [
  ['.player .ceiling', page => page.locator('.player .ceiling').waitFor()],
  [
    'dialog',
    async page => {
      await page.locator('.moon').click();
      await page.locator('.alarm').first().waitFor();
    },
  ],
  [
    'dialog:has(.week)',
    async page => {
      await page.locator('.alarm .row').first().click();
      await page.locator('.week').waitFor();
    },
  ],
  [
    '.pane:has(.presets)',
    async page => {
      await page.keyboard.press('Escape');
      await page.locator('.week').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('.section-library').click();
      await page.locator('.shelves button').nth(1).click();
      await page.locator('.preset:enabled').first().waitFor();
    },
  ],
  [
    '.panel:has(form input)',
    async page => {
      await page.locator('.section-speaker').click();
      await page.locator('.panel form input').first().waitFor();
    },
  ],
];

for (const locale of LANGUAGES)
  t.test(`${locale}: The screens of the day keep within every size`, { skip }, async t => {
    const speaker = await startHousehold(t);
    keepQuiet(speaker);
    const page = await open(t, speaker, locale);
    for (const [part, reach] of SCREENS) {
      await resize(page, 390, 844);
      await reach(page);
      for (const [wide, high, zoom = 1] of SIZES) {
        await resize(page, wide / zoom, high / zoom);
        const beyond = await page.evaluate<readonly string[]>(`(root => {
          const edge = root.getBoundingClientRect();
          return [root, ...root.querySelectorAll('button, input, p, h2, h3, .choosing')]
            .filter(each => each.closest('.unseen') === null && each.getClientRects().length > 0)
            // A row of choices over a list is scrolled.
            .filter(each => each.closest('.pane > .chips') === null)
            .filter(each => {
              const { left, right, width } = each.getBoundingClientRect();
              return width > 1 && (left < Math.max(-0.5, edge.left - 12.5) || right > Math.min(innerWidth, edge.right + 12) + 0.5);
            })
            .map(each => each.outerHTML.slice(0, 80));
        })(document.querySelector(${JSON.stringify(part)}))`);
        t.same(beyond, [], `${part}, ${wide / zoom} × ${high / zoom}`);
        t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
      }
    }
  });
