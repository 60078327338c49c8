/** What the first visit costs, and what comes later: a phone far from its access point is a slow one. */
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { answerInvite } from '../fakes/speaker/answers.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { holdBack, openWindow, sharedBrowser, startSpeaker, visit } from '../rigs/remote/visit.js';

/** Of everything a browser fetches until the player can be used, bytes as they are sent. */
const MOST = 40_000;
/** Of its scripts, each compressed; of other languages than English without their words. */
const MOST_SCRIPT = 32_000;

/** Every request of a page from now on. */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', request => requests.push(request));
  return requests;
}

function nameOf(request: Request): string {
  return new URL(request.url()).pathname.replace(/^.*\//, '') || '/';
}

async function bytesOf(request: Request): Promise<number> {
  const response = await request.response();
  if (response === null) return 0;
  await response.finished();
  return (await request.sizes()).responseBodySize;
}

async function compressedLength(request: Request): Promise<number> {
  const response = await request.response();
  return response === null ? 0 : gzipSync(await response.body()).length;
}

void test('the first visit is light, in every language', { skip }, async t => {
  const speaker = await startSpeaker(t);
  for (const locale of LANGUAGES) {
    const page = await openWindow(t, { viewport: { width: 390, height: 844 }, locale });
    const requests = requestsOf(page);
    await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
    await page.locator('.transport .big:enabled').waitFor();
    const sizes = await Promise.all(
      requests.map(async request => [nameOf(request), await bytesOf(request)] as const),
    );
    const all = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    const scripts = sizes.filter(([name]) => name.endsWith('.js'));
    t.comment(`${locale}: ${all} bytes`, Object.fromEntries(sizes));
    t.ok(all > 10_000 && all <= MOST, `${locale}: ${all} bytes`);
    t.same(
      scripts.map(([name]) => name).sort(),
      ['guard.js', 'remote.js', `words-${locale}.js`],
      'one script, one language',
    );
    const whole = await requests.find(request => nameOf(request) === 'remote.js')?.response();
    t.match(
      await whole?.text(),
      /^\/\/# allFunctionsCalledOnLoad\n/,
      'nothing is parsed while the page waits',
    );
    const counted = requests.filter(request =>
      (locale === 'en' ? /\.js$/ : /(?:guard|remote)\.js$/).test(nameOf(request)),
    );
    const lengths = await Promise.all(counted.map(compressedLength));
    const code = lengths.reduce((sum, bytes) => sum + bytes, 0);
    t.ok(code <= MOST_SCRIPT, `${locale}: ${code} bytes of script`);
    await page.close();
  }
});

void test('nothing waits for a number format, whose first takes Chromium 40 ms', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const page = await openWindow(t, {
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
  });
  await page.addInitScript(`
    Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
      construct(target, words) {
        document.documentElement.dataset.formatted ??= document.querySelector('.big:enabled') !== null;
        return new target(...words);
      },
    });
  `);
  await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
  await page.locator('[aria-valuetext]').first().waitFor();
  t.equal(await page.locator('html').getAttribute('data-formatted'), 'true', 'only then');
});

void test('the player is drawn first; a speaker that lets the page wait is named first', {
  skip,
}, async t => {
  const speaker = await startSpeaker(t);
  const PATIENCE_MS = 400;
  const script = `{
    const { setTimeout } = window;
    window.setTimeout = (act, ms, ...rest) => {
      if (ms !== ${PATIENCE_MS}) return setTimeout(act, ms, ...rest);
      window.losePatience = act;
    };
    const drawn = (window.drawn = []);
    const look = () => drawn.push(...document.querySelectorAll('main > *:not(noscript, #trouble)'));
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }`;
  const { page } = await visit(t, speaker, '#token=good-token', { script });
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  t.equal(await page.evaluate('drawn[0].className'), 'home');
  await page.context().close();

  speaker.refuse(true);
  const { page: other } = await visit(t, speaker, '#token=good-token', { script });
  while ((await other.evaluate('typeof losePatience')) !== 'function') await other.waitForTimeout(20);
  t.equal(await other.evaluate('drawn.length'), 0);
  await other.evaluate('losePatience()');
  await other.getByText('Connecting to the speaker…').waitFor();
  speaker.refuse(false);
  await other.getByRole('heading', { name: 'Slow Tide' }).waitFor();
});

