/** What is drawn is seen by everybody, whatever their colours, and hit by every finger. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { until } from '../bench/rig/waiting.js';
import { answerInvite } from '../fakes/speaker/answers.js';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { PLAYING, playingState } from '../fakes/speaker/state.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { openWindow, startSpeaker, visit } from '../rigs/remote/visit.js';
import { contrast, pixelsOf } from '../rigs/remote/pixels.js';
import { placeOn } from '../rigs/remote/slider.js';

/** A name as nobody writes sentences, from right to left. */
const NAME = 'אבגדה';

async function start(t: Test): Promise<FakeSpeaker> {
  const { can, item } = PLAYING;
  const names = { title: `${NAME} 1`, artist: `${NAME} 2`, album: `${NAME} 3` };
  const speaker = await startSpeaker(t, {
    state: playingState({
      can: { ...can, previous: true, replay: true, feedback: true },
      item: { ...item, ...names, feedback: 'UP' },
      source: { id: 'ST:1', type: 'ST', name: `${NAME} 4` },
      upNext: { title: `${NAME} 5`, artist: `${NAME} 6` },
      volumeMax: 80,
    }),
  });
  speaker.hello = { ...speaker.hello, name: `${NAME} 7` };
  const list = { items: [{ id: 'AL:1', type: 'AL', name: `${NAME} 8`, artist: `${NAME} 9` }] };
  for (const method of ['collection', 'recentFavorites', 'topArtists', 'search'])
    speaker.answer(`library.${method}`, () => list);
  speaker.answer('library.feedbacks', () => ({
    items: [{ target: list.items[0], sourceContext: { id: 'ST:2', type: 'ST', name: `${NAME} 10` } }],
  }));
  speaker.answer('library.recent', () => ({
    items: [1, 2].map(at => ({
      playedAtMs: Date.now() - at * 3_600_000,
      item: { ...item, ...names, title: `${NAME} 11`, index: 0, interactions: [] },
      source: { id: 'ST:1', type: 'ST', name: `${NAME} 12` },
      trackId: 'TR:1',
      feedback: 'DOWN',
    })),
  }));
  speaker.answer('library.profile', () => ({
    id: 'LI:1',
    fullname: `${NAME} 13`,
    displayName: `${NAME} 14`,
    bio: `${NAME} 15`,
    imageUrl: null,
    private: true,
    followers: [{ fullname: `${NAME} 16` }],
    following: [{ fullname: `${NAME} 17`, isBeingFollowed: false }],
  }));
  const phone = { role: 'owner', createdMs: 1, lastSeenMs: Date.now() };
  speaker.answer('access.list', () => ({
    clients: [
      { ...phone, id: 'a', name: `${NAME} 18`, self: true },
      { ...phone, id: 'b', name: `${NAME} 19`, invitedBy: 'a' },
    ],
  }));
  answerInvite(speaker);
  return speaker;
}

async function open(
  t: Test,
  speaker: FakeSpeaker,
  options: BrowserContextOptions = {},
  fragment?: string,
): Promise<Page> {
  const { page } = await visit(t, speaker, fragment, {
    reducedMotion: 'reduce',
    ...options,
  });
  return page;
}

/** Each screen, by what leads to it from the one before. */
const SCREENS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['player', page => page.locator('.up-next').waitFor()],
  ['before', page => page.locator('.player').getByRole('button', { name: 'Played before' }).click()],
  ['what was played', page => page.locator('.played').first().waitFor()],
  [
    'library',
    async page => {
      await page.keyboard.press('Escape');
      await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
      await page.locator('.row').first().waitFor();
    },
  ],
  ['order', page => page.getByRole('button', { name: 'Stations', exact: true }).first().click()],
  ['thumbs', page => page.getByRole('button', { name: 'Thumbs', exact: true }).click()],
  [
    'search',
    async page => {
      await page.getByRole('navigation').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('la');
      await page.locator('.row:visible').first().waitFor();
    },
  ],
  [
    'speaker',
    async page => {
      await page.getByRole('navigation').getByRole('button', { name: 'Speaker' }).click();
      await page.getByText('1 follower').click();
      await page.getByText(`${NAME} 19`).waitFor();
    },
  ],
  [
    'question',
    async page => {
      await page.locator('.phone summary').last().click();
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'invitation',
    async page => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Invite a phone' }).click();
      await page.getByText('049 302').waitFor();
    },
  ],
];

/** Whatever is pressed, with less than 44 pixels of it to hit. */
const SMALL = `[...document.querySelectorAll('button, a[href], input, select, summary')]
  .filter(each => each.getClientRects().length > 0 && getComputedStyle(each).visibility === 'visible')
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
  .map(([each, { width, height }]) => width + '×' + height + ' ' + each.outerHTML.slice(0, 120))`;

/** Names in a text that neither takes their direction nor keeps them apart from what stands around. */
const UNKEPT = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const free = node.data.replace(/\\u2068[^\\u2069]*\\u2069/g, '');
    if (free.includes('${NAME}') && node.parentElement.closest('[dir=auto]') === null) found.push(node.data);
  }
  return found;
})()`;

t.test('44 pixels for every finger, on every screen; and names keep their direction', { skip }, async t => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 667, height: 375 },
    { width: 1280, height: 720 },
  ]) {
    const speaker = await start(t);
    const outside = await open(t, speaker, { viewport }, '');
    await outside.locator('details.paste summary').click();
    t.same(await outside.evaluate(SMALL), [], `${viewport.width} not let in`);
    await outside.context().close();
    const page = await open(t, speaker, { viewport });
    for (const [name, reach] of SCREENS) {
      await reach(page);
      t.same(await page.evaluate(SMALL), [], `${viewport.width} ${name}: large enough`);
      t.same(await page.evaluate(UNKEPT), [], `${viewport.width} ${name}: names`);
    }
    t.match(await page.locator('body').textContent(), NAME);
    await page.context().close();
  }
});

t.test('a page that did not arrive, too', { skip }, async t => {
  const speaker = await start(t);
  const page = await openWindow(t, { viewport: { width: 390, height: 844 } });
  await page.route('**/remote.js', route => route.abort('connectionreset'));
  await page.goto(`http://127.0.0.1:${speaker.port}/`);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  t.same(await page.evaluate(SMALL), []);
});

