/** An alarm plays anything of the library or that a search finds, and not only what was on lately. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { startHousehold } from '../rigs/remote/household.js';
import { noBrowser as skip, resize } from '../rigs/remote/page.js';
import { visitPlayer } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';

async function start(t: Test): Promise<FakeSpeaker> {
  const speaker = await startHousehold(t);
  speaker.answer('alarm.list', () => ({ alarms: [] }));
  speaker.answer('library.search', ({ query }) => ({
    items: [
      { id: 'AR:1', type: 'AR', name: 'An artist' },
      { id: 'SF:1', type: 'SF', name: `Radio ${String(query)}` },
    ],
  }));
  return speaker;
}

async function openForm(t: Test, speaker: FakeSpeaker, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visitPlayer(t, speaker, options);
  await page.locator('.moon').click();
  await page.locator('.part .plain:enabled').last().click();
  await page.locator('.week').waitFor();
  return page;
}

const other = (page: Page) => page.locator('.chips [aria-haspopup="dialog"]');
const shownAs = (page: Page, name: string) => page.getByRole('button', { name, exact: true, pressed: true });

t.test('An owner wakes at seven with a radio that was never on', { skip }, async t => {
  const speaker = await start(t);
  const page = await openForm(t, speaker);
  const asked = (method: string) => speaker.calls.filter(each => each.method === method).length;
  t.equal(asked('library.collection') + asked('library.search'), 0, 'nothing is asked for in vain');
  await other(page).click();
  const sheet = page.getByRole('dialog', { name: 'It plays' });
  await sheet.getByRole('button', { name: /^Far Shore/ }).waitFor();
  t.strictSame(await findingsOf(page), []);
  await sheet.getByRole('button', { name: 'Search', exact: true }).click();
  await sheet.getByRole('searchbox').fill('seven');
  await sheet.getByRole('searchbox').press('Enter');
  t.equal(asked('alarm.set'), 0, 'Enter searches, and saves nothing');
  await sheet.getByText('Radio seven').waitFor();
  t.strictSame(await findingsOf(page), []);
  await sheet.getByText('Radio seven').click();
  await sheet.waitFor({ state: 'detached' });
  await shownAs(page, 'Radio seven').waitFor();
  t.equal(await other(page).and(page.locator(':focus')).count(), 1, 'the focus is back');
  t.equal(asked('player.play'), 0, 'nothing is played');
  await page.getByRole('button', { name: 'Save' }).click();
  t.match((await speaker.next('alarm.set')).params, { time: '07:00', sourceId: 'SF:1' });

  t.comment('it has its name after a reload, too');
  speaker.answer('alarm.list', () => ({
    alarms: [{ id: 'a', time: '07:00', sourceId: 'SF:1', enabled: true }],
  }));
  await page.reload();
  await page.locator('.moon').click();
  await page.locator('.alarm .row', { hasText: 'Radio seven' }).click();
  await shownAs(page, 'Radio seven').waitFor();
});

t.test('Keys choose a favourite, and Back leaves what was chosen', { skip }, async t => {
  const speaker = await start(t);
  const page = await openForm(t, speaker, { viewport: { width: 1280, height: 800 } });
  await other(page).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'It plays' });
  await sheet.locator('.tile').press('Enter');
  await shownAs(page, 'فيروز للصباح').waitFor();
  await other(page).press(' ');
  await sheet.locator('.tile').waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  await shownAs(page, 'فيروز للصباح').waitFor();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  t.match((await speaker.next('alarm.set')).params, { sourceId: 'PL:1' });
});

t.test('An alarm names a source of the library after a reload, too', { skip }, async t => {
  const speaker = await start(t);
  speaker.answer('alarm.list', () => ({
    alarms: [{ id: 'a', time: '07:00', sourceId: 'AL:1', enabled: true }],
  }));
  const page = await openForm(t, speaker);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /07:00/ }).getByText('Far Shore').waitFor();
});

for (const locale of LANGUAGES)
  t.test(
    `${locale}: What is chosen from fits every screen, and axe-core finds nothing`,
    { skip },
    async t => {
      const speaker = await start(t);
      const page = await openForm(t, speaker, { locale });
      await other(page).click();
      const sheet = page.locator('.choosing-source');
      await sheet.locator('.row').first().waitFor();
      t.same(await findingsOf(page), []);
      for (const isSearch of [false, true]) {
        if (isSearch) {
          await sheet.locator('.chips').first().locator('button').last().click();
          await sheet.locator('input:visible').fill('seven');
          await sheet.locator('.row:visible').first().waitFor();
          t.same(await findingsOf(page), []);
        }
        for (const [wide, high, zoom = 1] of SIZES) {
          await resize(page, wide / zoom, high / zoom);
          const beyond = await page.evaluate<number>(
            `(each => each.scrollWidth - each.clientWidth)(document.querySelector('.choosing-source'))`,
          );
          t.ok(beyond <= 0, `${wide / zoom} × ${high / zoom}: ${beyond} pixels`);
        }
      }
    },
  );
