/** The page that somebody is shown who may not come here: from another network, or sent by another site. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createRequestGate } from '../../src/control/transport/request-gate.js';
import { send } from '../../src/control/transport/responses.js';
import { directionOf, LANGUAGES } from '../../src/lib/languages.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser, resize } from '../rigs/remote/page.js';
import { sharedBrowser } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';
import { noWebKit, startWebKit } from '../rigs/remote/webkit.js';

const ELSEWHERE = '/elsewhere';

interface Gate {
  /** What a site elsewhere shows: a form that is sent to the speaker. */
  readonly elsewhere: string;
  readonly url: string;
  isNear: boolean;
}

/** A speaker of which nothing is there but the gate. */
async function startGate(t: Test): Promise<Gate> {
  const options = { tlsOnly: false, hostNames: () => [], origins: [], onRefused: () => undefined };
  const passes = createRequestGate({ ...options, isNear: () => gate.isNear });
  const server = createServer((request, response) => {
    const { problem } = passes(request, request.method === 'POST');
    if (request.url === ELSEWHERE) response.end(form);
    else
      send(response, problem ?? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Let in' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const form = `<!doctype html><form method="post" action="${url}"><button>Send</button></form>`;
  const gate = { url, isNear: false, elsewhere: `http://localhost:${port}${ELSEWHERE}` };
  return gate;
}

/** What the page looks like, and whether anything of it lies beyond the sides of the window. */
const LOOKS = `({
  lang: document.documentElement.lang,
  dir: getComputedStyle(document.body).direction,
  heading: document.querySelector('h1').innerText,
  isStyled: getComputedStyle(document.querySelector('a')).borderTopStyle === 'solid',
  height: document.querySelector('a').getBoundingClientRect().height,
  isWide: document.documentElement.scrollWidth > innerWidth,
})`;

for (const locale of LANGUAGES)
  t.test(`${locale}: Chromium shows why nobody gets in, and a way on`, { skip: noBrowser }, async t => {
    const gate = await startGate(t);
    const page = await (await sharedBrowser()).newPage({ locale });
    t.teardown(() => page.close());
    const dir = directionOf(locale);
    for (const isNear of [false, true]) {
      gate.isNear = isNear;
      await page.goto(isNear ? gate.elsewhere : gate.url);
      if (isNear) {
        await page.getByRole('button').click();
        await page.getByRole('link').waitFor();
      }
      for (const [wide, high, zoom = 1] of SIZES) {
        await resize(page, Math.floor(wide / zoom), Math.floor(high / zoom));
        const { height, heading, ...looks } = await page.evaluate<{ height: number; heading: string }>(LOOKS);
        t.same(looks, { lang: locale, dir, isStyled: true, isWide: false }, `${wide} × ${high}`);
        t.ok(height >= 44, 'as high as a finger');
        if (locale !== 'en') t.not(heading, 'Not available here');
      }
      t.same(await findingsOf(page), []);
    }
    await page.getByRole('link').click();
    await page.getByText('Let in').waitFor();
  });

t.test('WebKit shows why nobody gets in, and a way on', { skip: noWebKit }, async t => {
  const gate = await startGate(t);
  const page = await startWebKit(t, 'ar_AE');
  // The browser's own window is no narrower.
  await page.resize({ width: 447, height: 900 });
  const looks = { lang: 'ar', dir: 'rtl', isStyled: true, isWide: false };
  await page.goto(gate.url);
  t.match(await page.evaluate(LOOKS), looks, 'from another network');
  gate.isNear = true;
  await page.goto(gate.elsewhere);
  await page.pressAt('button');
  await page.until("document.querySelector('h1') !== null");
  t.match(await page.evaluate(LOOKS), looks, 'sent by another site');
  await page.pressAt('a');
  await page.see('Let in');
});
