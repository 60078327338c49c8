import { isDeepStrictEqual } from 'node:util';
import { test } from 'tap';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { albums, startSpeaker, visit } from '../rigs/remote/visit.js';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';

/** Resolves with the search that asks for just this. */
async function until(speaker: FakeSpeaker, params: object): Promise<void> {
  for (;;) {
    const call = await speaker.next('library.search');
    if (isDeepStrictEqual(call.params, params)) return;
  }
}

void test('the collection grows page by page, and a tap plays', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const page1 = albums(50);
  speaker.answer('library.collection', params =>
    params['cursor'] === 'AL:50'
      ? { items: [{ id: 'AL:50', type: 'AL', name: 'Album 50' }] }
      : { items: page1, cursor: 'AL:50' },
  );
  const { page, complaints } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Album 0' }).waitFor();
  t.same((await speaker.next('library.collection')).params, {
    types: ['ST', 'AL'],
    sortBy: 'ADDED_TIME',
    sortOrder: 'DESC',
    limit: 50,
  });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  t.match((await speaker.next('library.collection')).params, { cursor: 'AL:50' });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('button', { name: 'Album 50' }).click();
  t.match((await speaker.next('player.play')).params, { sourceId: 'AL:50' });
  t.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0, 'no more after the last page');
  await page.getByRole('button', { name: 'Stations' }).first().click();
  t.same((await speaker.next('library.collection')).params, { types: ['ST'], limit: 50 });
  await page.getByLabel('Sort by').selectOption({ label: 'Name, Z to A' });
  t.same((await speaker.next('library.collection')).params, {
    types: ['ST'],
    sortBy: 'NAME',
    sortOrder: 'DESC',
    limit: 50,
  });
  speaker.answer('library.collection', () =>
    fail(2006, 'serviceError', 'In any words.', { detail: 'sortOrder' }),
  );
  await page.getByRole('button', { name: 'Albums' }).first().click();
  t.same((await speaker.next('library.collection')).params, { types: ['AL'], limit: 50 });
  t.same(
    await page.getByLabel('Sort by').locator('option').allTextContents(),
    ['Default order', 'Name, A to Z'],
    'albums alone are sorted by nobody but this page',
  );
  await page.getByText('The service cannot sort this list that way.').waitFor();
  t.same(complaints, []);
});

void test('search answers as one types; names are text; an artist leads to what there is of them', {
  skip,
}, async t => {
  const speaker = await startSpeaker(t);
  const name = `"It's" <script>alert(1)</script> 🎷 &amp;`;
  speaker.answer('library.search', params => ({
    items: [
      { id: 'AR:1', type: 'AR', name: `Artist of ${String(params['query'])}` },
      { id: 'SF:1', type: 'SF', name, artUrl: 'javascript:alert(1)' },
      { id: 'ZZ:1', type: 'ZZ', name: 'Something new' },
    ],
  }));
  const { page, complaints } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('  lanterns ');
  await page.getByText('Artist of lanterns').waitFor();
  t.same(
    (await speaker.next('library.search')).params,
    { query: 'lanterns', limit: 50 },
    'the speaker chooses',
  );
  t.equal(await page.locator('.row').count(), 3);
  t.equal(await page.locator('button.row').count(), 2, 'what nobody knows is no button');
  const station = page.locator('button.row').nth(1);
  t.equal(await station.locator('.name').textContent(), name);
  await station.click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'SF:1' });
  await page.getByRole('searchbox').fill('other');
  await page.getByText('Artist of other').waitFor();
  t.equal(await page.getByText('Artist of lanterns').count(), 0);
  await page.getByRole('button', { name: 'Artist of other' }).click();
  await page.getByText('Artist of Artist of other').waitFor();
  t.equal(await page.getByRole('searchbox').inputValue(), 'Artist of other');
  await page.getByRole('button', { name: 'Songs' }).click();
  await until(speaker, { query: 'Artist of other', types: ['TR'], limit: 50 });
  t.same(
    complaints.filter(text => !text.includes('javascript:')),
    [],
  );
});

void test('The page shows filter results, or their absence, above the small player', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const items = albums(30);
  speaker.answer('library.recentFavorites', () => ({ items }));
  speaker.answer('library.collection', () => ({ items }));
  const { page } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Library' }).click();
  const field = page.getByRole('searchbox', { name: 'Filter' });
  const lowest = async (text: string) => {
    const box = await page.locator('.pane').getByText(text, { exact: true }).boundingBox();
    const mini = await page.locator('.mini').boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0) < (mini?.y ?? 0) && (box?.y ?? -1) > 0;
  };
  await field.fill('album 17');
  await page.locator('.counted').getByText('1 entry').waitFor();
  t.ok(await lowest('Album 17'));
  await field.fill('zzzz');
  await page.getByText('No matches.').waitFor();
  t.ok(await lowest('No matches.'));
  t.equal(await page.locator('.counted').innerText(), '', 'once');
});

