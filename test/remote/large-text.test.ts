/** Text at twice its size, or a page at four times: all of it can be reached, and nothing lies beyond the edges. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { PLAYING } from '../fakes/speaker/state.js';
import { noBrowser as skip, resize, shoot } from '../rigs/remote/page.js';
import { startHousehold } from '../rigs/remote/household.js';
import { visitPlayer } from '../rigs/remote/visit.js';

/** CSS pixels, and the size of the text in percent. */
const SIZES: readonly (readonly [width: number, height: number, text: number])[] = [
  ...[150, 200].flatMap(text =>
    [
      [320, 568],
      [360, 740],
      [390, 844],
      [667, 375],
      [1280, 800],
    ].map(([width = 0, height = 0]) => [width, height, text] as const),
  ),
  // A window of 1280 × 1024 whose page is zoomed to 400 %.
  [320, 256, 100],
  [320, 568, 100],
];

/** What is pressed or heads something, and lies beyond an edge; what is scrolled sideways may, its frame may not. */
const BEYOND = `(() => {
  const top = document.querySelector('dialog') ?? document;
  const scrolled = each => each.closest('.tiles, .chips, .shelves');
  const seen = each => each.getClientRects().length > 0 && getComputedStyle(each).visibility === 'visible' &&
    each.getBoundingClientRect().width > 1;
  return [...top.querySelectorAll('button, a[href], input, select, summary, h1, h2, h3, .row, .tiles, .chips, .shelves, dialog')]
    .filter(each => seen(each) && (scrolled(each) === null || scrolled(each) === each))
    .filter(each => {
      const { left, right } = each.getBoundingClientRect();
      return left < -0.5 || right > innerWidth + 0.5;
    })
    .map(each => {
      const { left, right } = each.getBoundingClientRect();
      const name = each.getAttribute('aria-label') ?? each.textContent.trim().slice(0, 40);
      return Math.round(left) + '…' + Math.round(right) + ' ' + each.localName + ' ' + name;
    });
})()`;

/** What overlaps in the header. */
const OVERLAPS = `(() => {
  const parts = [...document.querySelectorAll('.top h1, .top .connection, .top .try-now')].map(each => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [each.className || each.localName, range.getBoundingClientRect()];
  });
  return parts.flatMap(([one, a], at) => parts.slice(at + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => one + ' over ' + other));
})()`;

/**
 * Texts that are cut at their edge or leave it, that run into their neighbours in the bar, or that stand in a column of
 * fewer than four letters.
 */
const BROKEN = `(() => {
  const top = document.querySelector('dialog') ?? document;
  const walker = document.createTreeWalker(top === document ? document.body : top, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const each = node.parentElement;
    const text = node.data.trim();
    if (text === '' || each.closest('.unseen, .tiles, .chips, .shelves, script, style, select')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (rects.length === 0 || each.getBoundingClientRect().width <= 1) continue;
    const left = Math.min(...rects.map(rect => rect.left));
    const right = Math.max(...rects.map(rect => rect.right));
    const isCut = each.closest('.name, .sub, .up-next, h1, .sections') !== null;
    if (!isCut && (left < -0.5 || right > innerWidth + 0.5)) found.push('beyond: ' + text);
    const lines = new Set(rects.map(rect => Math.round(rect.top))).size;
    if (lines > 2 && text.length / lines < 4) found.push('a column: ' + text);
  }
  const labels = [...document.querySelectorAll('.sections span')].filter(span => span.getClientRects().length > 0);
  const ends = labels.map(span => {
    const range = document.createRange();
    range.selectNodeContents(span);
    const { left, right, top } = range.getBoundingClientRect();
    if (right - left > span.getBoundingClientRect().width + 1) found.push('cut: ' + span.textContent);
    if (left < 1 || right > innerWidth - 1) found.push('at the edge: ' + span.textContent);
    return { left, right, top };
  });
  ends.slice(1).forEach(({ left, top }, at) => {
    if (top === ends[at].top && left < ends[at].right + 2) found.push('runs together: ' + labels[at].textContent);
  });
  if (document.documentElement.scrollWidth > innerWidth) found.push('scrolled sideways');
  return found;
})()`;

/** Scrolls each to the middle and returns those that are not in sight then, or only under something else. */
const unreached = (selectors: readonly string[]): string => `(() => ${JSON.stringify(selectors)}
  .filter(selector => {
    const each = document.querySelector(selector);
    if (each === null) return true;
    each.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isFree = at !== null && (each.contains(at) || at.contains(each));
    return !isFree || width < 32 || height < 16 || left < 0 || right > innerWidth ||
      bottom - top <= innerHeight && (top < 0 || bottom > innerHeight + 1);
  }))()`;

