import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import type { Pages } from '../../src/contract/ports.js';
import { RECORD } from '../rigs/service/bench.js';
import { startPageServer } from '../rigs/pairing/page-server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { launchLight, noBrowser } from '../rigs/remote/page.js';
import { setUpPairing } from '../rigs/pairing/bench.js';
import { raw } from '../fakes/service/server.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const SIZES = [
  { name: 'narrow', width: 320, height: 640 },
  { name: 'wide', width: 1280, height: 800 },
] as const;

/** Kept only when the variable names a folder to look at them in. */
const kept = process.env['TEST_SCREENSHOTS'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'pairing-'));

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Runs in the page: whether it scrolls sideways, what is too small to read, too small to touch, or sticks to what is pressed. */
const MEASURE = `({
  wide: document.documentElement.scrollWidth > innerWidth,
  small: [...document.querySelectorAll('h1,p,a,button,label,summary,input')]
    .filter(element => parseFloat(getComputedStyle(element).fontSize) < 14).length,
  cramped: [...document.querySelectorAll('button,a,input,summary')]
    .filter(element => element.getClientRects().length > 0 && element.getBoundingClientRect().height < 44)
    .map(element => element.outerHTML),
  stuck: [...document.querySelectorAll('p')]
    .filter(text => [...document.querySelectorAll('button,a,input,summary')].some(element => {
      const [above, below] = [element.getBoundingClientRect(), text.getBoundingClientRect()];
      return !text.contains(element) && above.height > 0 && Math.abs(below.top - above.bottom) < 12;
    }))
    .map(element => element.outerHTML),
  bare: [...document.querySelectorAll('a')]
    .filter(element => element.getClientRects().length > 0)
    .filter(element => getComputedStyle(element).color === 'rgb(0, 0, 238)' || getComputedStyle(element).borderRadius === '0px')
    .map(element => element.outerHTML),
})`;
const FINE = { wide: false, small: 0, cramped: [], stuck: [], bare: [] };

t.test('pairing in a browser', { skip: noBrowser }, async t => {
  const browser = await launchLight();
  t.teardown(async () => {
    await browser.close();
    if (kept === undefined) removeFolder(folder);
  });

  /** A speaker of its own in a browser without script, as pairing must work without any. */
  async function open(size: (typeof SIZES)[number], dark: boolean, paired = false) {
    let pages: Pages = () => null;
    const site = await startPageServer(() => pages);
    const bench = await setUpPairing(t, {
      record: paired ? RECORD : null,
      deviceName: 'Küche <Süd> & Wohnzimmer',
      redirectUri: () => `${site.url}/pair/callback`,
    });
    pages = bench.pairing.pages;
    t.teardown(() => site.close());
    const context = await browser.newContext({
      viewport: { width: size.width, height: size.height },
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', message => {
      if (message.type() === 'error' && !/status of/.test(message.text())) errors.push(message.text());
    });
    return { ...bench, site, page, errors };
  }

  t.test('narrow, in every language, light and dark: all of it fits, and axe finds nothing', async t => {
    for (const paired of [false, true]) {
      const { site } = await open(SIZES[0], false, paired);
      for (const language of LANGUAGES) {
        const context = await browser.newContext({ viewport: SIZES[0], locale: language });
        const page = await context.newPage();
        await page.goto(`${site.url}/pair`);
        t.equal(await page.locator('html').getAttribute('lang'), language);
        const name = `${language}, ${paired ? 'paired' : 'unpaired'}`;
        t.strictSame(await page.evaluate(MEASURE), FINE, `${name}, folded up`);
        await page.locator('summary').first().click();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          t.strictSame(await page.evaluate(MEASURE), FINE, `${name}, ${colorScheme}`);
          await shoot(page, `${language}-${paired ? 'gone' : 'start'}-${colorScheme}`);
          t.strictSame(await findingsOf(page), [], `${name}, ${colorScheme}`);
        }
        await context.close();
      }
    }
  });

  for (const size of SIZES) {
    t.test(`${size.name}: one tap, consent, success, remote`, async t => {
      const { page, site, errors, service } = await open(size, size.name === 'wide');
      await page.goto(site.url);
      t.equal(new URL(page.url()).pathname, '/pair');
      await shoot(page, `${size.name}-start`);
      t.strictSame(await page.evaluate(MEASURE), FINE);
      t.equal(await page.locator('button:visible, input:visible').count(), 1, 'one button');
      t.equal(
        await page.evaluate("getComputedStyle(document.querySelector('button')).borderRadius"),
        '14px',
        'styled',
      );
      await page.locator('button').click();
      await page.waitForURL(/callback/);
      await shoot(page, `${size.name}-success`);
      t.equal(service.account.paired, true);
      t.strictSame(await page.evaluate(MEASURE), FINE);
      await page.getByRole('link', { name: 'Open the remote' }).click();
      await page.waitForURL(/#token=token%2F%2B2&id=id-2$/);
      t.equal(await page.title(), 'remote');
      await page.goto(`${site.url}/pair`);
      await shoot(page, `${size.name}-gone`);
      t.strictSame(await page.evaluate(MEASURE), FINE);
      t.strictSame(errors, [], 'the policy blocks nothing of ours');
    });

    t.test(`${size.name}: the address is pasted after a failure`, async t => {
      const { page, site, errors, server, start } = await open(size, size.name === 'narrow');
      server.token(raw('down', 500));
      await page.goto(`${site.url}/pair`);
      await page.locator('button').click();
      await page.waitForURL(/callback/);
      t.match(await page.locator('h1').textContent(), /could not sign you in/);
      await shoot(page, `${size.name}-failure`);
      t.strictSame(await page.evaluate(MEASURE), FINE);

      const state = (await start()).get('state') ?? '';
      await page.goto(`${site.url}/pair`);
      t.equal(
        await page.locator('details').getAttribute('open'),
        '',
        'the field is open while a sign-in is out',
      );
      const groundOf = (form: string) =>
        page.evaluate(
          `getComputedStyle(document.querySelector('form[action="${form}"] [type=submit]')).backgroundColor`,
        );
      t.equal(await page.locator('form').first().getAttribute('action'), '/pair/address', 'it comes first');
      t.match(await groundOf('/pair/address'), /^rgb\(/, 'what to press now is the loud button');
      t.equal(await groundOf('/pair/start'), 'rgba(0, 0, 0, 0)', 'what would begin anew is a quiet one');
      await shoot(page, `${size.name}-paste`);
      t.strictSame(await page.evaluate(MEASURE), FINE);
      await page.getByLabel(/ended on a page that does not load/).fill('rubbish');
      await page.getByRole('button', { name: 'Use this address' }).click();
      t.match(await page.locator('h1').textContent(), /not the right address/);
      t.equal(await page.locator('details').getAttribute('open'), '', 'to be pasted once more');
      server.token(raw('{"access_token":"a","refresh_token":"b"}'));
      await page
        .getByLabel(/ended on a page that does not load/)
        .fill(`http://x.invalid/pair/callback?code=c&state=${state}`);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Open the remote' }).waitFor();
      t.strictSame(errors, []);
    });
  }
});
