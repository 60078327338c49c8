/** Something of the library or of what was played is stored as a preset without playing it. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { startHousehold } from '../rigs/remote/household.js';
import { noBrowser as skip, resize } from '../rigs/remote/page.js';
import { visitPlayer } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';

/** A press that lasts as long is a long one. */
const HELD_MS = 900;
const yesterday = new Date().setHours(0, 0, 0, 0) - 3_600_000;

async function start(t: Test): Promise<FakeSpeaker> {
  const speaker = await startHousehold(t);
  const { item } = speaker.state;
  const source = { id: 'ST:7', type: 'ST', name: 'Harbour Lights' };
  const stored = new Map([[1, { id: 'ST:9', type: 'ST', name: 'Morning Radio' }]]);
  speaker.answer('library.recent', () => ({
    items: [{ playedAtMs: yesterday, item: { ...item, title: 'Wide Water' }, source, trackId: 'TR:7' }],
  }));
  speaker.answer('preset.list', () => ({
    presets: [...stored].map(([number, source]) => ({ number, source })),
  }));
  speaker.answer('preset.set', ({ number, sourceId }) => {
    const id = String(sourceId);
    stored.set(Number(number), { id, type: id.slice(0, 2), name: `Stored ${id}` });
    return {};
  });
  return speaker;
}

async function openBefore(page: Page): Promise<void> {
  await page.locator('.opinion button').nth(-2).click();
  await page.locator('.played .row').waitFor();
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Store as a preset' });

t.test('An owner stores what was on yesterday, or its station, by a long press', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker);
  await openBefore(page);
  await page.getByText('Hold an entry of a list').waitFor();
  await page.locator('.played .row').click({ delay: HELD_MS });
  const sheet = sheetOf(page);
  await sheet.getByText('Press the number for “Wide Water”.').waitFor();
  t.strictSame(await findingsOf(page), []);
  await sheet.getByRole('button', { name: '4 free' }).click();
  t.same((await speaker.next('preset.set')).params, { number: 4, sourceId: 'TR:7' });
  await sheet.getByText('“Wide Water” is now under 4.').waitFor();
  await sheet.getByRole('button', { name: 'Harbour Lights', exact: true }).click();
  await sheet.getByRole('button', { name: '5 free' }).click();
  t.same((await speaker.next('preset.set')).params, { number: 5, sourceId: 'ST:7' });
  speaker.answer('preset.set', () => fail(2006, 'serviceError', 'Teapot.'));
  await sheet.getByRole('button', { name: '6 free' }).click();
  await sheet.getByText('That did not work').waitFor();
  t.equal(speaker.calls.filter(({ method }) => method === 'player.play').length, 0, 'nothing is played');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });

  t.comment('a press plays it, as before');
  await page.locator('.played .row').click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'TR:7' });
});

t.test('An owner stores a favourite and an album by keys and by a menu', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker, { viewport: { width: 1280, height: 800 } });
  await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  const sheet = sheetOf(page);
  const row = page.locator('.rows .row').first();
  await row.press('Shift+Enter');
  await sheet.getByText('Far Shore').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  t.equal(await row.and(page.locator(':focus')).count(), 1, 'the focus is back');
  await page.locator('.tile').first().click({ button: 'right' });
  await sheet.getByRole('button', { name: '2 free' }).press('Enter');
  t.same((await speaker.next('preset.set')).params, { number: 2, sourceId: 'PL:1' });
  await sheet.getByText('is now under 2.').waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  t.equal(speaker.calls.filter(({ method }) => method === 'player.play').length, 0, 'nothing is played');
});

t.test('A guest, who stores nothing, is offered nothing of it', { skip }, async t => {
  const speaker = await start(t);
  speaker.opened = { role: 'guest', id: 'g' };
  const page = await visitPlayer(t, speaker);
  await openBefore(page);
  t.equal(await page.getByText('Hold an entry of a list').count(), 0);
  await page.locator('.played .row').press('Shift+Enter');
  t.same((await speaker.next('player.play')).params, { sourceId: 'TR:7' });
  t.equal(await sheetOf(page).count(), 0);
});

for (const locale of LANGUAGES)
  t.test(`${locale}: The nine numbers fit every screen, and axe-core finds nothing`, { skip }, async t => {
    const speaker = await start(t);
    const page = await visitPlayer(t, speaker, { locale });
    await openBefore(page);
    await page.locator('.played .row').press('Shift+Enter');
    await page.locator('.preset:enabled').nth(8).waitFor();
    t.same(await findingsOf(page), []);
    for (const [wide, high, zoom = 1] of SIZES) {
      await resize(page, wide / zoom, high / zoom);
      const outside = await page.evaluate<number>(`(sheet => {
        const edge = sheet.getBoundingClientRect();
        return [...sheet.querySelectorAll('button')]
          .map(each => each.getBoundingClientRect())
          .filter(({ left, right, height }) => left < edge.left || right > edge.right || height < 43.5).length;
      })(document.querySelector('.preset').closest('dialog'))`);
      t.equal(outside, 0, `${wide / zoom} × ${high / zoom}`);
    }
  });
