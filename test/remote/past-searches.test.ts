/** The last searches of a browser, kept by it alone. */
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { fail, type FakeSpeaker, inviteWith } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip, openRemote } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';

const HEADINGS = {
  en: 'Recent searches',
  de: 'Zuletzt gesucht',
  fr: 'Recherches récentes',
  es: 'Búsquedas recientes',
  ja: '最近の検索',
  ar: 'عمليات البحث الأخيرة',
} as const;

async function startFinder(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  speaker.answer('library.search', ({ query }) => ({
    items: [{ id: 'AL:1', type: 'AL', name: `Found ${String(query)}` }],
  }));
  return speaker;
}

async function openSearch(t: Test, speaker: FakeSpeaker, options: Parameters<typeof openRemote>[3] = {}) {
  const opened = await visit(t, speaker, undefined, options);
  await opened.page.locator('.section-search').click();
  const field = opened.page.locator('[role="search"] input');
  const past = opened.page.locator('.past button');
  async function search(words: string): Promise<void> {
    await field.fill(words);
    await field.press('Enter');
    await opened.page.getByText(`Found ${words}`, { exact: true }).waitFor();
  }
  return { ...opened, field, past, search };
}

t.test(
  'A browser keeps its last ten searches, which a press repeats and another clears',
  {
    skip,
  },
  async t => {
    const speaker = await startFinder(t);
    const { page, field, past, search, complaints } = await openSearch(t, speaker);
    await page.getByText('Find an artist').waitFor();
    for (let count = 1; count <= 11; count++) await search(`words ${count}`);
    await search('WORDS 5');
    await field.fill('');
    const latest = ['WORDS 5', ...[11, 10, 9, 8, 7, 6, 4, 3, 2].map(count => `words ${count}`)];
    await past.first().waitFor();
    t.same(await past.allInnerTexts(), latest);

    t.comment('what was typed on the way to another word is no search; what led to something is one');
    await field.fill('half a wor');
    await page.getByText('Found half a wor').waitFor();
    await field.fill('half a word');
    await page.getByRole('button', { name: 'Found half a word' }).click();
    t.match((await speaker.next('player.play')).params, { sourceId: 'AL:1' });
    await field.fill('');
    await past.first().waitFor();
    t.same(await past.allInnerTexts(), ['half a word', ...latest.slice(0, 9)]);

    t.comment('after a reload, too');
    await field.press('Enter');
    await page.reload();
    await past.first().waitFor();
    await past.nth(1).click();
    await page.getByText('Found WORDS 5').waitFor();
    t.equal(await field.inputValue(), 'WORDS 5');
    await page.goBack();
    await past.first().waitFor();
    t.same((await past.allInnerTexts()).slice(0, 2), ['WORDS 5', 'half a word'], 'the last one first');

    await page.getByRole('button', { name: 'Clear the list' }).click();
    await page.getByText('Find an artist').waitFor();
    t.equal(await page.evaluate('localStorage.getItem("tonearm.searches")'), null);
    t.equal(await page.locator('.sections [aria-current]:focus').count(), 1, 'the focus stays on the page');
    await page.reload();
    await page.getByText('Find an artist').waitFor();
    t.same(complaints, []);
  },
);

