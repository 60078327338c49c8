/** The people of a household: how their phones are called, invited, let in and removed. */
import type { Page } from 'playwright-core';
import { type Test, test } from 'tap';
import { answerInviteAt, INFO } from '../fakes/speaker/answers.js';
import { fail, type FakeSpeaker, inviteWith } from '../fakes/speaker/server.js';
import { noBrowser as skip, openPhone, openTerms } from '../rigs/remote/page.js';
import { openWindow, startSpeaker, visit } from '../rigs/remote/visit.js';

type Clients = Record<string, unknown>[];

const ADA = { id: 'a', name: 'Ada’s phone', role: 'owner', createdMs: 1, self: true, here: true };
const BOB = { id: 'b', name: 'Bob', role: 'owner', createdMs: 1 };
const CLEO = { id: 'c', name: 'Android phone', role: 'guest', createdMs: 1 };

type House = FakeSpeaker & { readonly clients: Clients; readonly running: { uptimeMs: number } };

async function startHouse(t: Test): Promise<House> {
  const speaker = await startSpeaker(t);
  const clients: Clients = [{ ...ADA }, { ...BOB }, { ...CLEO }];
  speaker.answer('access.list', () => ({ clients }));
  speaker.answer('access.rename', ({ name, id = 'a' }) => {
    const client = clients.find(each => each['id'] === id);
    if (client !== undefined) client['name'] = name;
    return { name };
  });
  answerInviteAt(speaker, 'http://192.0.2.10:8710');
  const running = { uptimeMs: 7_300_000 };
  speaker.answer('system.info', () => ({ ...INFO, ...running }));
  return Object.assign(speaker, { clients, running });
}

async function openPhones(t: Test, speaker: FakeSpeaker): Promise<Page> {
  const { page } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Speaker' }).click();
  await page.getByText('this one').waitFor();
  return page;
}

const selectedIn = (page: Page): Promise<string> =>
  page.evaluate('(at => at.value?.slice(at.selectionStart, at.selectionEnd) ?? "")(document.activeElement)');

void test('The page tells an owner how a removed phone may return', { skip }, async t => {
  const speaker = await startHouse(t);
  const page = await openPhones(t, speaker);
  for (const name of ['Bob', 'Ada’s phone']) {
    await openPhone(page, name);
    await page.getByRole('button', { name: `Remove: ${name}` }).click();
    const text = (await page.getByRole('dialog').textContent()) ?? '';
    t.match(text, /until .* invited again or .*signs? in .*account/, name);
    if (name === 'Bob') t.match(text, /If it was stolen, change the password of that account/);
    t.notMatch(text, /needs? a new invitation/);
    await page.keyboard.press('Escape');
  }
});

void test('an owner renames his own phone, and a guest’s, which may not do it itself', { skip }, async t => {
  const speaker = await startHouse(t);
  const page = await openPhones(t, speaker);
  for (const name of ['Bob', 'Ada’s phone', 'Android phone']) await openPhone(page, name);
  t.equal(
    await page.getByRole('button', { name: 'Rename: Bob' }).count(),
    0,
    'another owner does it himself',
  );
  const rename = page.getByRole('button', { name: 'Rename: Ada’s phone' });
  await rename.click();
  t.equal(await selectedIn(page), 'Ada’s phone', 'typing replaces it');
  await page.keyboard.press('Escape');
  t.equal(await page.locator(':focus').getAttribute('aria-label'), 'Rename: Ada’s phone');
  t.notOk(speaker.calls.some(({ method }) => method === 'access.rename'));
  await rename.click();
  await page.keyboard.type(' Hall phone ');
  await page.keyboard.press('Enter');
  t.same((await speaker.next('access.rename')).params, { id: 'a', name: 'Hall phone' });
  await page.getByRole('listitem').getByText('Hall phone').waitFor();
  await page.getByRole('button', { name: 'Rename: Android phone' }).click();
  await page.keyboard.type('Cleo');
  await page.getByRole('button', { name: 'Use this name' }).click();
  t.same((await speaker.next('access.rename')).params, { id: 'c', name: 'Cleo' });
  await page.getByRole('listitem').getByText('Cleo').waitFor();
  t.equal(await page.locator(':focus').getAttribute('aria-label'), 'Rename: Cleo');

  t.comment('a name that is not accepted stays typed');
  speaker.answer('access.rename', () =>
    fail(-32602, 'invalidParams', 'name must be seen.', { member: 'name' }),
  );
  await page.getByRole('button', { name: 'Rename: Cleo' }).click();
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await page.getByText('The speaker does not accept this name.').waitFor();
  t.equal(await page.locator('.rename input').inputValue(), '!');
});

void test('a phone let in by a link as an owner is asked for its name, once', { skip }, async t => {
  const speaker = await startHouse(t);
  inviteWith(speaker, 'the-secret-of-a-link');
  const { page } = await visit(t, speaker, '#invite=the-secret-of-a-link');
  await page.getByText('What should the others in the house call this device?').waitFor();
  const name = page.getByLabel('Name of this device');
  await name.click();
  t.equal(await selectedIn(page), 'Ada’s phone', 'typing replaces the proposal');
  await name.fill('Bob’s phone');
  await page.getByRole('button', { name: 'Use this name' }).click();
  t.match((await speaker.next('access.rename')).params, { name: 'Bob’s phone' });
  await page.locator('.note').waitFor({ state: 'detached' });

  t.comment('once it has lost its access, it is still known by that name here');
  await page.evaluate("localStorage.removeItem('tonearm.token')");
  await page.reload();
  t.equal(await page.getByLabel('Name of this device').inputValue(), 'Bob’s phone');

  t.comment('one that typed its name beside the digits is not asked again');
  inviteWith(speaker, '493027');
  await page.getByLabel('Six digits').fill('493027');
  await page.getByRole('button', { name: 'Let me in' }).click();
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  await page.getByRole('button', { name: 'Speaker' }).click();
  await page.getByText('this one').waitFor();
  t.same(await page.locator('.note').allTextContents(), []);
});

