/** The remote in a real Chromium, controlling a speaker that plays nothing. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { createRemotePages } from '../../../src/remote/pages.js';
import { answerInfo } from '../../fakes/speaker/answers.js';
import { collectComplaints } from './complaints.js';
import { type FakeSpeaker, type FakeSpeakerOptions, startFakeSpeaker } from '../../fakes/speaker/server.js';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the windows, menus and extensions around it: it takes a third of the processor. */
const LIGHT = '/usr/bin/chromium-headless-shell';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** No page lives long enough in a test for what an optimizing compiler costs. */
const SHORT_LIVED = '--js-flags=--no-maglev,--no-turbofan';

/** Where a whole browser is; undefined when this machine has none. */
export const browserPath = PROGRAMS.find(path => existsSync(path));
const lightPath = existsSync(LIGHT) ? LIGHT : browserPath;
/** What to measure in: a whole browser where there is one. */
export const measuredPath = browserPath ?? lightPath;

/** For `t.test`: why nothing can be tested in a browser here, or false. */
export const noBrowser = lightPath === undefined && 'there is no Chromium on this machine';

export const launchBrowser = (): Promise<Browser> => launch(measuredPath);

/** What tests look at pages in. */
export const launchLight = (flags: readonly string[] = []): Promise<Browser> =>
  launch(lightPath, [SHORT_LIVED, ...flags]);

function launch(executablePath: string | undefined, flags: readonly string[] = []): Promise<Browser> {
  if (executablePath === undefined) throw new Error('There is no browser on this machine.');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** A speaker that serves the remote's own pages beside its control socket. */
export async function startSpeakerWithPages(options: FakeSpeakerOptions = {}): Promise<FakeSpeaker> {
  const pages = createRemotePages({ deviceName: 'Kitchen', version: '0.1.0' });
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://speaker');
    const page = await pages({
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(),
      userAgent: request.headers['user-agent'] ?? '',
      cookie: '',
      acceptLanguage: request.headers['accept-language'],
      acceptEncoding: request.headers['accept-encoding'],
      peer: '192.0.2.1',
      origin: `http://${request.headers.host}`,
    });
    if (page === null) response.writeHead(404).end();
    else response.writeHead(page.status, page.headers).end(page.body);
  }
  const speaker = await startFakeSpeaker({
    respond: (request, response) => void respond(request, response),
    ...options,
  });
  // The page takes it as it comes.
  answerInfo(speaker);
  return speaker;
}

export interface OpenRemote {
  readonly page: Page;
  /** Whatever the console or the content policy complained of. */
  readonly complaints: readonly string[];
}

export async function openRemote(
  browser: Browser,
  speaker: Pick<FakeSpeaker, 'port'>,
  fragment = '#token=good-token',
  { script = '', ...options }: BrowserContextOptions & { readonly script?: string } = {},
): Promise<OpenRemote> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    ...options,
  });
  if (script !== '') await context.addInitScript(script);
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  await page.goto(`http://127.0.0.1:${speaker.port}/${fragment}`);
  return { page, complaints };
}

/** Opens the row of a phone in the list of phones: what can be done to it is behind it. */
export const openPhone = (page: Page, name: string): Promise<void> =>
  page.locator('.phone:not([open]) summary').filter({ hasText: name }).click();

/** Opens the terms of the next invitation. */
export const openTerms = (page: Page): Promise<void> =>
  page.locator('details:not([open]):has(.terms) summary').click();

/** Changes the page's size, as a turn of the phone does. Resolves once it is drawn, and what watches sizes is told. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Keeps a picture of the page, where somebody wants to look at them. */
export async function shoot(page: Page, name: string): Promise<void> {
  const kept = process.env['TEST_SCREENSHOTS'];
  if (kept !== undefined) await page.screenshot({ path: join(kept, `${name}.png`) });
}

/** Puts the page behind another one, or back in sight. */
export const setHidden = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(`{
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);
