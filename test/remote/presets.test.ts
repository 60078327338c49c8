/** What runs in the header, nine numbers on the library's page, what the speaker is to say, and the quiet hours beside the volume. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { keepQuiet, startHousehold } from '../rigs/remote/household.js';
import { noBrowser as skip, resize } from '../rigs/remote/page.js';
import { visitPlayer } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';

type Stored = Map<number, { readonly id: string; readonly type: string; readonly name: string }>;

async function startWithPresets(
  t: Test,
): Promise<{ readonly speaker: FakeSpeaker; readonly stored: Stored }> {
  const speaker = await startHousehold(t);
  const stored: Stored = new Map([[1, { id: 'ST:9', type: 'ST', name: 'Morning Radio' }]]);
  speaker.answer('preset.list', () => ({
    presets: [...stored].map(([number, source]) => ({ number, source })),
  }));
  speaker.answer('preset.set', ({ number, sourceId }) => {
    if (sourceId === null) stored.delete(Number(number));
    else stored.set(Number(number), { id: 'ST:1', type: 'ST', name: 'Harbour Lights' });
    return {};
  });
  return { speaker, stored };
}

async function open(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Presets', exact: true }).click();
  await page.locator('.preset:enabled').nth(0).waitFor();
}

t.test('A press plays a preset, a long press stores what plays', { skip }, async t => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ]) {
    const { speaker } = await startWithPresets(t);
    const page = await visitPlayer(t, speaker, { viewport });
    await open(page);
    t.equal(await page.locator('.preset').count(), 9);
    t.strictSame(await findingsOf(page), []);
    await page.getByRole('button', { name: /^1 Morning Radio/ }).click();
    t.same((await speaker.next('player.play')).params, { preset: 1 });
    await page.getByRole('button', { name: '4 free' }).click();
    await page.getByText('Nothing is under 4.').waitFor();
    await page.getByRole('button', { name: '4 free' }).click({ delay: 900 });
    t.same((await speaker.next('preset.set')).params, { number: 4 });
    await page.getByText('“Harbour Lights” is now under 4.').waitFor();
    await page.locator('.preset[aria-current]', { hasText: 'Harbour Lights' }).waitFor();
    t.equal(speaker.calls.filter(({ method }) => method === 'player.play').length, 1, 'it plays nothing');
    t.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
    await page.context().close();
  }
});

t.test('The keyboard stores and clears a preset', { skip }, async t => {
  const { speaker } = await startWithPresets(t);
  const page = await visitPlayer(t, speaker);
  await open(page);
  await page.getByRole('button', { name: 'Store', exact: true }).press('Enter');
  await page.getByRole('button', { name: '2 free' }).press('Enter');
  t.same((await speaker.next('preset.set')).params, { number: 2 });
  await page.getByRole('button', { name: '2 Harbour Lights Station' }).waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).press(' ');
  await page.getByRole('button', { name: '1 Morning Radio Station' }).press('Enter');
  t.same((await speaker.next('preset.set')).params, { number: 1, sourceId: null });
  await page.getByText('1 is free now.').waitFor();
});

t.test('A small phone shows all that a press may do to a preset, in every language', { skip }, async t => {
  const { speaker } = await startWithPresets(t);
  for (const locale of LANGUAGES) {
    const page = await visitPlayer(t, speaker, { locale, viewport: { width: 320, height: 568 } });
    await page.getByRole('navigation').getByRole('button').nth(1).click();
    await page.locator('.shelves button').nth(1).click();
    await page.locator('.preset:enabled').first().waitFor();
    const boxes = await page.evaluate<readonly Record<'left' | 'right' | 'top', number>[]>(
      "[...document.querySelectorAll('.deeds button')].map(each => each.getBoundingClientRect().toJSON())",
    );
    t.equal(boxes.length, 3);
    t.ok(
      boxes.every(({ left, right }) => left >= 0 && right <= 320),
      `${locale}: in sight`,
    );
    t.equal(new Set(boxes.map(({ top }) => top)).size, 1, `${locale}: one line`);
    await page.context().close();
  }
});

t.test('A guest plays presets, and stores none', { skip }, async t => {
  const { speaker } = await startWithPresets(t);
  speaker.opened = { role: 'guest', id: 'g' };
  const page = await visitPlayer(t, speaker);
  await open(page);
  t.equal(await page.getByRole('group', { name: 'What a press does' }).count(), 0);
  t.equal(await page.locator('.preset:enabled').count(), 1);
  await page.getByRole('button', { name: '1 Morning Radio' }).click({ delay: 900 });
  t.same((await speaker.next('player.play')).params, { preset: 1 });
  t.equal(speaker.calls.filter(({ method }) => method === 'preset.set').length, 0);
});

t.test('An owner has the speaker say a text, and reads why it cannot', { skip }, async t => {
  const speaker = await startHousehold(t);
  const page = await visitPlayer(t, speaker);
  await page.getByRole('navigation').getByRole('button', { name: 'Speaker', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Announcement' });
  const field = panel.getByLabel('What is to be said');
  await field.fill('Dinner is ready.');
  speaker.answer('player.announce', () => fail(2005, 'notSupported', 'espeak-ng is missing.'));
  await panel.getByRole('button', { name: 'Say it' }).click();
  await panel.getByText('espeak-ng is not installed').waitFor();
  t.equal(await field.inputValue(), 'Dinner is ready.', 'it is still there to be sent again');
  t.strictSame(await findingsOf(page), []);
  t.same((await speaker.next('player.announce')).params, { text: 'Dinner is ready.' });
  speaker.answer('player.announce', () => ({ announcementId: 'n' }));
  await field.press('Enter');
  await speaker.next('player.announce');
  speaker.change({ announcement: { by: 'Ada’s phone', endsAtMs: 0 } });
  await panel.getByRole('button', { name: 'Stop' }).click();
  t.same((await speaker.next('announcement.cancel')).params, { announcementId: 'n' });
  t.equal(await field.inputValue(), '');
  await page.context().close();

  speaker.opened = { role: 'guest', id: 'g' };
  const other = await visitPlayer(t, speaker);
  await other.getByRole('navigation').getByRole('button', { name: 'Speaker', exact: true }).click();
  await other.getByText('You are a guest').waitFor();
  t.equal(await other.getByRole('region', { name: 'Announcement' }).count(), 0);
});

t.test('The volume says until when quiet hours lower it', { skip }, async t => {
  const speaker = await startHousehold(t);
  keepQuiet(speaker);
  for (const [viewport, locale, text] of [
    [{ width: 390, height: 844 }, 'en-GB', 'Quiet until 07:00, up to 30%'],
    [{ width: 320, height: 568 }, 'de-DE', /^Ruhe bis 07:00, bis 30\s%$/],
  ] as const) {
    const page = await visitPlayer(t, speaker, { viewport, locale });
    const said = page.locator('.player .ceiling').getByText(text);
    await said.waitFor();
    const box = await said.boundingBox();
    t.ok(box !== null && box.x >= 0 && box.x + box.width <= viewport.width, 'within the screen');
    t.strictSame(await findingsOf(page), []);
    await page.context().close();
  }
  const page = await visitPlayer(t, speaker);
  speaker.change({ volumeMax: 80 });
  await page.locator('.player .ceiling').getByText('up to 80%', { exact: true }).waitFor();
});

/** What lies beyond the header's sides or over its neighbour, and the width of the speaker's name. */
const HEADER = `(() => {
  const parts = [...document.querySelector('.top').children].filter(each => each.getClientRects().length > 0);
  const boxes = parts.map(each => each.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  const isOver = boxes.some(({ left, right }, at) => left < -0.5 || right > innerWidth + 0.5 || right > (boxes[at + 1]?.left ?? Infinity) + 0.5);
  return [parts.length, isOver, document.querySelector('.top h1').getBoundingClientRect().width];
})()`;

t.test('The header holds what runs and comes next, in every size', { skip }, async t => {
  const speaker = await startHousehold(t);
  const { atMs } = speaker.state.position;
  const alarm = { id: 'a', atMs: atMs + 48 * 3_600_000, ringing: false, fallback: false };
  speaker.change({ sleep: { endsAtMs: atMs + 5_400_000 }, alarm });
  for (const locale of ['en-US', 'de-DE', 'fr-FR', 'ar-AE', 'ja-JP']) {
    const page = await visitPlayer(t, speaker, { locale });
    await page.locator('.pill.moon').waitFor();
    for (const [wide, high, zoom = 1] of SIZES) {
      await resize(page, wide / zoom, high / zoom);
      const [parts, isOver, width] = await page.evaluate<readonly [number, boolean, number]>(HEADER);
      t.strictSame([parts, isOver], [4, false], `${locale} ${wide / zoom}`);
      t.ok(width >= 44, `${locale} ${wide / zoom}: the name has ${width} pixels`);
    }
    await page.context().close();
  }
});
