import type { Page } from 'playwright-core';
import { type Test, test } from 'tap';
import { encode } from 'uqr';
import { createRemotePages } from '../../src/remote/pages.js';
import { OwnCertificate } from '../../src/control/transport/tls/own.js';
import type { CertificateRecord } from '../../src/contract/records.js';
import {
  createMemoryCell,
  createMemoryLogger,
  FIXED_TOKEN,
  startFakeDevice,
} from '../rigs/control/device.js';
import { answerInvite, INVITATION } from '../fakes/speaker/answers.js';
import { secretOf } from '../fakes/phones/proof.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { openWindow, startSpeaker, visit } from '../rigs/remote/visit.js';
import { PLAYING } from '../fakes/speaker/state.js';

/** Of what the keyboard is at: its name, and whether it, or the form around it, looks otherwise than without. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  const name = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;
  const look = () => [at, at.closest('form') ?? at].map(each => {
    const { outline, borderColor, boxShadow } = getComputedStyle(each);
    return [outline, borderColor, boxShadow].join();
  }).join();
  const marked = look();
  at.blur();
  const plain = look();
  at.focus({ focusVisible: true });
  return { name: name.trim(), seen: marked !== plain };
})()`;

interface Focus {
  readonly name: string;
  readonly seen: boolean;
}

function focusOf(page: Page): Promise<Focus> {
  return page.evaluate<Focus>(FOCUSED);
}

/** Goes on by Tab alone until it is there, and answers the names passed on the way; throws when it never is. */
async function tabTo(page: Page, name: string | RegExp): Promise<Focus> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return focus;
    passed.push(focus.name);
  }
  throw new Error(`the keyboard never comes to ${String(name)}; only to: ${passed.join(' | ')}`);
}

void test('all of it by keyboard alone', { skip }, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({ items: [{ id: 'AL:1', type: 'AL', name: 'Far Shore' }] }));
  speaker.answer('library.search', () => ({ items: [{ id: 'SF:1', type: 'SF', name: 'Lantern Radio' }] }));
  speaker.answer('access.list', () => ({
    clients: [{ id: 'a', name: 'Ada', role: 'owner', createdMs: 1, self: true }],
  }));
  answerInvite(speaker);
  const { page, complaints } = await visit(t, speaker);
  const { keyboard } = page;
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();

  const at = async (name: string | RegExp): Promise<void> => {
    t.ok((await tabTo(page, name)).seen, `${String(name)}: where the keyboard is can be seen`);
  };
  await at('Position');
  await keyboard.press('Home');
  t.match((await speaker.next('player.seek')).params, { positionMs: 0 });
  await at('Pause');
  await keyboard.press('Space');
  await speaker.next('player.pause');
  await at('Next');
  await keyboard.press('Enter');
  await speaker.next('player.next');
  await at('Volume');
  const { volume } = speaker.state;
  await keyboard.press('ArrowRight');
  t.same((await speaker.next('player.setVolume')).params, { volume: volume + 1 });

  await at('Library');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Far Shore' }).waitFor();
  await at('Collection');
  await at(/^Far Shore/);
  await keyboard.press('Enter');
  t.same((await speaker.next('player.play')).params, { sourceId: 'AL:1' });

  await at('Search');
  await keyboard.press('Enter');
  // The field has the focus.
  await page.locator('[role="search"] input:focus').waitFor();
  await keyboard.type('lantern');
  await page.getByRole('button', { name: 'Lantern Radio' }).waitFor();
  await at(/^Lantern Radio/);
  await keyboard.press('Enter');
  t.same((await speaker.next('player.play')).params, { sourceId: 'SF:1' });

  await at('Speaker');
  await keyboard.press('Enter');
  await page.getByText('· this one').waitFor();
  await at('Invite a phone');
  await keyboard.press('Enter');
  await page.getByText('049 302').waitFor();
  await at(/^Invitation link/);
  await at('Close');
  await keyboard.press('Enter');
  await page.getByText('049 302').waitFor({ state: 'detached' });
  t.equal((await focusOf(page)).name, 'Invite a phone', 'and the keyboard is where it was');
  await at('Sign out');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  t.equal((await focusOf(page)).name, 'Cancel', 'the harmless answer comes first');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  t.equal((await focusOf(page)).name, 'Sign out');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  t.equal((await focusOf(page)).name, 'Sign out');
  t.notOk(speaker.calls.some(({ method }) => method === 'system.unpair'));
  t.same(complaints, []);
});

void test('a screen reader is told what plays, why it does not, and what was refused', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  const told = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Slow Tide, The Lanterns' }).waitFor();
  const { item } = PLAYING;
  await page.getByRole('button', { name: 'Library' }).click();
  speaker.change({ item: { ...item, index: 1, title: 'High Tide' } });
  await page.getByRole('status').filter({ hasText: 'High Tide, The Lanterns' }).waitFor();
  await told('Connected');
  await page.getByRole('button', { name: 'Playing', exact: true }).click();
  speaker.change({ silenceReason: 'offline' });
  const silence = page.getByRole('region', { name: 'Now playing' }).getByRole('status');
  await silence.locator('.reason').waitFor();
  t.equal(await page.getByRole('alert').count(), 1, 'there before it has anything to say');
});

