/** What there is to play, as one comes home to it: what was liked and played last, a long list, and the way back. */
import type { Locator, Page } from 'playwright-core';
import { type Test, test } from 'tap';
import { type FakeSpeaker, fail } from '../fakes/speaker/server.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';

const FIRST = ['Amber', 'Échos', 'Lantern', 'Zephyr', '7 Seas', 'Östra', 'fern', 'Paß'];

/** So many albums, in no order, and an answer for each page of them; a cover each where `withArt`. */
function collectionOf(count: number, withArt = false): (params: Readonly<Record<string, unknown>>) => object {
  const items = Array.from({ length: count }, (_, at) => ({
    id: `AL:${at}`,
    type: 'AL',
    name: `${FIRST[(at * 5) % FIRST.length]} ${at}`,
    artist: `Artist ${at % 7}`,
    ...(withArt && { artUrl: `/art/${at}.png` }),
  }));
  return ({ cursor, limit }) => {
    const from = Number(cursor ?? 0);
    const end = from + Number(limit);
    return { items: items.slice(from, end), ...(end < count && { cursor: String(end) }) };
  };
}

async function openAt(t: Test, size: number, prepare: (speaker: FakeSpeaker) => void = () => undefined) {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', collectionOf(size));
  prepare(speaker);
  const { page, complaints } = await visit(t, speaker);
  const show = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
  await show('Library');
  return { speaker, page, complaints, show };
}

const rows = (page: Page): Locator => page.locator('.rows > li:visible');
const row = (page: Page, place: number): Locator =>
  page.locator(`.rows > li[aria-posinset="${place}"]:visible`);
const calls = ({ calls }: FakeSpeaker, method: string): number =>
  calls.filter(call => call.method === method).length;

/** Scrolls until the row of this place is there, as a finger does. */
async function scrollTo(page: Page, place: number): Promise<void> {
  await page.evaluate(`(() => {
    const list = [...document.querySelectorAll('.rows')].find(each => each.getClientRects().length > 0);
    scrollBy(0, list.getBoundingClientRect().top + ${(place - 1) * 64} - innerHeight / 2);
  })()`);
  await row(page, place).waitFor();
}

const shelf = (page: Page, name: string): Promise<void> =>
  page.getByRole('group', { name: 'Shelves' }).getByRole('button', { name }).click();

void test('Favourites come first; a shelf has what was played before', { skip }, async t => {
  const { speaker, page, complaints, show } = await openAt(t, 3, speaker => {
    speaker.answer('library.recentFavorites', () => ({
      items: [
        { id: 'PL:1', type: 'PL', name: 'Evenings' },
        { id: 'ST:9', type: 'ST', name: 'محطة' },
      ],
    }));
    const item = { ...speaker.state.item, title: 'Old Tide', album: 'Ebb' };
    speaker.answer('library.recent', () => ({
      items: [
        { playedAtMs: 9, item, source: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' } },
        { playedAtMs: 8, item, source: { id: 'AL:5', type: 'AL' } },
        { playedAtMs: 7, item, source: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' } },
      ],
    }));
  });
  const favorites = page.getByRole('region', { name: 'Favourites' });
  const recent = page.getByRole('region', { name: 'Played before' });
  await favorites.getByRole('button', { name: 'Evenings' }).click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'PL:1' });
  const top = async (of: Locator): Promise<number> => (await of.boundingBox())?.y ?? NaN;
  t.ok((await top(favorites)) < (await top(row(page, 1))));
  await shelf(page, 'Played before');
  await recent.getByRole('button', { name: 'Ebb' }).waitFor();
  t.same(await recent.locator('.tile').allTextContents(), ['Harbour Lights', 'Ebb'], 'each source once');
  t.equal(await recent.getByRole('button', { name: 'Harbour Lights' }).getAttribute('aria-current'), 'true');
  await recent.getByRole('button', { name: 'Ebb' }).click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'AL:5' });
  t.ok((await top(favorites)) < (await top(recent)));
  t.same((await speaker.next('library.recentFavorites')).params, { limit: 20 });
  const asked = calls(speaker, 'library.recent');
  await show('Playing');
  await show('Library');
  await recent.waitFor();
  t.equal(calls(speaker, 'library.recentFavorites'), 1, 'the service is not asked each time');
  t.ok(calls(speaker, 'library.recent') >= asked);
  t.same(complaints, []);
});