void test('podcasts: an episode with its podcast, day and length, found and collected', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const items = [
    { id: 'PC:1', type: 'PC', name: 'The Teapot Hour', artUrl: '/nowhere.png' },
    {
      id: 'PE:10',
      type: 'PE',
      name: 'On Kettles',
      podcast: 'The Teapot Hour',
      durationMs: 1_830_000,
      releaseDate: '2024-03-15T12:00:00.250Z',
    },
    { id: 'PE:11', type: 'PE', name: 'Without a day', releaseDate: 'soon' },
  ];
  speaker.answer('library.search', () => ({ items }));
  speaker.answer('library.collection', () => ({ items }));
  const { page } = await visit(t, speaker);
  const row = (name: string) => page.getByRole('button', { name });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('tea');
  await row('On Kettles').waitFor();
  await page.getByRole('button', { name: 'Podcasts' }).click();
  await until(speaker, { query: 'tea', types: ['PC', 'PE'], limit: 50 });
  const about = 'Episode · The Teapot Hour · 15 Mar 2024 · 30:30';
  t.equal(await row('On Kettles').locator('.sub').textContent(), about);
  t.equal(await row('Without a day').locator('.sub').textContent(), 'Episode');
  await row('On Kettles').click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'PE:10' });

  await page.getByRole('button', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Podcasts' }).click();
  await row('On Kettles').getByText(about).waitFor();
  t.ok(
    speaker.calls.some(
      ({ method, params }) =>
        method === 'library.collection' && isDeepStrictEqual(params, { types: ['PC', 'PE'], limit: 50 }),
    ),
  );
  await row('The Teapot Hour').first().click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'PC:1' });

  speaker.answer('library.collection', () =>
    fail(2006, 'serviceError', 'In any words.', { detail: 'unknownWord' }),
  );
  await page.getByRole('button', { name: 'Songs' }).click();
  await page.getByText('The service does not offer this choice.').waitFor();
});

void test('a failure is said, and tried again on demand; nothing found is said too', { skip }, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.search', () => fail(2007, 'offline', 'No network.'));
  const { page, complaints } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('lanterns');
  await page.getByText('cannot reach the music service').waitFor();
  speaker.answer('library.search', () => ({ items: [] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing found.').waitFor();
  t.same(complaints, []);
});

void test('a cover pulses only while the press on it is not answered', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const items = ['One', 'Two'].map(name => ({ id: `AL:${name}`, type: 'AL', name }));
  speaker.answer('library.collection', () => ({ items }));
  const { page } = await visit(t, speaker, undefined, { reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'One' }).waitFor();
  const moving = () =>
    page.evaluate<string[]>(
      "document.getAnimations().map(({ effect }) => effect.target).filter(each => each.matches('.thumb')).map(each => each.closest('.row').textContent)",
    );
  t.same(await moving(), []);
  let answer = (): void => undefined;
  const answered = new Promise<void>(resolve => (answer = resolve));
  speaker.answer('player.play', () => answered.then(() => ({ revision: 1 })));
  await page.getByRole('button', { name: 'One' }).click();
  await page.locator('.row[aria-busy="true"]').waitFor();
  t.match(await moving(), [/One/]);
  t.equal((await moving()).length, 1);
  answer();
  await page.locator('.row[aria-busy="true"]').waitFor({ state: 'detached' });
  t.same(await moving(), []);
});

void test('a search waits for two letters and a pause, or for Enter', { skip }, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.search', ({ query }) => ({ items: [{ id: 'AL:1', type: 'AL', name: query }] }));
  const { page } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.clock.install();
  const field = page.getByRole('searchbox');
  const asked = () =>
    speaker.calls.filter(({ method }) => method === 'library.search').map(({ params }) => params['query']);
  await field.pressSequentially('m');
  await page.clock.runFor(5_000);
  t.same(asked(), [], 'not for one letter');
  // However long this machine takes from one letter to the next.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
  for (const letter of 'oonl') {
    await page.keyboard.type(letter);
    await page.clock.runFor(350);
  }
  t.same(asked(), [], 'not between letters typed slowly');
  await page.clock.resume();
  await page.getByRole('button', { name: 'moonl' }).waitFor();
  t.same(asked(), ['moonl']);
  await field.fill('x');
  await field.press('Enter');
  while (asked().length < 2) await speaker.next('library.search');
  t.same(asked(), ['moonl', 'x'], 'Enter asks for whatever there is');
});

void test('on a computer the search is ready for typing; a phone’s keyboard stays away', {
  skip,
}, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.search', ({ query }) => ({ items: [{ id: 'AL:1', type: 'AL', name: query }] }));
  const { page } = await visit(t, speaker, undefined, {
    viewport: { width: 1366, height: 650 },
  });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('[role="search"] input:focus').waitFor();
  await page.keyboard.type('moon');
  await page.getByRole('button', { name: 'moon' }).waitFor();
  t.notOk(speaker.calls.some(({ method }) => method === 'player.setMuted'));
  await page.context().close();
  const phone = await visit(t, speaker, undefined, { hasTouch: true, isMobile: true });
  await phone.page.getByRole('button', { name: 'Search' }).tap();
  await phone.page.getByRole('searchbox').waitFor();
  t.equal(await phone.page.locator('input:focus').count(), 0);
});