type Colour = readonly [number, number, number];

/** Colours at places of a slider, by its share of length. */
async function coloursOf(page: Page, slider: Locator, shares: readonly number[]): Promise<readonly Colour[]> {
  const places = await Promise.all(shares.map(share => placeOn(slider, share)));
  return pixelsOf(page, places);
}

async function colourOf(each: Locator, property: string): Promise<string> {
  return each.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

/** Of the page that the function above runs in. */
declare function getComputedStyle(element: unknown): { getPropertyValue(name: string): string };

for (const colorScheme of ['light', 'dark'] as const) {
  t.test(`in colours of one’s own, ${colorScheme}: all that is told by colour is told`, { skip }, async t => {
    const speaker = await start(t);
    const page = await open(t, speaker, {
      forcedColors: 'active',
      colorScheme,
      viewport: { width: 1280, height: 720 },
    });
    await page.locator('.up-next').waitFor();
    t.ok(await page.evaluate("matchMedia('(forced-colors: active)').matches"));
    const volume = page.getByRole('slider', { name: 'Volume' });
    const box = await volume.boundingBox();
    if (box === null) throw new Error('there is no slider');
    for (const [name, slider, at] of [
      ['volume', volume, 0.5],
      ['position', page.getByRole('slider', { name: 'Position' }), 1 / 3],
    ] as const) {
      const [full, empty, thumb] = await coloursOf(page, slider, [at / 2, 0.9, at]);
      const { x, y } = await placeOn(slider, 0.9);
      const [ground] = await pixelsOf(page, [{ x, y: y - 15 }]);
      if (!full || !empty || !thumb || !ground) throw new Error('no picture');
      t.ok(contrast(full, empty) >= 3, `${name}: how far it is: ${contrast(full, empty)}`);
      t.ok(contrast(full, ground) >= 3, `${name}: over the page: ${contrast(full, ground)}`);
      t.ok(contrast(thumb, ground) >= 3, `${name}: its thumb: ${contrast(thumb, ground)}`);
      const edge = await pixelsOf(
        page,
        [-5, -4, -3, 3, 4, 5].map(by => ({ x, y: y + by })),
      );
      t.ok(
        edge.some(colour => contrast(colour, ground) >= 3),
        `${name}: where it ends`,
      );
    }
    for (const [name, pressed, not] of [
      ['chip', page.locator('.chips [aria-pressed="true"]'), page.locator('.chips [aria-pressed="false"]')],
      [
        'shelf',
        page.locator('.shelves [aria-pressed="true"]'),
        page.locator('.shelves [aria-pressed="false"]'),
      ],
      [
        'thumb',
        page.getByRole('button', { name: 'Thumb up' }),
        page.getByRole('button', { name: 'Thumb down' }),
      ],
      [
        'tab',
        page.locator('.sections [aria-current]'),
        page.locator('.sections button:not([aria-current]):visible'),
      ],
    ] as const) {
      const corner = async (each: Locator): Promise<{ x: number; y: number }> => {
        const { x, y, width } = (await each.first().boundingBox()) ?? { x: 0, y: 0, width: 0 };
        // Above the letters.
        return { x: x + width / 2, y: y + 5 };
      };
      const [on, off] = await pixelsOf(page, [await corner(pressed), await corner(not)]);
      if (!on || !off) throw new Error('no picture');
      t.ok(contrast(on, off) >= 3, `${name}: pressed or not: ${contrast(on, off)}`);
      t.not(
        await colourOf(pressed.first(), 'background-color'),
        await colourOf(not.first(), 'background-color'),
      );
    }
    t.comment('what stands over the page ends somewhere');
    for (const [name, open] of [
      ['rooms', page.getByRole('banner').getByRole('button').first()],
      ['played before', page.locator('.player').getByRole('button', { name: 'Played before' })],
    ] as const) {
      await open.click();
      const dialog = page.getByRole('dialog');
      // The dialog moves while it opens, and when what it lists arrives.
      const seen: { contrasts: readonly number[] } = { contrasts: [] };
      await until(`${name}: its edge is seen`, async () => {
        const { x, y, width } = (await dialog.boundingBox()) ?? { x: 0, y: 0, width: 0 };
        // It may begin between two pixels.
        const places = [8, -0.5, 0.5, 1.5].map(by => ({ x: x + width / 2, y: y + by }));
        const [inside, ...edge] = await pixelsOf(page, places);
        if (inside) seen.contrasts = edge.map(colour => contrast(colour, inside));
        return Math.max(...seen.contrasts) >= 3;
      }).catch(() => null);
      t.ok(Math.max(...seen.contrasts) >= 3, `${name}: its edge: ${seen.contrasts.join(', ')}`);
      t.strictSame(await findingsOf(page), [], `axe, ${name}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    t.strictSame(await findingsOf(page), [], 'axe');
  });
}