void test('The page misses nothing that the speaker says before its painting', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const page = await openWindow(t);
  // A phone under load paints late; the speaker has said all by then, and says no more.
  await page.addInitScript(`
    const own = window.setTimeout;
    window.setTimeout = (run, ms, ...more) => own(run, ms > 0 && ms < 500 ? 1_500 : ms, ...more);
    window.requestAnimationFrame = () => 0;
  `);
  await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
  await page.getByRole('region', { name: 'Now playing' }).waitFor();
});

void test('under TLS it can be installed, and controls by wss', { skip }, async t => {
  const pages = createRemotePages({ deviceName: 'Kitchen', version: '0.1.0' });
  const clock = { epochMs: () => Date.now(), steadyMs: () => performance.now() };
  const own = { kept: createMemoryCell<CertificateRecord>(), deviceName: 'Kitchen', clock };
  const certificate = new OwnCertificate({ ...own, logger: createMemoryLogger() });
  const device = await startFakeDevice({ http: { pages: [pages], tls: { certificate, only: true } } });
  t.teardown(device.stop);
  const page = await openWindow(t, { ignoreHTTPSErrors: true });
  const sockets: string[] = [];
  page.on('websocket', socket => sockets.push(socket.url()));
  await page.goto(`https://127.0.0.1:${new URL(device.origin).port}/#token=${FIXED_TOKEN}`);
  await page.getByText('Connected', { exact: true }).waitFor();
  t.match(sockets, [/^wss:/]);
  const debug = await page.context().newCDPSession(page);
  const manifest = await debug.send('Page.getAppManifest');
  t.match(manifest, { errors: [], url: /manifest\.webmanifest$/ });
  const { installabilityErrors } = await debug.send('Page.getInstallabilityErrors');
  // A private window installs nothing, whatever the page.
  t.same(
    installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito'),
    [],
  );
});

/** The page of an owner who has opened the speaker at that address, and shows an invitation. */
async function invite(t: Test, address: string): Promise<Page> {
  const page = await openWindow(t);
  await page.goto(`${address}/#token=good-token`);
  await page.getByRole('button', { name: 'Speaker' }).click();
  await page.getByRole('button', { name: 'Invite a phone' }).click();
  await page.getByLabel('Invitation link').first().waitFor();
  return page;
}

async function linksOn(page: Page): Promise<readonly string[]> {
  const fields = await page.getByLabel('Invitation link').all();
  return Promise.all(fields.map(field => field.inputValue()));
}

void test('an invitation leads where the page of the one who invites came from, and by name', {
  skip,
}, async t => {
  const speaker = await startSpeaker(t);
  answerInvite(speaker);
  const { link: named } = INVITATION;
  for (const host of ['speaker.home', '127.0.0.1']) {
    const address = `http://${host}:${speaker.port}/`;
    const page = await invite(t, `http://${host}:${speaker.port}`);
    const isElsewhere = host === 'speaker.home';
    t.same(await linksOn(page), isElsewhere ? [`${address}${new URL(named).hash}`, named] : [named]);
    const pages = `${isElsewhere ? `${address} or ` : ''}http://kitchen.local:8710/`;
    await page.getByText(`or open ${pages} there`).waitFor();
  }
});

void test('a page that was opened by name shows the address without one beside it', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const address = `http://kitchen.local:${speaker.port}`;
  const nonce = 'A'.repeat(24);
  const otherUrls = ['http://192.0.2.7:8710'];
  speaker.answer('access.invite', () => ({ url: address, otherUrls, nonce, expiresMs: 300_000 }));
  const [first = '', ...others] = await linksOn(await invite(t, address));
  t.ok(first.startsWith(`${address}/#invite=`));
  t.same(others, [first.replace(address, 'http://192.0.2.7:8710')], 'one invitation');
});

void test('a page that was opened by number invites by number, with the name beside it, and the code says the same', {
  skip,
}, async t => {
  const speaker = await startSpeaker(t);
  const address = `http://192.0.2.9:${speaker.port}`;
  const named = `http://kitchen.local:${speaker.port}`;
  const nonce = 'A'.repeat(24);
  speaker.answer('access.invite', () => ({
    ...{ url: named, otherUrls: [address, 'http://10.0.0.9:8710'], nonce, expiresMs: 300_000 },
  }));
  const page = await invite(t, address);
  const secret = `/#invite=${secretOf('good-token', nonce)}`;
  t.same(await linksOn(page), [`${address}${secret}`, `${named}${secret}`, `http://10.0.0.9:8710${secret}`]);

  const code = page.getByRole('img', { name: 'QR code of the link' });
  const path = (await code.locator('path').getAttribute('d')) ?? '';
  const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  const { data, size } = encode(`${address}${secret}`, { ecc: 'M', border: 2 });
  const expected = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
  t.same(dark, expected, 'a camera reads the first link, whole');
  t.equal(await code.getAttribute('viewBox'), `0 0 ${size} ${size}`);
  t.equal(path.replaceAll(/M\d+ \d+h1v1h-1z/g, ''), '', 'and nothing else is drawn');
});
