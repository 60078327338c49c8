/** What tests of the remote look at: one browser a file, and a speaker and pages for each test, which end with it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import tap, { type Test } from 'tap';
import type { FakeSpeaker, FakeSpeakerOptions } from '../../fakes/speaker/server.js';
import { launchLight, type OpenRemote, openRemote, startSpeakerWithPages } from './page.js';

/** Names and a number at which a speaker may be opened; all of them are this machine. */
const NAMES = ['*.local', 'speaker.home', '192.0.2.9'].map(name => `MAP ${name} 127.0.0.1`).join();

const shared: { browser?: Promise<Browser> } = {};
tap.teardown(async () => (await shared.browser)?.close());

/** The browser of this file. */
export const sharedBrowser = (): Promise<Browser> =>
  (shared.browser ??= launchLight([`--host-resolver-rules=${NAMES}`]));

/** An empty window of a browser that knows nobody, until the test ends. */
export async function openWindow(t: Test, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await sharedBrowser()).newContext(options);
  t.teardown(() => context.close());
  return context.newPage();
}

/** A speaker that serves the remote, until the test ends. */
export async function startSpeaker(t: Test, options?: FakeSpeakerOptions): Promise<FakeSpeaker> {
  const speaker = await startSpeakerWithPages(options);
  t.teardown(() => speaker.stop());
  return speaker;
}

/** The remote in a window of its own, until the test ends. */
export async function visit(
  t: Test,
  speaker: Pick<FakeSpeaker, 'port'>,
  fragment?: string,
  options: Parameters<typeof openRemote>[3] = {},
): Promise<OpenRemote> {
  const opened = await openRemote(await sharedBrowser(), speaker, fragment, options);
  t.teardown(() => opened.page.context().close());
  return opened;
}

/** The player of a phone that is let in, drawn without motion. */
export async function visitPlayer(
  t: Test,
  speaker: FakeSpeaker,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await visit(t, speaker, undefined, { reducedMotion: 'reduce', ...options });
  await page.locator('.player').waitFor();
  return page;
}

/** As many albums, as the service lists them. */
export const albums = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ id: `AL:${at}`, type: 'AL', name: `Album ${at}` }));

/** Holds what is requested so until it is released: it goes on then, or is lost on the way. */
export async function holdBack(page: Page, which: string, isLost = false): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>(resolve => (release = resolve));
  await page.route(which, async route => {
    await held;
    await (isLost ? route.abort('connectionreset') : route.continue());
  });
  return () => release();
}