const ITEM = {
  title: 'Velvet Morning, the Longer Version',
  artist: 'Ada Fen and the Lanterns',
  album: 'Low Water',
};

async function start(t: Test): Promise<FakeSpeaker> {
  const { item } = PLAYING;
  const speaker = await startHousehold(t);
  speaker.change({
    item: { ...item, ...ITEM, interactions: ['SKIP', 'SEEK', 'FORWARD_15_SECONDS', 'BACK_15_SECONDS'] },
    source: { id: 'ST:1', type: 'ST', name: 'Velvet Morning' },
    upNext: { title: 'Wide Water', artist: 'Ada Fen' },
    volumeMax: 80,
  });
  const items = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: `AL:${at}`, type: 'AL', name: `The Album of the Name ${at}`, artist: 'The Lanterns' },
  }));
  for (const method of ['collection', 'recentFavorites', 'topArtists', 'search'])
    speaker.answer(`library.${method}`, () => ({ items }));
  speaker.answer('library.recent', () => ({
    items: Array.from({ length: 12 }, (_, at) => ({
      playedAtMs: Date.now() - (at + 1) * 3_600_000,
      item: { ...item, ...ITEM, index: at + 10, interactions: [] },
      source: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' },
      trackId: 'TR:1',
      feedback: 'UP',
    })),
  }));
  return speaker;
}

type Size = (typeof SIZES)[number];

