/** What was played before. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { directionOf, type Language, LANGUAGES } from '../../src/lib/languages.js';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { PLAYING, playingState } from '../fakes/speaker/state.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { startSpeaker, visitPlayer } from '../rigs/remote/visit.js';

const HOUR_MS = 3_600_000;
const midnight = new Date().setHours(0, 0, 0, 0);

/** One entry of what was played; a station's has the track by itself besides. */
function played(title: string, playedAtMs: number, more: object = {}): object {
  const { item } = playingState();
  return {
    playedAtMs,
    item: { ...item, title, artist: 'Ada Fen', album: 'Delta', index: 0, interactions: [] },
    source: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' },
    ...more,
  };
}

async function start(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  speaker.answer('library.recent', () => ({
    items: [
      { ...played('Slow Tide', midnight + 1_000), item: speaker.state.item },
      played('Wide Water', midnight, { trackId: 'TR:1', feedback: 'UP' }),
      played('Yesterday’s Song', midnight - HOUR_MS, { trackId: 'TR:2', feedback: 'DOWN' }),
      played('Of an Album', midnight - 26 * HOUR_MS, { source: { id: 'AL:1', type: 'AL' } }),
    ],
  }));
  return speaker;
}

const opener = (page: Page) => page.locator('.player').getByRole('button', { name: 'Played before' });

t.test('a tablet that is turned keeps it in sight', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker, { viewport: { width: 1024, height: 768 } });
  await opener(page).click();
  const dialog = page.getByRole('dialog', { name: 'Played before' });
  await dialog.getByText('Wide Water').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('navigation').getByRole('button', { name: 'Search' }).click();
  await opener(page).click();
  await dialog.getByText('Wide Water').waitFor();
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.getByRole('button', { name: 'Close' }).click({ timeout: 5_000 });
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').waitFor();
});

t.test('The page lists played items by day and plays one again', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker);
  const files: string[] = [];
  page.on('request', request => files.push(request.url()));
  t.notOk(
    speaker.calls.some(({ method }) => method === 'library.recent'),
    'it is asked for when it is looked at',
  );
  await opener(page).click();
  const sheet = page.getByRole('dialog', { name: 'Played before' });
  await sheet.getByText('Wide Water').waitFor();
  t.ok(
    files.some(file => file.endsWith('.js')),
    'and so is the code for it',
  );
  t.same((await speaker.next('library.recent')).params, { limit: 30 });
  const days = await sheet.getByRole('heading', { level: 3 }).allTextContents();
  t.same(days.slice(0, 2), ['today', 'yesterday']);
  t.match(days[2], /^\w+day,? \d+ \w+$/);
  t.equal(await sheet.locator('.played').count(), 3, 'without what plays now');
  const row = (name: string) => sheet.locator('.played', { hasText: name }).locator('.row');
  t.match(await row('Wide Water').innerText(), /00:00 · Ada Fen · Delta/);
  t.match(await row('Wide Water').textContent(), /Thumb up/);
  t.match(await row('Yesterday’s Song').textContent(), /Thumb down/);
  const thumb = "document.querySelector('.played .row .icon')";
  t.match(await page.evaluate(`getComputedStyle(${thumb}).fill`), /^rgb/, 'filled, as where it was given');
  t.ok(Number(await page.evaluate(`${thumb}.getBoundingClientRect().width`)) < 20, 'no button');
  t.notMatch(await row('Of an Album').textContent(), /Thumb/);
  await sheet.getByText('Choose one to play it again.').waitFor();
  t.strictSame(await findingsOf(page), []);

  t.comment('the song alone, or where it came from');
  await row('Yesterday’s Song').click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'TR:2' });
  await sheet.waitFor({ state: 'detached' });
  await opener(page).and(page.locator(':focus')).waitFor();
  await opener(page).click();
  await sheet.getByRole('button', { name: 'Play “Harbour Lights”' }).first().click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'ST:1' });
  await sheet.waitFor({ state: 'detached' });
  await opener(page).click();
  await row('Of an Album').click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'AL:1' });
  await sheet.waitFor({ state: 'detached' });

  t.comment('the library leads there as well');
  await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  await page.getByRole('group', { name: 'Shelves' }).getByRole('button', { name: 'Played before' }).click();
  await page.getByRole('button', { name: 'All songs' }).click();
  await sheet.getByText('Wide Water').waitFor();
});

