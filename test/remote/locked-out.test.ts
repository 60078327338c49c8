/** No household is locked out: its account lets it in again, with nothing but the page. */
import type { Page } from 'playwright-core';
import { type Test, test } from 'tap';
import { skip as noPlayer } from '../rigs/agent/rig.js';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { openHome } from '../rigs/remote/home.js';
import { noBrowser } from '../rigs/remote/page.js';
import { sharedBrowser, startSpeaker, visit } from '../rigs/remote/visit.js';
import { withAccounts } from '../rigs/remote/visitor.js';

const skip = noPlayer || noBrowser;

/** The remote in a browser that the speaker does not know. */
async function openAsStranger(t: Test): Promise<{ page: Page; speaker: FakeSpeaker }> {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker, '');
  return { page, speaker };
}

void test('the only phone loses all that it kept, and is back by the account alone', { skip }, async t => {
  const home = await openHome(t);
  const visitor = await home.visit('phone');
  const { page } = visitor;
  const allow = () => page.getByRole('button', { name: 'Allow', exact: true }).click();
  await withAccounts(home, async () => {
    await page.goto(home.agent.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await allow();
    await page.getByRole('link', { name: 'Open the remote' }).click();

    await page.getByText('What should the others in the house call this device?').waitFor();
    t.same(await findingsOf(page), []);
    await page.getByLabel('Name of this device').fill('Hall phone');
    await page.getByRole('button', { name: 'Use this name' }).click();
    await page.getByText('Let in a second phone?').waitFor();
    for (const name of ['Library', 'Mute'])
      await page.getByRole('button', { name, exact: true }).click({ trial: true, timeout: 5_000 });
    t.same(await findingsOf(page), []);
    t.match(await home.onlooker.call('access.list'), { clients: [{ name: 'Hall phone' }] });
    t.comment('what was answered is not asked again, also after another room');
    await page.reload();
    await page.getByText('Let in a second phone?').waitFor();
    await page.getByRole('button', { name: 'Invite a phone' }).click();
    await page.getByText('Hall phone').waitFor();
    // Here it is made: the button stands below the list, and a finger finds it without scrolling.
    await page.locator('.panel .primary:focus', { hasText: 'Invite a phone' }).waitFor();
    t.ok(await page.evaluate('scrollY > 0'));

    await page.evaluate('localStorage.clear(); sessionStorage.clear();');
    await page.context().clearCookies();
    await page.goto(`${new URL(page.url()).origin}/`);
    await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
    t.same(await findingsOf(page), []);
    await page.getByRole('link', { name: 'Sign in to that account' }).click();
    await page.getByRole('button', { name: 'This is my account' }).click();
    await allow();
    await page.getByRole('link', { name: 'Open the remote' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByText('What should the others in the house call this device?').waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.locator('.welcome').waitFor({ state: 'detached' });
    await page.getByText('It stays let in until it is removed').waitFor();
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.locator('.note').waitFor({ state: 'detached' });
  });
  // That the page of pairing is gone is how it answers a paired speaker.
  t.strictSame(
    visitor.complaints.filter(complaint => !complaint.includes('410 (Gone)')),
    [],
  );
});

void test('thrown out, a phone says why and by whom', { skip: noBrowser }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  await page.getByText('Connected', { exact: true }).waitFor();
  const rows = [
    [{ why: 'revoked', by: 'Ada’s phone' }, '“Ada’s phone” removed this device from the speaker.'],
    [{ why: 'revoked' }, 'This device was removed from the speaker.'],
    [{ why: 'expired' }, 'Your guest access to this speaker has expired.'],
    [{ why: 'signedOut' }, 'The speaker was signed out, which removed all phones.'],
    [{ why: 'of a later version' }, 'The speaker no longer lets this browser in.'],
  ] as const;
  for (const [farewell, said] of rows) {
    speaker.refusing = () => fail(1001, 'unauthorized', 'Gone.', farewell);
    speaker.closeAll(4401);
    const reason = await page.getByText(said, { exact: true }).boundingBox();
    const how = await page.getByText('Ask someone who controls this speaker').boundingBox();
    t.ok(reason !== null && how !== null && reason.y < how.y, 'the reason comes first');
    await page.getByRole('heading', { name: 'No longer let in' }).waitFor();
    speaker.refusing = null;
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
  }
});

void test('The name field keeps its text while the line comes and goes', {
  skip: noBrowser,
}, async t => {
  const speaker = await startSpeaker(t);
  const clients = [{ id: 'a', name: 'iPhone', role: 'owner', createdMs: 1, self: true }];
  speaker.answer('access.list', () => ({ clients }));
  const { page } = await visit(t, speaker, '#token=good-token&id=a');
  const name = page.getByLabel('Name of this device');
  await name.fill('Hall phone');
  speaker.refuse(true);
  speaker.cutAll();
  await page.getByRole('button', { name: 'Try now' }).waitFor();
  speaker.refuse(false);
  await page.getByText('Connected', { exact: true }).waitFor();
  t.equal(await name.inputValue(), 'Hall phone');
});

void test('a page that waits notices that the speaker is signed out, and in again', {
  skip: noBrowser,
}, async t => {
  const { page, speaker } = await openAsStranger(t);
  const waits = page.getByRole('heading', { name: 'Not let in yet' });
  await waits.waitFor();
  await page.clock.install();
  const become = async (pairing: 'paired' | 'unpaired') => {
    speaker.hello = { ...speaker.hello, pairing };
    await page.unroute('**/healthz');
    await page.route('**/healthz', route => route.fulfill({ json: { status: 'ok', pairing } }));
    await page.clock.runFor(11_000);
  };
  const { connections } = speaker;
  await become('paired');
  t.equal(speaker.connections, connections, 'while nothing changes, no session is tried');
  await become('unpaired');
  await page.getByRole('heading', { name: 'The speaker is not signed in' }).waitFor();
  await become('paired');
  await waits.waitFor();
});

void test('the address at which a sign-in ended is taken on this page, too', { skip: noBrowser }, async t => {
  const { page } = await openAsStranger(t);
  const posted = new Promise<string | null>(resolve => {
    void page.route('**/pair/address', route => {
      resolve(route.request().postData());
      return route.fulfill({ body: 'taken' });
    });
  });
  await page.getByText('I have a link or code').click();
  const address = 'http://vm.local:8710/pair/callback?code=abc&state=xyz';
  await page.getByLabel('Paste it here').fill(` ${address} `);
  await page.getByRole('button', { name: 'Use this' }).click();
  t.equal(new URLSearchParams((await posted) ?? '').get('address'), address);
});

void test('a tab notices that its browser was let in elsewhere', { skip: noBrowser }, async t => {
  const { page, speaker } = await openAsStranger(t);
  await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
  await other.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
});

void test('the pages of pairing fit on a small phone in large letters', { skip }, async t => {
  const browser = await sharedBrowser();
  const { agent, rig } = await openHome(t);
  for (const state of ['unpaired', 'paired']) {
    if (state === 'paired') await rig.pair(agent);
    for (const locale of ['de-DE', 'fr-FR', 'en-GB']) {
      const context = await browser.newContext({ locale, viewport: { width: 320, height: 568 } });
      const page = await context.newPage();
      await page.goto(`${agent.url}/pair`);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${locale} ${state}`);
      await context.close();
    }
  }
});
