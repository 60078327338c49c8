/** What axe-core, or a look at the edges, has against any screen, in any language: one page goes through all of them. */
import type { CDPSession, Page } from 'playwright-core';
import t from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { playingState } from '../fakes/speaker/state.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { startHousehold } from '../rigs/remote/household.js';
import { noBrowser as skip, resize } from '../rigs/remote/page.js';
import { visit } from '../rigs/remote/visit.js';

interface Scene {
  readonly page: Page;
  readonly speaker: FakeSpeaker;
}

/** Found by what they are, as what they say is another in each language. */
const SCREENS: readonly (readonly [name: string, reach: (scene: Scene) => Promise<unknown>])[] = [
  ['player', ({ page }) => page.locator('.transport .big:enabled').waitFor()],
  [
    'who did it, a fault and a notice',
    ({ page, speaker }) => {
      const source = { id: 'AL:9', type: 'AL', name: 'Far Shore' };
      speaker.change({ source }, { client: 'علي', method: 'player.play' });
      speaker.change({
        silenceReason: 'offline',
        notice: { code: 'itemUnplayable', title: 'Ebb', message: '…' },
        upNext: { title: 'Wide Water', artist: 'Ada Fen' },
      });
      return page.locator('.player .undo').waitFor();
    },
  ],
  [
    'a press that failed',
    async ({ page, speaker }) => {
      speaker.answer('player.next', () => fail(2003, 'notAllowed', 'No.'));
      await page.locator('.transport .side:last-child button:last-child').click();
      await page.locator('.message').waitFor();
    },
  ],
  [
    'played before',
    async ({ page, speaker }) => {
      speaker.change(playingState());
      await page.locator('.opinion > button:nth-last-of-type(2)').click();
      await page.locator('dialog .played').first().waitFor();
    },
  ],
  [
    'an alarm that rings',
    async ({ page, speaker }) => {
      await page.keyboard.press('Escape');
      const { atMs } = speaker.state.position;
      speaker.change({ alarm: { id: 'a', atMs, ringing: true, fallback: true } });
      await page.locator('.ringing .snooze').waitFor();
    },
  ],
  [
    'sleep timer and alarms',
    async ({ page, speaker }) => {
      const { atMs } = speaker.state.position;
      const alarm = { id: 'a', atMs: atMs + 9 * 60_000, ringing: false, fallback: false };
      speaker.change({ alarm, sleep: { endsAtMs: atMs + 60_000 } });
      await page.locator('.ringing').waitFor({ state: 'detached' });
      await page.locator('.moon').click();
      await page.locator('.alarm').nth(1).waitFor();
    },
  ],
  [
    'an alarm to set',
    async ({ page }) => {
      await page.locator('.alarm .row').first().click();
      await page.locator('.week').waitFor();
    },
  ],
  [
    'what an alarm is to play',
    async ({ page }) => {
      await page.locator('.chips [aria-haspopup="dialog"]').click();
      await page.locator('.choosing-source .row').first().waitFor();
    },
  ],
  [
    'library',
    async ({ page, speaker }) => {
      await page.keyboard.press('Escape');
      await page.locator('.choosing-source').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('.week').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      speaker.change({ alarm: null, sleep: null });
      await page.locator('.section-library').click();
      await page.locator('.tile').first().waitFor();
      await page.locator('.row:visible').first().waitFor();
    },
  ],
  [
    'from A to Z',
    async ({ page }) => {
      await page.locator('.order select').selectOption({ index: 1 });
      await page.locator('.letters button').first().waitFor();
    },
  ],
  [
    'nothing of that name',
    async ({ page }) => {
      await page.locator('.filter input').fill('zzzz');
      await page.locator('.list .hint:visible').waitFor();
    },
  ],
  [
    'shelf of what was played before',
    async ({ page }) => {
      await page.locator('.shelves button:nth-child(3)').click();
      await page.locator('.recent:visible').waitFor();
    },
  ],
  [
    'presets',
    async ({ page }) => {
      await page.locator('.shelves button:nth-child(2)').click();
      await page.locator('.preset:enabled').first().waitFor();
    },
  ],
  [
    'a number for an album',
    async ({ page }) => {
      await page.locator('.shelves button:nth-child(1)').click();
      await page.locator('.filter input').fill('');
      await page.locator('.row:visible').first().press('Shift+Enter');
      await page.locator('dialog .preset:enabled').first().waitFor();
    },
  ],
  [
    'top artists',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('.shelves button:nth-child(4)').click();
      await page.locator('.row:visible').first().waitFor();
    },
  ],
  [
    'thumbs, which fail',
    async ({ page }) => {
      await page.locator('.shelves button:nth-child(5)').click();
      await page.locator('.fault:visible').waitFor();
    },
  ],
  [
    'search',
    async ({ page }) => {
      await page.locator('.section-search').click();
      await page.locator('[role="search"] input').fill('la');
      await page.locator('.row:visible').first().waitFor();
    },
  ],
  [
    'speaker',
    async ({ page }) => {
      await page.locator('.section-speaker').click();
      await page.locator('.people summary').first().click();
      await page.locator('.phone').nth(2).waitFor();
    },
  ],
  [
    'invitation',
    async ({ page }) => {
      await page.locator('details:has(.terms) summary').click();
      await page.locator('.terms .chips').last().locator('button').last().click();
      await page.locator('details:has(.terms) ~ .primary').click();
      await page.locator('.digits').waitFor();
    },
  ],
  [
    'question',
    async ({ page }) => {
      await page.locator('.grave-text').click();
      await page.locator('dialog').waitFor();
    },
  ],
  [
    'speakers of the house',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('.speakers').click();
      await page.locator('dialog a').first().waitFor();
    },
  ],
  [
    'on the wall, without a connection',
    async ({ page, speaker }) => {
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('#wall ~ button').click();
      speaker.refuse(true);
      speaker.cutAll();
      await page.locator('.wall .try-now').waitFor();
    },
  ],
  [
    'signed out',
    async ({ page, speaker }) => {
      speaker.refuse(false);
      // It tries again at once when its own network is back.
      await page.evaluate("window.dispatchEvent(new Event('online'))");
      await page.locator('.wall .connection.online').waitFor({ state: 'attached' });
      speaker.change({ pairing: 'unpaired' });
      await page.locator('.card').waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  ],
  [
    'a guest’s',
    async ({ page, speaker }) => {
      speaker.change({ pairing: 'paired' });
      speaker.opened = { role: 'guest', id: 'c', volumeMax: 40, expiresAtMs: Date.UTC(2031, 2, 5, 18) };
      await page.goto('about:blank');
      await page.goto(`http://127.0.0.1:${speaker.port}/#speaker`);
      await page.locator('#guest').waitFor();
    },
  ],
  [
    'a phone that is new',
    async ({ page, speaker }) => {
      speaker.opened = { role: 'owner', id: 'a' };
      await page.evaluate('localStorage.clear()');
      await page.goto('about:blank');
      await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token&id=a`);
      await page.locator('.welcome').waitFor();
    },
  ],
  [
    'not let in',
    async ({ page, speaker }) => {
      await page.evaluate('localStorage.clear(); sessionStorage.clear()');
      await page.goto('about:blank');
      await page.goto(`http://127.0.0.1:${speaker.port}/#invite=used-up`);
      await page.locator('.fault').waitFor();
      await page.locator('details.paste summary').click();
    },
  ],
];