void test('The page loads a hidden view once, when it opens', { skip }, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({ items: [{ id: 'AL:1', type: 'AL', name: 'Far Shore' }] }));
  const { page, complaints } = await visit(t, speaker);
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  const requests = requestsOf(page);
  const show = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
  await show('Library');
  await page.getByText('Far Shore').waitFor();
  await show('Speaker');
  await page.getByRole('heading', { name: 'Phones' }).waitFor();
  const came = requests.filter(request => request.resourceType() === 'script').map(nameOf);
  t.ok(came.includes('words-en-rest.js') && came.length >= 3, came.join());
  await show('Search');
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  await show('Library');
  await page.getByText('Far Shore').waitFor();
  await show('Speaker');
  await page.getByRole('heading', { name: 'Phones' }).waitFor();
  t.same(requests.filter(request => request.resourceType() === 'script').map(nameOf), came);
  t.same(complaints, []);
});

void test('a part that is slow says so; one that does not come says that, and is tried again', {
  skip,
}, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({ items: [{ id: 'AL:1', type: 'AL', name: 'Far Shore' }] }));
  const { page } = await visit(t, speaker);
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  const release = await holdBack(page, '**/remote-*.js', true);
  const show = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
  await show('Library');
  const screen = page.locator('.library');
  await screen.getByText('Loading…').waitFor();
  release();
  await screen.getByText('This part of the page did not load.').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await speaker.next('player.pause');
  t.comment('what plays is controlled meanwhile, and the part comes once it can');
  await page.unroute('**/remote-*.js');
  await screen.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Far Shore').waitFor();

  t.comment('a speaker of a newer build has no such file any more: its page is fetched anew, where one was');
  await page.route('**/remote-*.js', route => route.fulfill({ status: 404 }));
  await page.evaluate('location.reload()');
  await screen.getByText('This part of the page did not load.').waitFor();
  const loaded = page.waitForEvent('load');
  await screen.getByRole('button', { name: 'Try again' }).click();
  await loaded;
  await page.unroute('**/remote-*.js');
  t.equal(new URL(page.url()).hash, '#library');
  await page.reload();
  await page.getByText('Far Shore').waitFor();
});

void test('whoever is not let in is asked in time; an invitation that cannot be taken up says why', {
  skip,
}, async t => {
  const speaker = await startSpeaker(t);
  const page = await openWindow(t, { locale: 'en-GB' });
  await page.goto(`http://127.0.0.1:${speaker.port}/`);
  await page.getByLabel('Six digits').fill('049302');
  await page.route('**/remote-*.js', route => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Let me in' }).click();
  await page.getByText('The speaker cannot be reached. Try again in a moment.').waitFor();
  await page.unroute('**/remote-*.js');
  speaker.answer('access.claim', () => ({ token: 'good-token', id: 'a', role: 'owner' }));
  await page.getByLabel('Six digits').fill('049302');
  await page.getByRole('button', { name: 'Let me in' }).click();
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
});

void test('the socket is opened while the script is on its way, once; without it, by the script', {
  skip,
}, async t => {
  for (const how of ['early', 'ended meanwhile', 'no guard'] as const) {
    const speaker = await startSpeaker(t);
    const page = await (await sharedBrowser()).newPage({ locale: 'en-GB' });
    const release = await holdBack(page, '**/remote.js');
    if (how === 'no guard') await page.route('**/guard.js', route => route.abort('connectionreset'));
    await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`, { waitUntil: 'commit' });
    while (how !== 'no guard' && speaker.connections === 0) await page.waitForTimeout(20);
    if (how === 'ended meanwhile') {
      await page.waitForTimeout(200);
      speaker.closeAll(4401);
      await page.waitForTimeout(200);
    }
    release();
    await page.locator('.transport .big:enabled').waitFor();
    t.equal(speaker.connections, how === 'ended meanwhile' ? 2 : 1, how);
    await page.close();
  }
});

void test('a phone that moves to another network while a part comes gets it by itself', { skip }, async t => {
  const speaker = await startSpeaker(t);
  answerInvite(speaker);
  const { page } = await visit(t, speaker);
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  let toLose = 1;
  let lost = 0;
  await page.route('**/remote-*.js', route => {
    if (toLose === 0) return route.continue();
    toLose--;
    lost++;
    return route.abort('connectionreset');
  });
  await page.getByRole('navigation').getByRole('button', { name: 'Speaker', exact: true }).click();
  const invite = page.getByRole('button', { name: 'Invite a phone' });
  await invite.waitFor();
  toLose = 1;
  await invite.click();
  await page.getByRole('img', { name: 'QR code of the link' }).locator('path').waitFor();
  t.equal(lost, 2);
  t.equal(await page.getByText('This part of the page did not load.').count(), 0);
});