t.test('Keys reach the last searches, and choose and clear them', { skip }, async t => {
  const speaker = await startFinder(t);
  const { page, field, past, search } = await openSearch(t, speaker, {
    viewport: { width: 1280, height: 800 },
  });
  await search('lantern');
  await search('tide');
  await field.fill('');
  await past.first().waitFor();
  for (const name of ['Clear the list', 'tide', 'lantern']) {
    await page.keyboard.press('Tab');
    t.equal(await page.evaluate('document.activeElement.innerText'), name);
  }
  await page.keyboard.press('Enter');
  await page.getByText('Found lantern').waitFor();
  await field.fill('');
  await page.getByRole('button', { name: 'Clear the list' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Find an artist').waitFor();
});

t.test('The last searches go with the token of a browser that was removed', { skip }, async t => {
  const speaker = await startFinder(t);
  const { page, field, past, search } = await openSearch(t, speaker);
  const kept = () => page.evaluate('localStorage.getItem("tonearm.searches")');
  const farewells = [
    ['revoked', 'paired', 'No longer let in'],
    ['signedOut', 'unpaired', 'The speaker is not signed in'],
  ] as const;
  for (const [why, pairing, title] of farewells) {
    await search('lantern');
    t.match(await kept(), /lantern/);
    t.comment('a lost connection takes nothing');
    speaker.cutAll();
    await page.getByText('Connected', { exact: true }).waitFor();
    t.match(await kept(), /lantern/);
    const { hello } = speaker;
    speaker.hello = { ...hello, pairing };
    speaker.refusing = () => fail(1001, 'unauthorized', 'Gone.', { why });
    speaker.closeAll(4401);
    await page.getByRole('heading', { name: title }).waitFor();
    t.equal(await kept(), null, why);
    speaker.refusing = null;
    speaker.hello = hello;
    await page.reload();
    await field.fill('');
    await page.getByText('Find an artist').waitFor();
    t.equal(await past.count(), 0, why);
  }
});

t.test('The last searches go with a token that another link replaces', { skip }, async t => {
  const speaker = await startFinder(t);
  const { page, field, past, search } = await openSearch(t, speaker);
  async function isForgotten(how: string): Promise<void> {
    await page.locator('.section-search').click();
    await page.getByText('Find an artist').waitFor();
    t.equal(await past.count(), 0, how);
    t.equal(await page.evaluate('localStorage.getItem("tonearm.searches")'), null, how);
  }
  await search('lantern');
  await field.fill('');
  await past.first().waitFor();
  t.comment('the link of a guest, which an owner does not take, takes nothing');
  speaker.tokens.add('of-mallory');
  speaker.guests.add('of-mallory');
  await page.evaluate(`location.hash = '#token=of-mallory&id=g'`);
  await page.getByText('This browser keeps the access it had').waitFor();
  await page.locator('.section-search').click();
  t.same(await past.allInnerTexts(), ['lantern']);

  t.comment('that of another owner, in the same tab');
  speaker.tokens.add('of-bob');
  speaker.opened = { role: 'owner', id: 'b' };
  await page.evaluate(`location.hash = '#token=of-bob&id=b'`);
  await page.getByText('with the access it was just given').waitFor();
  await isForgotten('replaced');

  t.comment('an invitation to a browser that was removed meanwhile');
  await search('tide');
  await page.goto('about:blank');
  speaker.tokens.clear();
  inviteWith(speaker, 'another-secret-of-a-link');
  await page.goto(`http://127.0.0.1:${speaker.port}/#invite=another-secret-of-a-link`);
  await page.locator('.player').waitFor();
  await isForgotten('invited');
});

t.test('A browser that keeps nothing keeps its searches for this visit', { skip }, async t => {
  const speaker = await startFinder(t);
  const script = `Storage.prototype.setItem = () => { throw new DOMException('denied', 'SecurityError'); };`;
  const { field, past, search, complaints } = await openSearch(t, speaker, { script });
  await search('lantern');
  await field.fill('');
  await past.first().waitFor();
  t.same(await past.allInnerTexts(), ['lantern']);
  t.same(complaints, []);
});

t.test(
  'The last searches fit a small phone in every language, and axe-core finds nothing',
  {
    skip,
  },
  async t => {
    const speaker = await startFinder(t);
    for (const locale of LANGUAGES) {
      const { page, field, past, search } = await openSearch(t, speaker, {
        locale,
        viewport: { width: 320, height: 568 },
        reducedMotion: 'reduce',
      });
      await search('فيروز');
      await search('a very long name of somebody whom nobody remembers by heart');
      await field.fill('');
      await past.first().waitFor();
      await page.getByRole('region', { name: HEADINGS[locale] }).waitFor();
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, locale);
      const { height = 0 } = (await past.first().boundingBox()) ?? {};
      t.ok(height >= 44, 'as high as a finger');
      t.same(await findingsOf(page), [], locale);
    }
  },
);

t.test('The first visit does without the last searches', { skip }, async t => {
  const speaker = await startFinder(t);
  const { page } = await openSearch(t, speaker);
  const script = await page.evaluate<string>(
    `fetch(document.querySelector('script[src$="/remote.js"]').src).then(answer => answer.text())`,
  );
  t.ok(script.includes('tonearm.token'));
  t.notOk(script.includes('tonearm.searches'));
});
