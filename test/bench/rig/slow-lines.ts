/** A first visit over slow lines, from the navigation to a play button that can be pressed. */
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../rigs/remote/page.js';
import type { Context, Outcome } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { seriesTable } from '../frame/table.js';
import { type BenchAgent, TOKEN } from './agent.js';

/** How much slower Chromium makes the page's processor. */
const SLOWDOWN = 6;
const USABLE_MS = 3_000;

interface SlowLine {
  readonly name: string;
  readonly kbits: number;
  /** Chromium adds this before each answer and each WebSocket handshake, not to frames of an open socket. */
  readonly latencyMs: number;
}

/**
 * Slow 3G is once WebPageTest's, once that of Chromium's developer tools. With 2 s before each answer, a page that has its
 * scripts in files and its state from a WebSocket needs 6 s: document, script and handshake wait for each other.
 */
const SLOW_LINES: readonly SlowLine[] = [
  { name: 'slow 4G, 1.6 Mbit/s and 150 ms', kbits: 1_600, latencyMs: 150 },
  { name: 'slow 3G, 400 kbit/s and 400 ms', kbits: 400, latencyMs: 400 },
  {
    name: 'slow 3G of the developer tools, 400 kbit/s and 2,000 ms',
    kbits: 400,
    latencyMs: 2_000,
  },
];

async function visit(browser: Browser, address: string, line: SlowLine, usable: string): Promise<number> {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await phone.newPage();
  const session = await phone.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await session.send('Network.enable');
  const throughput = (line.kbits * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await page.evaluate<number>(usable);
  await phone.close();
  return ms;
}

async function takeSlowLines(
  context: Context,
  agent: BenchAgent,
  usable: string,
): Promise<readonly { readonly line: SlowLine; readonly visits: readonly number[] }[]> {
  const browser = await launchBrowser();
  context.later(() => browser.close());
  const taken = [];
  for (const line of SLOW_LINES) {
    const visits: number[] = [];
    for (let turn = 0; turn < Math.ceil(context.flag('repeats', 15) / 3); turn += 1)
      visits.push(await visit(browser, `${agent.url}/#token=${TOKEN}`, line, usable));
    taken.push({ line, visits });
  }
  await browser.close();
  return taken;
}

function judge(lines: Awaited<ReturnType<typeof takeSlowLines>>): Outcome {
  return {
    verdicts: lines.map(({ line, visits }) => {
      const usable = median(visits);
      return {
        what: `usable, first visit, ${line.name}, median`,
        target: `≤ ${USABLE_MS} ms`,
        figure: `${usable.toFixed(0)} ms`,
        share: usable / USABLE_MS,
      };
    }),
    tables: [
      seriesTable(
        'Milliseconds to a play button that can be pressed, over slow lines',
        Object.fromEntries(lines.map(({ line, visits }) => [line.name, visits])),
        'line',
      ),
    ],
    notes: [
      `Slow lines are Chromium’s emulation, with a processor slowed down ${SLOWDOWN} times. It delays each answer and each WebSocket handshake. The document, the first script and the handshake wait for each other, because the contract forbids inline script: three times 2 s with the developer tools’ slow 3G, whatever the page does. The socket is opened by the smallest script, while the others are still on their way.`,
    ],
  };
}

/** `usable`: code that resolves in the page with when it can be used, in milliseconds since the navigation. */
export async function measureSlowLines(
  context: Context,
  agent: BenchAgent,
  usable: string,
): Promise<Outcome> {
  return judge(await takeSlowLines(context, agent, usable));
}
