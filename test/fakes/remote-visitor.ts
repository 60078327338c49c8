/** A person with a browser of their own, and what came to light while they used it. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** Screenshots are kept only when the variable names a folder to look at them in. */
const kept = process.env['TEST_SCREENSHOTS'];

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
  /** Pixels by which the page is wider than the screen. */
  overflow(): Promise<number>;
}

export async function createVisitor(browser: Browser, size: keyof typeof SIZES): Promise<Visitor> {
  const context = await browser.newContext({ viewport: SIZES[size], reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  const sent: string[] = [];
  const received: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('request', request => asked.push(request.url()));
  page.on('websocket', socket => {
    asked.push(socket.url());
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
      if (kept !== undefined) await page.screenshot({ path: join(kept, `${name}-${size}.png`) });
    },
    overflow: () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
  };
}