void test('a name from right to left does not turn the line around', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const [artist, album] = ['עננים נמוכים', '☀️ / 🌧️'];
  speaker.answer('library.collection', () => ({
    items: [{ id: 'TR:1', type: 'TR', name: 'Rain', artist, album }],
  }));
  const { page } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Library' }).click();
  const line = page.locator('.row .sub').first();
  await line.getByText(album).waitFor();
  t.equal(await line.textContent(), `Song · ${artist} · ${album}`);
  const left = await Promise.all(
    ['Song', artist, album].map(async part => (await line.getByText(part, { exact: true }).boundingBox())?.x),
  );
  t.same(
    left.toSorted((a = 0, b = 0) => a - b),
    left,
    'in the order in which they are read',
  );
});

void test('top artists and thumbs, each asked for when looked at', { skip }, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({ items: [] }));
  speaker.answer('library.topArtists', () => ({
    items: [{ id: 'AR:1', type: 'AR', name: 'Tiny Thunder' }],
  }));
  speaker.answer('library.feedbacks', ({ values }) => ({
    items: [
      {
        target: { id: 'TR:1', type: 'TR', name: `Song of ${String(values)}`, artist: 'The Lanterns' },
        sourceContext: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' },
      },
      { target: { id: 'TR:2', type: 'TR', name: 'Homeless' }, sourceContext: null },
    ],
  }));
  speaker.answer('library.search', () => ({ items: [] }));
  const { page, complaints } = await visit(t, speaker);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Library').click();
  await page.getByText('Nothing of this type in your collection yet.').waitFor();
  t.notOk(speaker.calls.some(({ method }) => /feedbacks|topArtists/.test(method)));
  await button('Thumbs').click();
  await page.getByRole('button', { name: 'Song of UP' }).getByText('The Lanterns · Harbour Lights').waitFor();
  await page.getByText('Homeless').waitFor();
  await button('Thumbs down').click();
  await page.getByText('Song of DOWN').waitFor();
  await button('Top artists').click();
  await page.getByRole('button', { name: 'Tiny Thunder' }).waitFor();
  const corner = "getComputedStyle(document.querySelector('.rows .thumb')).borderTopLeftRadius";
  t.equal(await page.evaluate(corner), '50%', 'a person is round');
  await page.getByRole('button', { name: 'Tiny Thunder' }).click();
  t.match((await speaker.next('library.search')).params, { query: 'Tiny Thunder' });
  t.equal(await page.getByRole('searchbox').inputValue(), 'Tiny Thunder');
  t.same(complaints, []);
});

void test('A phone shows rows of the library without scrolling', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const items = albums(20);
  speaker.answer('library.collection', () => ({ items }));
  speaker.answer('library.recentFavorites', () => ({ items }));
  for (const locale of ['en-GB', 'de-DE', 'ar-AE'])
    for (const [width, height, least] of [
      [390, 844, 5],
      [320, 568, 3],
    ] as const) {
      const { page } = await visit(t, speaker, undefined, { viewport: { width, height }, locale });
      await page.locator('.sections button').nth(1).click();
      await page.locator('.tile .name').first().waitFor();
      await page.locator('.rows .row').first().waitFor();
      const whole = await page.evaluate<number>(`(() => {
        const end = document.querySelector('.mini').getBoundingClientRect().top;
        return [...document.querySelectorAll('.rows .row')]
          .filter(each => each.getBoundingClientRect().bottom <= end).length;
      })()`);
      t.ok(whole >= least, `${locale} ${width}×${height}: ${whole} rows`);
      await page.context().close();
    }
});

void test('A touch opens the filter and the order of a list on a phone', { skip }, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({
    items: ['Amber', 'Blue'].map(name => ({ id: `AL:${name}`, type: 'AL', name })),
  }));
  const { page, complaints } = await visit(t, speaker, undefined, { hasTouch: true });
  await page.getByRole('button', { name: 'Library' }).tap();
  const filter = page.getByLabel('Filter by name');
  await page.getByRole('button', { name: 'Blue' }).waitFor();
  const closed = await filter.boundingBox();
  const order = await page.getByLabel('Sort by').boundingBox();
  t.same([closed?.width, closed?.height, order?.width], [44, 44, 44], 'as large as a finger');
  t.equal(closed?.y, order?.y, 'in one line');
  await filter.tap();
  const opened = await filter.boundingBox();
  t.ok((opened?.width ?? 0) > 250, 'it opens');
  await page.keyboard.type('amb');
  await page.getByRole('button', { name: 'Blue' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Albums' }).first().focus();
  t.equal((await filter.boundingBox())?.width, opened?.width, 'it stays open');
  t.same(complaints, []);
});