/** Shows the page in this size, as after a turn of the phone or a change of its settings. */
async function show(page: Page, [width, height, text]: Size): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '${text}%'`);
  await resize(page, width, height);
}

async function open(
  t: Test,
  speaker: FakeSpeaker,
  size: Size,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await visitPlayer(t, speaker, options);
  page.setDefaultTimeout(10_000);
  await show(page, size);
  await page.locator('.up-next').waitFor();
  return page;
}

const tab = (page: Page, section: string) => page.locator(`.sections .section-${section}`).click();

/** A list begins to load when its foot is near. */
async function toRows(page: Page): Promise<void> {
  await page.locator('.list:visible .row, .list:visible .more').first().waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.locator('.rows .row:visible').first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
}

/** Each screen, by what leads to it from the one before, and what must be reached there. */
const SCREENS: readonly (readonly [string, (page: Page) => Promise<unknown>, readonly string[]])[] = [
  [
    'playing',
    page => page.locator('.up-next').waitFor(),
    [
      '.player .title',
      '.player .credit bdi',
      '.position input',
      '.transport .side:last-child .round:last-child',
      '.transport .big',
      '.opinion .round:first-child',
      '.opinion .round:last-child',
      '.volume .round',
      '.volume .reach',
      '.sections button:last-child',
    ],
  ],
  [
    'before',
    async page => {
      await page.locator('.opinion .round').nth(-2).click();
      await page.locator('.played').first().waitFor();
    },
    ['#before-title', '.sheet-head .round', '.played .row', '.played .round', '.played:last-child .row'],
  ],
  [
    'sleep timer and alarms',
    async page => {
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('.moon').click();
      await page.locator('.part .chips button').last().click();
      await page.locator('.alarm').first().waitFor();
    },
    [
      '#agenda-title',
      '.part .chips button',
      '.at-time input',
      '.alarm .row',
      '.alarm .switch',
      '.part > .plain',
    ],
  ],
  [
    'an alarm',
    async page => {
      await page.locator('.alarm .row').first().click();
      await page.locator('.week').waitFor();
    },
    ['#alarm-title', '.alarm-head input', '.parts > .choosing .range'],
  ],
  [
    'speakers',
    async page => {
      await page.keyboard.press('Escape');
      await page.locator('.week').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('h1 button').click();
      await page.locator('.rooms a.row').first().waitFor();
    },
    ['#rooms', '.here .round', '.here input', '.rooms a.row', '.rooms .answers .plain'],
  ],
  [
    'library',
    async page => {
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await tab(page, 'library');
      await toRows(page);
    },
    ['.filter input', '.order select', '.rows .row', '.sections .section-search'],
  ],
  [
    'presets',
    async page => {
      await page.locator('.shelves button').nth(1).click();
      await page.locator('.preset').nth(8).waitFor();
    },
    ['.preset', '.preset:last-child'],
  ],
  [
    'search',
    async page => {
      await tab(page, 'search');
      await page.getByRole('searchbox').fill('la');
      await toRows(page);
    },
    ['[type="search"]:not(.filter input)'],
  ],
  [
    'speaker',
    async page => {
      await tab(page, 'speaker');
      await page.locator('.profile').waitFor();
      await page.locator('.facts').waitFor();
      await page.locator('.phone').nth(1).waitFor();
    },
    ['#account', '.profile .name', '.profile .sub', '.phone .name', '.phone .sub', '.facts dd'],
  ],
];

for (const locale of ['en-GB', 'de-DE'])
  t.test(`${locale}: nothing lies beyond the edges, all is reached`, { skip }, async t => {
    const speaker = await start(t);
    const [first = [320, 568, 100]] = SIZES;
    const page = await open(t, speaker, first, { locale });
    for (const [screen, reach, needed] of SCREENS) {
      await reach(page);
      for (const size of SIZES) {
        const [width, height, text] = size;
        const name = `${screen}, ${width}×${height}, text at ${text} %`;
        await show(page, size);
        t.same(await page.evaluate(BEYOND), [], `${name}: within the edges`);
        t.same(await page.evaluate(BROKEN), [], `${name}: texts are whole`);
        await shoot(page, `${locale}-${width}-${text}-${screen}`);
        t.same(await page.evaluate(unreached(needed)), [], `${name}: reached`);
        await page.evaluate('scrollTo(0, 0)');
      }
      await show(page, first);
    }
  });

t.test('Another person’s deed fits beside Undo in a usual bar', { skip }, async t => {
  for (const locale of ['en-GB', 'de-DE']) {
    const speaker = await start(t);
    const page = await open(t, speaker, [360, 740, 100], { locale });
    await tab(page, 'library');
    await page.locator('.rows .row').first().waitFor();
    const source = { id: 'AL:1', type: 'AL', name: 'The Album of the Name 1' } as const;
    speaker.change({ source }, { client: 'Linux computer', method: 'player.play' });
    await page.locator('.mini .undo').waitFor();
    const { height = 999 } = (await page.locator('.mini').boundingBox()) ?? {};
    const { width = 0 } = (await page.locator('.mini .deed span').boundingBox()) ?? {};
    await shoot(page, `${locale}-undo`);
    t.ok(width > 200, `${locale}: the sentence has ${width} pixels`);
    t.ok(height < 120, `${locale}: the bar is ${height} high`);
    await page.context().close();
  }
});

t.test('an open invitation on a phone on its side shows the whole QR code', { skip }, async t => {
  const speaker = await start(t);
  for (const size of [
    [667, 375, 100],
    [390, 844, 100],
  ] as const) {
    const page = await open(t, speaker, size);
    await tab(page, 'speaker');
    await page.getByRole('button', { name: 'Invite a phone' }).click();
    await page.locator('.qr path').waitFor({ state: 'attached' });
    const { y = -1, height = 0 } = (await page.locator('.qr').boundingBox()) ?? {};
    const { y: end = 0 } = (await page.locator('.mini').boundingBox()) ?? {};
    await shoot(page, `invitation-${size[0]}`);
    t.ok(y >= 0 && y + height <= end, `${size[0]}: ${y}…${y + height} of ${end}`);
    await page.context().close();
  }
});

t.test('on a wall, large text is scrolled from its first line to the last button', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker, [1024, 600, 200]);
  await page.evaluate("location.hash = '#wall'");
  await page.locator('.wall').waitFor();
  await shoot(page, 'wall');
  t.same(await page.evaluate(BEYOND), []);
  t.same(
    await page.evaluate(
      unreached(['.wall .source', '.wall .title', '.wall .big', '.wall .volume .reach', '.wall-foot .plain']),
    ),
    [],
  );
});

t.test('a lost connection, and what is to be undone, fit in large letters, too', { skip }, async t => {
  for (const locale of ['en-GB', 'de-DE'])
    for (const size of [
      [320, 568, 100],
      [320, 568, 150],
      [320, 568, 200],
      [390, 844, 200],
    ] as const) {
      const speaker = await start(t);
      const page = await open(t, speaker, size, { locale });
      const name = `${locale} ${size.join(' ')}`;
      await tab(page, 'library');
      await page.locator('.mini').waitFor();
      const source = { id: 'AL:1', type: 'AL', name: 'The Album of the Name 1' } as const;
      speaker.change({ source }, { client: 'Linux computer', method: 'player.play' });
      await page.locator('.mini .undo').waitFor();
      t.same(await page.evaluate(BEYOND), [], `${name}: Undo`);
      speaker.refuse(true);
      speaker.cutAll();
      await page.locator('.try-now').waitFor();
      await shoot(page, `${name}-lost`);
      t.same(await page.evaluate(BEYOND), [], `${name}: beyond`);
      t.same(await page.evaluate(OVERLAPS), [], `${name}: one over the other`);
      const { width = 0 } = (await page.locator('.top h1').boundingBox()) ?? {};
      t.ok(width >= 60, `${name}: the name of the room has ${width} pixels`);
      await page.context().close();
    }
});
