/** The list of phones is short, and inviting another stands above it. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { answerInviteAt } from '../fakes/speaker/answers.js';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip, openPhone, openTerms, resize } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';

const HEIGHT = 844;

async function startHouse(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  const others = Array.from({ length: 24 }, (_, at) => ({
    id: `p${at}`,
    name: `Somebody’s phone with a long name ${at}`,
    role: 'guest',
    createdMs: 1,
    invitedBy: 'a',
    expiresAtMs: Date.UTC(2031, 2, 5, 18),
    volumeMax: 40,
  }));
  const own = { id: 'a', name: 'Ada’s phone', role: 'owner', createdMs: 1, self: true };
  speaker.answer('access.list', () => ({ clients: [own, ...others] }));
  answerInviteAt(speaker, 'http://192.0.2.10:8710', 'http://10.0.0.9:8710');
  return speaker;
}

async function openPhones(t: Test, speaker: FakeSpeaker, locale: string): Promise<Page> {
  const { page } = await visit(t, speaker, undefined, { locale });
  await page.locator('.section-speaker').click();
  await page.locator('.phone').nth(24).waitFor();
  return page;
}

for (const locale of ['en-GB', 'de-DE', 'ar-AE'])
  t.test(`${locale}: Twenty-five phones fit into three screens`, { skip }, async t => {
    const page = await openPhones(t, await startHouse(t), locale);
    const panel = await page.locator('.panel:has(.phone)').boundingBox();
    t.ok(panel !== null && panel.height <= 3 * HEIGHT, `${panel?.height} pixels`);
    const invite = await page.locator('.panel:has(.phone) .primary').boundingBox();
    const first = await page.locator('.phone').first().boundingBox();
    t.ok(invite !== null && first !== null && invite.y < first.y, 'inviting stands above the list');
    t.same(await findingsOf(page), []);
  });

t.test('A row opens to what can be done to its phone, by keyboard too', { skip }, async t => {
  const page = await openPhones(t, await startHouse(t), 'en-GB');
  const row = page.getByRole('listitem').filter({ hasText: 'long name 3' });
  const remove = row.getByRole('button', { name: 'Remove' });
  t.equal(await remove.count(), 0);
  await row.locator('summary').press('Enter');
  await remove.waitFor();
  await row.getByText('up to 40% · invited by Ada’s phone').waitFor();
  await openPhone(page, 'Ada’s phone');
  t.same(await findingsOf(page), []);
});

t.test('An invitation offers one link to copy, and other addresses on request', { skip }, async t => {
  const page = await openPhones(t, await startHouse(t), 'en-GB');
  await openTerms(page);
  await page.getByRole('button', { name: 'Invite a phone' }).click();
  await page.getByText('049 302').waitFor();
  const copy = page.locator('.share .plain:visible');
  t.equal(await copy.count(), 1);
  await page.getByText('If that does not open').click();
  t.equal(await copy.count(), 3);
  t.same(await findingsOf(page), []);
});

t.test(
  'An owner invites a guest for one evening by keys, without opening anything first',
  {
    skip,
  },
  async t => {
    const speaker = await startHouse(t);
    const page = await openPhones(t, speaker, 'en-GB');
    const who = page.getByRole('group', { name: 'Who is invited' });
    await who.getByRole('button', { name: 'Someone who lives here' }).press('Enter');
    await page.getByText('Owners can do everything you can').waitFor();
    await who.getByRole('button', { name: 'A guest' }).press(' ');
    await page.getByText('Guests can play music.').waitFor();
    await page.getByRole('button', { name: 'One evening (6 hours)' }).press('Enter');
    await page
      .locator('.terms')
      .getByText(/^until \d+ \w+, \d\d:\d\d$/)
      .waitFor();
    await page.getByRole('button', { name: 'Invite a phone' }).press('Enter');
    t.same((await speaker.next('access.invite')).params, { role: 'guest', validMs: 6 * 3_600_000 });
    await page.locator('.invitation').getByText('Guest · One evening (6 hours)', { exact: true }).waitFor();
  },
);

for (const locale of LANGUAGES)
  t.test(
    `${locale}: Who is invited is in sight on every screen, and no word of it is cut`,
    {
      skip,
    },
    async t => {
      const page = await openPhones(t, await startHouse(t), locale);
      const terms = page.locator('.terms:visible');
      t.equal(await terms.count(), 1);
      t.equal(await terms.locator('.chips').count(), 2, 'who, and until when');
      for (const [wide, high, zoom = 1] of SIZES) {
        await resize(page, wide / zoom, high / zoom);
        const cut = await page.evaluate<number>(`[...document.querySelectorAll('.terms button')]
        .filter(each => each.getClientRects().length > 0)
        .filter(each => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth).length`);
        t.equal(cut, 0, `${wide / zoom} × ${high / zoom}`);
      }
    },
  );