void test('The page shows recent items as soon as one exists', { skip }, async t => {
  let items: readonly object[] = [];
  const { speaker, page } = await openAt(t, 3, speaker =>
    speaker.answer('library.recent', () => ({ items })),
  );
  await row(page, 1).waitFor();
  const { item } = speaker.state;
  const recent = page.getByRole('region', { name: 'Played before' });
  await shelf(page, 'Played before');
  await recent.getByText('What has been played will appear here.').waitFor();
  items = [{ playedAtMs: 9, item, source: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' } }];
  speaker.change({ item: item && { ...item, index: 4, title: 'High Tide' } });
  await recent.getByRole('button', { name: 'Harbour Lights' }).waitFor();
});

void test('A row arriving under a finger plays nothing', { skip }, async t => {
  let release = (): void => undefined;
  const { speaker, page, show } = await openAt(t, 3, speaker =>
    speaker.answer('library.search', async ({ query }) => {
      if (query === 'lan') await new Promise<void>(resolve => (release = resolve));
      return { items: [{ id: `AL:${String(query)}`, type: 'AL', name: `Found by ${String(query)}` }] };
    }),
  );
  await show('Search');
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.fill('la');
  await row(page, 1).getByText('Found by la', { exact: true }).waitFor();
  await field.fill('lan');
  await page.locator('.list.before').waitFor();
  t.equal(await page.getByText('Found by la', { exact: true }).count(), 1, 'what was found stays');
  await row(page, 1).hover();
  await page.mouse.down();
  release();
  await row(page, 1).getByText('Found by lan', { exact: true }).waitFor();
  await page.mouse.up();
  await row(page, 1).click();
  await speaker.next('player.play');
  t.equal(calls(speaker, 'player.play'), 1);
});

void test('lists are not as old as the page', { skip }, async t => {
  let thumbs = 1;
  const { speaker, page, show } = await openAt(t, 3, speaker =>
    speaker.answer('library.feedbacks', () => ({
      items: Array.from({ length: thumbs }, (_, at) => ({
        target: { id: `TR:${at}`, type: 'TR', name: `Song ${at}` },
        sourceContext: null,
      })),
    })),
  );
  await row(page, 1).waitFor();
  await page.getByRole('button', { name: 'Thumbs', exact: true }).click();
  await page.getByText('Song 0').waitFor();
  await show('Playing');
  thumbs = 2;
  const { item } = speaker.state;
  speaker.change(
    { item: item && { ...item, feedback: 'UP' } },
    { client: 'Ada’s phone', method: 'feedback.set' },
  );
  await page.locator('.player .source').getByText('gave a thumb up').waitFor();
  await show('Library');
  await page.getByText('Song 1').waitFor();

  t.comment('and the collection is fetched anew by whoever comes back after half an hour');
  await page.getByRole('button', { name: 'Collection', exact: true }).click();
  const fetched = calls(speaker, 'library.collection');
  await show('Playing');
  speaker.answer('library.collection', collectionOf(4));
  await page.clock.install({ time: Date.now() + 31 * 60_000 });
  await show('Library');
  await row(page, 4).waitFor();
  t.equal(calls(speaker, 'library.collection'), fetched + 1);
});

void test('a list that the line kept away comes with the line', { skip }, async t => {
  let isKept = false;
  const { speaker, page } = await openAt(t, 3, speaker => {
    const answer = collectionOf(3);
    speaker.answer('library.collection', async params => {
      if (isKept) await new Promise(() => undefined);
      return answer(params);
    });
  });
  await row(page, 1).waitFor();
  isKept = true;
  await speaker.next('library.collection');
  await page.getByRole('button', { name: 'Albums', exact: true }).click();
  await speaker.next('library.collection');
  speaker.refuse(true);
  speaker.cutAll();
  await page.getByText('There is no connection to the speaker.').waitFor();
  isKept = false;
  speaker.refuse(false);
  await row(page, 3).waitFor();
  t.equal(await page.getByText('There is no connection to the speaker.').count(), 0);
});

void test('A list of five thousand draws only the visible rows', {
  skip,
}, async t => {
  const { speaker, page, complaints } = await openAt(t, 5_000, speaker => {
    const many = Array.from({ length: 20 }, (_, at) => ({ id: `PL:${at}`, type: 'PL', name: `List ${at}` }));
    speaker.answer('library.recentFavorites', () => ({ items: many }));
    speaker.answer('library.recent', () => ({
      items: many.map(source => ({ playedAtMs: 1, item: speaker.state.item, source })),
    }));
  });
  const count = (): Promise<number> => page.evaluate("document.querySelectorAll('*').length");
  await row(page, 1).waitFor();
  t.ok((await count()) <= 400, `${await count()} elements at the top`);
  await page.getByLabel('Sort by').selectOption({ label: 'Name, A to Z' });
  await page.getByText('5,000 entries').waitFor();
  t.equal(calls(speaker, 'library.collection'), 100, 'the whole list, each page once');
  await scrollTo(page, 2_500);
  t.ok((await count()) <= 400, `${await count()} elements in the middle`);
  t.equal(await row(page, 2_500).getAttribute('aria-setsize'), '5000', 'and how many there are is told');

  t.comment('the keyboard goes from row to row, and what it is at is not taken away');
  await row(page, 2_500).getByRole('button').focus();
  const at = (): Promise<number> =>
    page.evaluate("Number(document.activeElement.closest('li')?.getAttribute('aria-posinset'))");
  for (let step = 1; step <= 30; step += 1) {
    await page.keyboard.press('Tab');
    t.equal(await at(), 2_500 + step);
  }
  await page.evaluate('scrollTo(0, 0)');
  await row(page, 1).waitFor();
  t.equal(await at(), 2_530, 'the list was scrolled away from under it');
  await page.keyboard.press('Shift+Tab');
  t.equal(await at(), 2_529);
  await row(page, 2_529).waitFor();
  await page.keyboard.press('Enter');
  t.match((await speaker.next('player.play')).params, { sourceId: /^AL:/ });
  t.same(complaints, []);
});

void test('The phone itself sorts the list from A to Z and sifts it', { skip }, async t => {
  const { speaker, page, complaints } = await openAt(t, 569);
  await row(page, 1).waitFor();
  t.equal(calls(speaker, 'library.collection'), 1);
  const filter = page.getByLabel('Filter by name');
  await filter.fill('ARTIST echos');
  await page.getByText('71 entries').waitFor();
  t.equal(calls(speaker, 'library.collection'), 12, 'of the whole list');
  t.match(await row(page, 1).textContent(), /^Échos 5.*Artist 5/, 'marks need not be typed, nor capitals');
  await filter.fill('pass');
  await page.getByText('71 entries').waitFor();
  t.match(await row(page, 1).textContent(), /^Paß/);
  await filter.fill('nobody');
  await page.getByText('No matches.').waitFor();
  await filter.fill('');
  await page.getByLabel('Sort by').selectOption({ label: 'Name, A to Z' });
  await page.getByText('569 entries').waitFor();
  const letters = page.getByRole('group', { name: 'Letters' });
  t.same(await letters.getByRole('button').allTextContents(), ['#', 'A', 'E', 'F', 'L', 'O', 'P', 'Z']);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const { y: top = 0 } = (await letters.boundingBox()) ?? {};
  // So high that the letters begin where the small player is.
  await page.setViewportSize({ width: 390, height: Math.round(top) + 120 });
  for (let y = 0; y <= 60; y += 10) {
    await page.evaluate(`scrollTo(0, ${y})`);
    // Fails where anything else would be hit.
    await page.locator('.mini button').first().click({ trial: true, timeout: 5_000 });
  }
  if (size !== null) await page.setViewportSize(size);
  await letters.getByRole('button', { name: 'O', exact: true }).click();
  await page.locator('li:focus-within').waitFor();
  t.match(await page.locator('li:focus-within').textContent(), /^Östra/);
  const { y = 0 } = (await page.locator('li:focus-within').boundingBox()) ?? {};
  t.ok(y > 0 && y < 300, `it is at the top: ${y}`);
  await letters.getByRole('button', { name: 'Numbers and symbols' }).click();
  await page.locator('li:focus-within').getByText('7 Seas').waitFor();
  t.equal(calls(speaker, 'library.collection'), 12, 'and asked for nothing more');
  t.same(complaints, []);
});

void test('The page names an incomplete list and sifts the loaded part', {
  skip,
}, async t => {
  const answer = collectionOf(120);
  let isAway = false;
  const { page } = await openAt(t, 0, speaker =>
    speaker.answer('library.collection', params =>
      isAway && params['cursor'] !== undefined ? fail(2007, 'offline', 'No network.') : answer(params),
    ),
  );
  await row(page, 1).waitFor();
  isAway = true;
  await page.getByLabel('Filter by name').fill('amber');
  await page.getByText('cannot reach the music service').waitFor();
  t.match(await row(page, 1).textContent(), /^Amber/);
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('15 entries').waitFor();
});

void test('pictures are fetched for what is seen', { skip }, async t => {
  const asked = new Set<string>();
  const { page, show } = await openAt(t, 0, speaker =>
    speaker.answer('library.collection', collectionOf(50, true)),
  );
  page.on('request', request => asked.add(new URL(request.url()).pathname));
  await show('Playing');
  await page.reload();
  await show('Library');
  await row(page, 1).waitFor();
  const pictures = (): number => [...asked].filter(path => path.startsWith('/art/')).length;
  const rowsAtTop = await rows(page).count();
  t.ok(rowsAtTop < 20 && pictures() <= rowsAtTop, `${pictures()} pictures for ${rowsAtTop} rows`);
  const last = page.waitForRequest(/\/art\/49\.png$/);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await last;
});

void test('a list keeps its place while others are shown', {
  skip,
}, async t => {
  const { speaker, page, show } = await openAt(t, 300);
  await row(page, 1).waitFor();
  await scrollTo(page, 40);
  const seen = await row(page, 40).boundingBox();
  const same = async (): Promise<void> => {
    await row(page, 40).waitFor();
    t.equal((await row(page, 40).boundingBox())?.y, seen?.y);
  };
  await show('Speaker');
  await page.getByRole('heading', { name: 'Phones' }).waitFor();
  await show('Library');
  await same();
  const fetched = calls(speaker, 'library.collection');
  // By an event alone: a click would scroll there first.
  await page.getByRole('button', { name: 'Thumbs', exact: true }).dispatchEvent('click');
  await page.getByRole('button', { name: 'Thumbs down' }).waitFor();
  await page.getByRole('button', { name: 'Collection', exact: true }).dispatchEvent('click');
  await same();
  t.equal(calls(speaker, 'library.collection'), fetched, 'it is not fetched anew');
});

void test('Back goes back: sections, lists that were opened, what was searched for, and questions', {
  skip,
}, async t => {
  const { speaker, page, show } = await openAt(t, 300, speaker => {
    speaker.answer('library.topArtists', () => ({
      items: [{ id: 'AR:1', type: 'AR', name: 'Tiny Thunder' }],
    }));
    speaker.answer('library.search', ({ query }) => ({
      items: [{ id: 'AR:2', type: 'AR', name: `More of ${String(query)}` }],
    }));
    speaker.answer('library.feedbacks', () => ({ items: [] }));
  });
  const isOn = (name: string): Promise<void> =>
    page
      .locator(`[aria-pressed="true"]:visible`, { hasText: new RegExp(`^${name}$`) })
      .first()
      .waitFor();
  await row(page, 1).waitFor();
  await page.getByRole('button', { name: 'Albums', exact: true }).click();
  await row(page, 1).waitFor();
  await scrollTo(page, 30);
  const seen = await row(page, 30).boundingBox();
  await page.getByRole('button', { name: 'Top artists' }).dispatchEvent('click');
  await page.getByRole('button', { name: 'Tiny Thunder' }).click();
  await page.getByRole('button', { name: 'More of Tiny Thunder' }).click();
  const field = page.getByRole('searchbox', { name: 'Search' });
  await page.getByText('More of More of Tiny Thunder').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /^More of Tiny Thunder/ }).waitFor();
  t.equal(await field.inputValue(), 'Tiny Thunder');
  await page.goBack();
  await isOn('Top artists');
  await page.goBack();
  await isOn('Albums');
  await row(page, 30).waitFor();
  t.equal((await row(page, 30).boundingBox())?.y, seen?.y, 'where it was left');
  await page.goBack();
  await isOn('All');
  await page.goBack();
  await page.getByRole('button', { name: 'Pause' }).first().waitFor();
  t.equal(new URL(page.url()).hash, '');
  await page.goForward();
  await page.goForward();
  await isOn('Albums');
  await page.reload();
  await isOn('Albums');

  t.comment('a question is left by it, and nothing is done');
  await show('Speaker');
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Sign out' }).waitFor();
  for (const times of [1, 2]) {
    await signOut.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    t.ok(times);
  }
  // Nobody is as quick as that: the browser is on its way back itself.
  while ((await page.evaluate('history.state?.over')) !== undefined);
  await page.goBack();
  await isOn('Albums');
  t.equal(calls(speaker, 'system.unpair'), 0);
  await show('Playing');
  await page.getByRole('button', { name: 'Played before' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  t.equal(new URL(page.url()).hash, '');
});