/** A small phone, and a window in which the lists stand beside the player. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 1280, height: 720 },
] as const;

/** What reaches beyond the sides of the screen, but for rows that are scrolled sideways. */
const OUTSIDE = `[...document.querySelectorAll('main *, header *, nav *, dialog *')]
  .filter(each => each.closest('.chips, .shelves, .tiles, .unseen, svg, .glow') === null && each.getClientRects().length > 0)
  .filter(each => getComputedStyle(each).clipPath === 'none')
  .filter(each => { const { left, right } = each.getBoundingClientRect(); return left < -0.5 || right > innerWidth + 0.5; })
  .map(each => each.outerHTML.slice(0, 160))
  .concat(document.documentElement.scrollWidth > innerWidth ? ['the page itself'] : [])`;

/** Words that are cut off where there is no way to see the rest. */
const CUT = `[...document.querySelectorAll('button, summary, h2, h3, p, .connection, dt')]
  .filter(each => each.getClientRects().length > 0 && getComputedStyle(each).clipPath === 'none' && each.closest('.mini, .row') === null)
  .filter(each => each.scrollWidth > each.clientWidth + 1)
  .map(each => each.outerHTML.slice(0, 160))`;

/** What the browser asks in, and says that its owner reads. */
function speak(session: CDPSession, userAgent: string, language: string): Promise<unknown> {
  return session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
}

void t.test('every screen, in every language and colour scheme', { skip }, async t => {
  const speaker = await startHousehold(t);
  const usual = speaker.state;
  const { item } = playingState();
  const played = {
    playedAtMs: Date.now(),
    item: { ...item, title: 'Ebb' },
    source: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' },
  };
  speaker.answer('library.recent', () => ({ items: [{ ...played, trackId: 'TR:1', feedback: 'UP' }] }));
  speaker.answer('library.topArtists', () => ({ items: [{ id: 'AR:1', type: 'AR', name: 'فيروز' }] }));
  speaker.answer('library.search', () => ({ items: [{ id: 'AR:1', type: 'AR', name: 'فيروز' }] }));
  speaker.answer('library.collection', () => ({
    items: ['Östra', 'Far Shore', '7 Seas'].map(name => ({ id: `AL:${name}`, type: 'AL', name })),
  }));
  speaker.answer('library.feedbacks', () => fail(2007, 'offline', 'No network.'));
  speaker.answer('access.claim', () => fail(1001, 'unauthorized', 'Wrong.'));
  const { page } = await visit(t, speaker, undefined, { reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate<string>('navigator.userAgent');
  for (const language of LANGUAGES) {
    await speak(session, userAgent, language);
    speaker.change(usual);
    await page.goto('about:blank');
    await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
    for (const [name, reach] of SCREENS) {
      await reach({ page, speaker });
      t.equal(await page.locator('html').getAttribute('lang'), language);
      t.strictSame(await findingsOf(page), [], `${language}: ${name}`);
      for (const { width, height } of SIZES) {
        await resize(page, width, height);
        t.same(await page.evaluate(OUTSIDE), [], `${language}: ${name}, ${width}: nothing beyond the sides`);
        t.same(await page.evaluate(CUT), [], `${language}: ${name}, ${width}: no word is cut`);
      }
      await resize(page, 390, 844);
    }
  }
  await page.evaluate("document.querySelector('main').append(document.createElement('button'))");
  t.match(await findingsOf(page), [/^light button-name /], 'it would have been found');
});
