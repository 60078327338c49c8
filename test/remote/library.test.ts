import { test } from 'tap';
import { browserPath, launchBrowser, openRemote, startSpeakerWithPages } from '../fakes/remote-page.js';
import { fail } from '../fakes/remote-server.js';

const skip = browserPath === undefined ? 'there is no Chromium on this machine' : false;

void test('collection and search', { skip }, async t => {
  const browser = await launchBrowser();
  t.teardown(() => browser.close());

  await t.test('the collection grows page by page, and a tap plays', async t => {
    const speaker = await startSpeakerWithPages();
    t.teardown(() => speaker.stop());
    const page1 = Array.from({ length: 30 }, (_, index) => ({
      id: `AL:${index}`,
      type: 'AL',
      name: `Album ${index}`,
    }));
    speaker.answer('library.collection', params =>
      params['cursor'] === 'AL:30'
        ? { items: [{ id: 'AL:30', type: 'AL', name: 'Album 30' }] }
        : { items: page1, cursor: 'AL:30' },
    );
    const { page, complaints } = await openRemote(browser, speaker);
    await page.getByRole('button', { name: 'Collection' }).click();
    await page.getByRole('button', { name: 'Album 0' }).waitFor();
    t.same((await speaker.next('library.collection')).params, {
      types: ['ST', 'AL'],
      sortBy: 'ADDED_TIME',
      sortOrder: 'DESC',
      limit: 30,
    });
    await page.getByRole('button', { name: 'Album 29' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Album 30' }).click();
    t.match((await speaker.next('library.collection')).params, { cursor: 'AL:30' });
    t.match((await speaker.next('player.play')).params, { sourceId: 'AL:30' });
    t.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0, 'no more after the last page');
    await page.getByRole('button', { name: 'Stations' }).click();
    t.same((await speaker.next('library.collection')).params, { types: ['ST'], limit: 30 });
    t.same(complaints, []);
    await page.context().close();
  });

  await t.test('search answers as one types; names are text; artists are no buttons', async t => {
    const speaker = await startSpeakerWithPages();
    t.teardown(() => speaker.stop());
    const name = `"It's" <script>alert(1)</script> 🎷 &amp;`;
    speaker.answer('library.search', params => ({
      items: [
        { id: 'AR:1', type: 'AR', name: `Artist of ${String(params['query'])}` },
        { id: 'SF:1', type: 'SF', name, artUrl: 'javascript:alert(1)' },
        { id: 'ZZ:1', type: 'ZZ', name: 'Something new' },
      ],
    }));
    const { page, complaints } = await openRemote(browser, speaker);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('  lanterns ');
    await page.getByText('Artist of lanterns').waitFor();
    t.match((await speaker.next('library.search')).params, { query: 'lanterns', limit: 30 });
    t.equal(await page.locator('button.row').count(), 1);
    t.equal(await page.locator('button.row .name').textContent(), name);
    await page.locator('button.row').click();
    t.same((await speaker.next('player.play')).params, { sourceId: 'SF:1' });
    await page.getByRole('searchbox').fill('other');
    await page.getByText('Artist of other').waitFor();
    t.equal(await page.getByText('Artist of lanterns').count(), 0);
    t.same(
      complaints.filter(text => !text.includes('javascript:')),
      [],
    );
    await page.context().close();
  });

  await t.test('a failure is said, and tried again on demand; nothing found is said too', async t => {
    const speaker = await startSpeakerWithPages();
    t.teardown(() => speaker.stop());
    speaker.answer('library.search', () => fail(2007, 'offline', 'No network.'));
    const { page, complaints } = await openRemote(browser, speaker);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('lanterns');
    await page.getByText('does not reach the music service').waitFor();
    speaker.answer('library.search', () => ({ items: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing found.').waitFor();
    t.same(complaints, []);
    await page.context().close();
  });
});
