import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { launchBrowser, measuredPath } from '../../rigs/remote/page.js';
import { type Context, type Measurement, type Outcome, unjudged } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells } from '../frame/table.js';
import { type BenchAgent, startAgent, stationOf, TOKEN } from '../rig/agent.js';
import { measureSlowLines } from '../rig/slow-lines.js';
import { measureVolumeSteps } from '../rig/volume-steps.js';

const SLOWDOWN = 4;
const PAINT_MS = 300;
const INTERACTIVE_MS = 500;
const SCRIPT_BYTES = 32_000;

/** In the page: resolves with when the button that controls the music can be pressed, in milliseconds since the start. */
const INTERACTIVE = `new Promise(resolve => {
  const look = () => {
    if (document.querySelector('button.big:not(:disabled)') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})`;

interface Visit {
  readonly paint: number;
  readonly interactive: number;
}

interface Taken {
  readonly visits: readonly Visit[];
  /** Of the whole page's scripts, compressed one by one, and how many they are. */
  readonly scriptBytes: number;
  readonly scripts: number;
}

/** In the page: resolves with when something was seen first, in milliseconds since the start. */
const PAINT = `new Promise(resolve => {
  new PerformanceObserver(list => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

async function visit(page: Page, address: string): Promise<Visit> {
  await page.goto(address, { waitUntil: 'commit' });
  const interactive = await page.evaluate<number>(INTERACTIVE);
  const paint = await page.evaluate<number>(PAINT);
  return { paint, interactive };
}

/** What the browser itself takes for a page of one word, milliseconds to its first paint. */
async function takeFloor(context: Context): Promise<readonly number[]> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><h1>x</h1>');
  }).listen(0, '127.0.0.1');
  context.later(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser = await launchBrowser();
  context.later(() => browser.close());
  const paints: number[] = [];
  for (let turn = 0; turn <= context.flag('repeats', 15); turn += 1) {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await openSlowed(phone);
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
    const paint = await page.evaluate<number>(PAINT);
    if (turn > 0) paints.push(paint);
    await phone.close();
  }
  await browser.close();
  return paints;
}

async function openSlowed(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return page;
}

/** `again`: the same browser comes back, with what it kept of the first visit. */
async function take(context: Context, agent: BenchAgent, again: boolean): Promise<Taken> {
  const browser = await launchBrowser();
  context.later(() => browser.close());
  const visits: Visit[] = [];
  const sizes = new Map<string, number>();
  const repeats = context.flag('repeats', 15);
  // The first visit of a browser warms the machine, not the page.
  for (let turn = 0; turn <= repeats; turn += 1) {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await openSlowed(phone);
    page.on('response', response => {
      if (response.request().resourceType() !== 'script') return;
      void response.body().then(
        body => sizes.set(response.url(), gzipSync(body).length),
        () => undefined,
      );
    });
    const address = `${agent.url}/#token=${TOKEN}`;
    const first = await visit(page, address);
    await page.waitForLoadState();
    const counted = again ? await visit(await openSlowed(phone), address) : first;
    if (turn > 0) visits.push(counted);
    await phone.close();
  }
  await browser.close();
  const scriptBytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { visits, scriptBytes, scripts: sizes.size };
}

function judge(floor: readonly number[], kinds: Readonly<Record<string, Taken>>): Outcome {
  const all = Object.entries(kinds);
  const [first] = Object.values(kinds);
  const verdicts = all.flatMap(([kind, { visits }]) => {
    const paint = median(visits.map(each => each.paint));
    const interactive = median(visits.map(each => each.interactive));
    return [
      {
        what: `first paint, ${kind}, median`,
        target: `≤ ${PAINT_MS} ms`,
        figure: `${paint.toFixed(0)} ms`,
        share: paint / PAINT_MS,
        floor: `${median(floor).toFixed(0)} ms`,
      },
      {
        what: `interactive, ${kind}, median`,
        target: `≤ ${INTERACTIVE_MS} ms`,
        figure: `${interactive.toFixed(0)} ms`,
        share: interactive / INTERACTIVE_MS,
      },
    ];
  });
  const bytes = first?.scriptBytes ?? Number.NaN;
  return {
    verdicts: [
      ...verdicts,
      {
        what: `script of the first visit, gzipped (${first?.scripts ?? 0} files)`,
        target: `≤ ${SCRIPT_BYTES} bytes`,
        figure: `${bytes} bytes`,
        share: bytes / SCRIPT_BYTES,
      },
    ],
    tables: [
      {
        title: 'Milliseconds since the address was opened',
        table: {
          head: ['what', ...SUMMARY_HEAD],
          rows: [
            ['first paint, a page of one word', ...summaryCells(floor)],
            ...all.flatMap(([kind, { visits }]) => [
              [`first paint, ${kind}`, ...summaryCells(visits.map(each => each.paint))],
              [`interactive, ${kind}`, ...summaryCells(visits.map(each => each.interactive))],
            ]),
          ],
        },
      },
    ],
    notes: [
      `The speaker plays, and shares the processor with the browser; ${SLOWDOWN} × is Chromium’s own slowdown of the page. The browser is ${measuredPath ?? ''}.`,
    ],
  };
}

function joined(outcomes: readonly Outcome[]): Outcome {
  return {
    verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
    tables: outcomes.flatMap(({ tables }) => tables),
    notes: outcomes.flatMap(({ notes }) => notes),
  };
}

export const remote: Measurement = {
  name: 'remote',
  title: 'The remote in a browser',
  about:
    'From opening `GET /` in Chromium, at phone size, over loopback and with a processor slowed down four times, to the first contentful paint and to a play button that can be pressed: all scripts run, the control socket open, the state shown. A first visit comes with an empty cache, another one with what the first has left. Beside it, what a first visit takes over slow lines, and what a volume step costs the page.',
  async run(context) {
    if (measuredPath === undefined) {
      const why = 'there is no Chromium on this machine';
      return {
        verdicts: [
          unjudged('first paint', `≤ ${PAINT_MS} ms`, why),
          unjudged('interactive', `≤ ${INTERACTIVE_MS} ms`, why),
        ],
        tables: [],
        notes: [],
      };
    }
    const sandbox = createSandbox();
    await sandbox.start();
    context.later(() => sandbox.stop());
    const folder = join(context.folder, 'agent');
    const agent = await startAgent({ folder, serviceUrl: sandbox.url, sandbox });
    context.later(() => agent.stop());
    await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
    await agent.whenState('sound', ({ silenceReason }) => silenceReason === null);
    const visits = judge(await takeFloor(context), {
      'first visit': await take(context, agent, false),
      'another visit': await take(context, agent, true),
    });
    const lines = await measureSlowLines(context, agent, INTERACTIVE);
    return joined([visits, lines, await measureVolumeSteps(context, agent)]);
  },
};
