/** A person with a browser of their own, and what came to light while they used it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { AgentProcess } from '../agent/process.js';
import { collectComplaints } from './complaints.js';
import { shoot } from './page.js';

export const SIZES = {
  small: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
  wide: { width: 1280, height: 800 },
} as const;

export interface Visitor {
  readonly page: Page;
  /** What the console or the content policy complained of. */
  readonly complaints: readonly string[];
  /** Every address asked for, the socket's too. */
  readonly asked: readonly string[];
  /** What the page sent over its sockets, oldest first. */
  readonly sent: readonly string[];
  readonly received: readonly string[];
  /** Leads to a section of the remote. */
  readonly show: (section: string) => Promise<void>;
  shoot(name: string): Promise<void>;
  /** What the page shows and what happened to it, for whoever has to find out why it does not go on. */
  account(): Promise<string>;
  /** Pixels by which the page is wider than the screen. */
  overflow(): Promise<number>;
}

function withoutSecret(address: string): string {
  return address.replace(/#.*/, '#…');
}

/** Runs `tour`; where it fails, the error tells what each visitor saw, and what the agent complained of. */
export async function withAccounts(
  { visitors, agent }: { readonly visitors: readonly Visitor[]; readonly agent: AgentProcess },
  tour: () => Promise<void>,
): Promise<void> {
  try {
    await tour();
  } catch (cause) {
    const accounts = await Promise.all(visitors.map(visitor => visitor.account()));
    const message = cause instanceof Error ? cause.message : String(cause);
    const complaints = agent.stdout.split('\n').filter(line => /"level":"(warn|error|fatal)"/.test(line));
    throw new Error([message, ...accounts, ...complaints].join('\n—\n'), { cause });
  }
}

export async function createVisitor(
  browser: Browser,
  size: keyof typeof SIZES,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  const asked: string[] = [];
  const sent: string[] = [];
  const received: string[] = [];
  const happened: string[] = [];
  page.on('framenavigated', frame => happened.push(`at ${withoutSecret(frame.url())}`));
  page.on('load', () => happened.push('loaded'));
  page.on('requestfailed', request =>
    happened.push(`${withoutSecret(request.url())} failed: ${request.failure()?.errorText}`),
  );
  page.on('request', request => asked.push(request.url()));
  page.on('websocket', socket => {
    asked.push(socket.url());
    happened.push('socket opened');
    socket.on('socketerror', error => happened.push(`socket failed: ${error}`));
    socket.on('close', () => happened.push('socket closed'));
    socket.on('framesent', ({ payload }) => sent.push(payload.toString()));
    socket.on('framereceived', ({ payload }) => received.push(payload.toString()));
  });
  return {
    page,
    complaints,
    asked,
    sent,
    received,
    show: section => page.getByRole('navigation').getByRole('button', { name: section, exact: true }).click(),
    shoot: async name => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await shoot(page, `${name}-${size}-${colorScheme}`);
      }
    },
    account: async () => {
      const text = await page.locator('body').innerText({ timeout: 2_000 }).catch(String);
      const last = received.at(-1)?.slice(0, 400) ?? 'nothing';
      return [...happened, ...complaints, `heard last: ${last}`, `shows: ${text}`].join('\n');
    },
    overflow: () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
  };
}