t.test('a song that plays alone is named once, and it is said why there is no thumb', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker);
  const why = page.getByText('Thumbs are not available for this.');
  t.equal(await why.count(), 0);
  const { item } = playingState();
  speaker.change({ source: { id: 'TR:1', type: 'TR', name: 'Slow Tide' }, item });
  await why.waitFor();
  t.equal(await page.locator('.player').getByText('Slow Tide').count(), 1);
  t.strictSame(await findingsOf(page), []);
  speaker.change({ can: { ...speaker.state.can, feedback: true } });
  await page.locator('.player').getByRole('button', { name: 'Thumb up' }).waitFor();
  await why.waitFor({ state: 'detached' });
});

for (const locale of LANGUAGES)
  t.test(`${locale}: on the smallest phone nothing of it is cut`, { skip }, t => looksWhole(t, locale));

async function looksWhole(t: Test, locale: Language): Promise<void> {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker, { locale, viewport: { width: 320, height: 568 } });
  const isCut = (selector: string) =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].some(each => each.scrollWidth > each.clientWidth)`,
    );
  await page.locator('.opinion button').nth(-2).click();
  await page.locator('.played').first().waitFor();
  t.equal(await isCut('.sheet .sub'), false, 'what was played, and the hint over it');
  await page.keyboard.press('Escape');
  await page.locator('.sections button').nth(2).click();
  const field = page.getByRole('searchbox');
  await field.waitFor();
  t.equal(
    await page.evaluate("getComputedStyle(document.querySelector('input[type=search]')).direction"),
    directionOf(locale),
  );
  // As wide as the words that stand in it.
  await page.evaluate(`{
    const field = document.querySelector('input[type=search]');
    field.style.fontSize = getComputedStyle(field, '::placeholder').fontSize;
    field.value = field.placeholder;
  }`);
  t.equal(await isCut('input[type=search]'), false, 'what is to be typed');
  await page.context().close();
}

t.test('it follows what is played meanwhile, and grows on demand', { skip }, async t => {
  const speaker = await start(t);
  speaker.answer('library.recent', ({ limit }) => ({
    items: Array.from({ length: Math.min(45, Number(limit)) }, (_, at) =>
      played(`Song ${at} after ${speaker.state.item?.index}`, midnight - at * 60_000),
    ),
  }));
  const page = await visitPlayer(t, speaker);
  await opener(page).click();
  const rows = page.locator('.played');
  await page.getByText('Song 29 after 3').waitFor();
  t.equal(await rows.count(), 30);
  const { item } = PLAYING;
  speaker.change({ item: { ...item, index: 4, title: 'The next one' } });
  await page.getByText('Song 0 after 4').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Show more' }).click();
  await page.getByText('Song 44 after 4').waitFor();
  t.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0, 'that is all');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

t.test('nothing yet, no answer, and no code: each is said', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker);
  speaker.answer('library.recent', () => ({ items: [] }));
  await opener(page).click();
  await page.getByText('What has been played will appear here.').waitFor();
  await page.keyboard.press('Escape');
  speaker.answer('library.recent', () => fail(2006, 'serviceError', 'Teapot.'));
  await opener(page).click();
  await page.getByRole('dialog').getByText('That did not work').waitFor();
  speaker.answer('library.recent', () => ({ items: [played('Found', midnight)] }));
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Found').waitFor();
  await page.context().close();

  const other = await visitPlayer(t, speaker);
  await other.route('**/remote-*.js', route => route.abort('connectionreset'));
  await opener(other).click();
  await other.getByRole('alert').getByText('There is no connection to the speaker.').waitFor();
});
