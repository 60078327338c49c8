import t, { type Test } from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { createRig, type Testbed, skip as noPlayer } from '../rigs/agent/rig.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser } from '../rigs/remote/page.js';
import { sharedBrowser } from '../rigs/remote/visit.js';
import { createVisitor, type Visitor, withAccounts } from '../rigs/remote/visitor.js';

const skip = noPlayer || noBrowser;

/** Each screen that shows what comes from the service, and how to get there from the one before. */
const SCREENS: readonly (readonly [string, (visitor: Visitor) => Promise<void>])[] = [
  [
    'playing',
    async ({ page }) => {
      await page.getByRole('region', { name: 'Now playing' }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).first().waitFor();
    },
  ],
  [
    'presets',
    async ({ page, show }) => {
      await show('Library');
      await page.getByRole('button', { name: 'Presets', exact: true }).click();
      await page.getByRole('button', { name: '9 free' }).waitFor();
    },
  ],
  [
    'collection',
    async ({ page, show }) => {
      await page.getByRole('button', { name: 'Collection', exact: true }).click();
      await show('Library');
      await page.getByRole('region', { name: 'Favourites' }).getByText('Shuffle', { exact: true }).waitFor();
      await page.locator('button.row').nth(2).waitFor();
    },
  ],
  [
    'far down the collection',
    async ({ page }) => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      // The next page comes by itself.
      await page.locator('li[aria-setsize]:not([aria-setsize="50"])').first().waitFor();
      await page.evaluate('scrollTo(0, 3000)');
      await page.locator('li[aria-posinset="40"]').waitFor();
      await page.evaluate('scrollTo(0, 0)');
    },
  ],
  [
    'from A to Z',
    async ({ page }) => {
      await page.getByLabel('Sort by').selectOption({ label: 'Name, A to Z' });
      await page
        .getByRole('group', { name: 'Letters' })
        .getByRole('button', { name: 'T', exact: true })
        .click();
      await page.locator('li:focus-within').waitFor();
      await page.getByLabel('Filter by name').fill('the');
      await page.getByText(/^\d+ entries$/).waitFor();
    },
  ],
  [
    'stations by name',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Stations', exact: true }).first().click();
      await page.getByLabel('Sort by').selectOption({ label: 'Name, Z to A' });
      await page.locator('button.row').first().waitFor();
    },
  ],
  [
    'top artists',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Top artists' }).click();
      await page.getByText('Tiny Thunder', { exact: true }).waitFor();
    },
  ],
  [
    'thumbs',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Thumbs', exact: true }).click();
      await page.locator('button.row').nth(2).waitFor();
      await page.getByRole('button', { name: 'Thumbs down' }).click();
      await page.locator('button.row').nth(2).waitFor();
    },
  ],
  [
    'search',
    async ({ page, show }) => {
      await show('Search');
      await page.getByRole('searchbox').fill('lanterns');
      await page
        .getByRole('button', { name: /Lanterns Radio/ })
        .first()
        .waitFor();
    },
  ],
  [
    'speaker',
    async ({ page, show }) => {
      await show('Speaker');
      await page.getByText('Mira Østergård').waitFor();
      await page.getByText('Version').waitFor();
      await page.getByText('3 followers').click();
      await page.getByText('Ewa Żuraw').first().waitFor();
    },
  ],
];

async function walk(t: Test, visitor: Visitor, { agent, token }: Testbed): Promise<void> {
  const { page } = visitor;
  await page.goto(agent.url);
  await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  t.strictSame(await findingsOf(page), [], 'admission');
  await visitor.shoot('admission');
  await page.goto(`${agent.url}/#token=${encodeURIComponent(token)}`);
  for (const [name, reach] of SCREENS) {
    await reach(visitor);
    t.strictSame(await findingsOf(page), [], name);
    t.ok((await visitor.overflow()) <= 0, `${name}: nothing is wider than the screen`);
    await visitor.shoot(name.replaceAll(' ', '-'));
  }
  t.strictSame(visitor.complaints, []);
}

void t.test('A real speaker’s lists please axe at every size, in both colour schemes', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 300, profile: 'full' });
  const testbed = await rig.ready({ TONEARM_SERVICE_PROFILE: 'full' });
  const station = rig.sandbox.listeners[0]
    ?.collection()
    .find(({ entity }) => entity.type === 'ST' && entity.hasArt);
  await testbed.phone.call('player.play', { sourceId: station?.entity.id });
  await testbed.phone.until('sounding', isSounding);
  // What has sounded for two seconds was played.
  for (let played: unknown[] = []; played.length === 0; ) {
    played = (await testbed.phone.call('library.recent'))['items'] as unknown[];
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  for (const size of ['small', 'phone', 'wide'] as const) {
    const visitor = await createVisitor(await sharedBrowser(), size);
    await t.test(size, t =>
      withAccounts({ visitors: [visitor], agent: testbed.agent }, () => walk(t, visitor, testbed)),
    );
  }
});