void test('the name is selected under a finger too', { skip }, async t => {
  const speaker = await startHouse(t);
  const { page } = await visit(t, speaker, '', { hasTouch: true });
  await page.getByLabel('Name of this device').tap();
  t.equal(await selectedIn(page), 'Linux computer');
});

void test('an invitation does not outlive the process that made it', { skip }, async t => {
  const speaker = await startHouse(t);
  const page = await openPhones(t, speaker);
  await page.getByRole('button', { name: 'Invite a phone' }).click();
  await page.getByText('049 302').waitFor();
  speaker.cutAll();
  await page.getByText('Connected', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Connected', { exact: true }).waitFor();
  t.equal(await page.getByText('049 302').count(), 1, 'a lost line costs nothing');
  speaker.restart({});
  await page.getByText('This invitation is no longer valid, because the speaker was restarted.').waitFor();
  t.equal(await page.getByText('049 302').count(), 0);
  await page.getByRole('button', { name: 'Create another' }).click();
  await page.getByText('049 302').waitFor();
});

void test('The list of clients updates its times by itself', { skip }, async t => {
  const speaker = await startHouse(t);
  const page = await openWindow(t, { locale: 'en-GB' });
  await page.clock.install();
  const [bob] = speaker.clients.filter(({ id }) => id === 'b');
  if (bob === undefined) throw new Error('Bob is there');
  bob['lastSeenMs'] = Date.now() - 3 * 60_000 - 1_000;
  await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
  await page.getByRole('button', { name: 'Speaker' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Bob' });
  await row.getByText('used 3 minutes ago').waitFor();
  await page.getByText('2 hours', { exact: true }).waitFor();
  speaker.running.uptimeMs += 65 * 60_000;
  await page.clock.fastForward(65 * 60_000);
  await row.getByText('used 1 hour ago').waitFor();
  await page.getByText('3 hours', { exact: true }).waitFor();

  t.comment('after a restart the others come back later than this one');
  const [, , cleo] = speaker.clients;
  speaker.running.uptimeMs = 5_000;
  speaker.restart({});
  await page.getByText('less than a minute', { exact: true }).waitFor();
  Object.assign(cleo ?? {}, { here: true });
  await page.clock.fastForward(35_000);
  await page.getByRole('listitem').filter({ hasText: 'online now' }).waitFor();
  speaker.running.uptimeMs = 65_000;
  await page.clock.fastForward(60_000);
  await page.getByText('1 minute', { exact: true }).waitFor();
});

void test('digits and code are there for both addresses', { skip }, async t => {
  const speaker = await startHouse(t);
  const page = await openPhones(t, speaker);
  await page.getByRole('button', { name: 'Invite a phone' }).click();
  await page.getByText('or open http://kitchen.local:8710/ or http://192.0.2.10:8710/ there').waitFor();
  const path = page.getByRole('img', { name: 'QR code of the link' }).locator('path');
  const first = await path.getAttribute('d');
  await page.getByRole('button', { name: 'Show the QR code for 192.0.2.10:8710' }).click();
  const back = page.getByRole('button', { name: 'Show the QR code for kitchen.local:8710' });
  await back.waitFor();
  await page.waitForTimeout(200);
  t.not(await path.getAttribute('d'), first);
  await back.click();
  await page.getByRole('button', { name: 'Show the QR code for 192.0.2.10:8710' }).waitFor();
  await page.waitForTimeout(200);
  t.equal(await path.getAttribute('d'), first);
});

void test('a wrong code is replaced by typing, and the field stays where it is', { skip }, async t => {
  const speaker = await startHouse(t);
  inviteWith(speaker, '493027');
  const { page } = await visit(t, speaker, '', {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
  });
  const digits = page.getByLabel('Six digits');
  const join = page.getByRole('button', { name: 'Let me in' });
  await digits.fill('493026');
  const place = (): Promise<number> => digits.evaluate((at: { offsetTop: number }) => at.offsetTop);
  const before = await place();
  await join.click();
  const said = page.getByText('enter them again. If they match, ask for new ones');
  await said.waitFor();
  t.equal(await place(), before, 'nothing is pushed down');
  const box = await said.boundingBox();
  t.ok(box !== null && box.y >= 0 && box.y + box.height <= 640, 'and why is in sight');
  t.equal(await selectedIn(page), '493026');
  await digits.tap();
  t.equal(await selectedIn(page), '493026', 'under a finger too');
  await page.keyboard.type('493027');
  t.equal(await digits.inputValue(), '493027');
  await join.click();
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
});

void test('a guest who is let in is called one; who came before is not told above the next', {
  skip,
}, async t => {
  const speaker = await startHouse(t);
  const page = await openPhones(t, speaker);
  await page.getByRole('button', { name: 'Invite a phone' }).click();
  await page.getByText('049 302').waitFor();
  const said = page.getByText('“Dora” was let in.');
  speaker.clients.push({ id: 'd', name: 'Dora', role: 'guest', createdMs: 2 });
  speaker.tellOwners({ what: 'admitted', name: 'Dora', by: 'Bob' });
  await page.getByText('“Dora” is now a guest of this speaker, invited by “Bob”.').waitFor();
  await said.waitFor();
  await openTerms(page);
  await page.getByRole('button', { name: 'Someone who lives here' }).click();
  await said.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Invite a phone' }).click();
  await page.locator('.invitation').getByText('Owner · stays until removed', { exact: true }).waitFor();
  t.equal(await said.count(), 0);
});
