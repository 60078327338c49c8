/** What changes is drawn, and nothing else: a phone pays for each of them. */
import type { CDPSession, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { albums, startSpeaker, visit } from '../rigs/remote/visit.js';

const STEPS = 20;

async function start(t: Test, rows: number): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({ items: albums(rows) }));
  // Nothing moves by itself.
  speaker.change({
    playbackStatus: 'paused',
    silenceReason: 'paused',
    position: { ...speaker.state.position, rate: 0 },
  });
  return speaker;
}

async function open(t: Test, speaker: FakeSpeaker): Promise<Page> {
  const { page } = await visit(t, speaker, undefined, { viewport: { width: 1280, height: 720 } });
  await page.getByText('Album 0').waitFor();
  return page;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** How often functions of the remote were called since this was asked last. */
async function callsOf(session: CDPSession): Promise<number> {
  const { result } = (await session.send('Profiler.takePreciseCoverage')) as Coverage;
  const own = result.filter(({ url }) => url.includes('/remote/assets/'));
  const counts = own.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Another phone turns the volume up by one, and this page shows it. */
async function step(speaker: FakeSpeaker, page: Page): Promise<void> {
  const volume = speaker.state.volume + 1;
  speaker.change({ volume });
  await page.locator('.level').getByText(String(volume), { exact: true }).waitFor();
}

async function callsPerStep(speaker: FakeSpeaker, page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await step(speaker, page);
  await callsOf(session);
  for (let at = 0; at < STEPS; at += 1) await step(speaker, page);
  const calls = await callsOf(session);
  await session.send('Profiler.stopPreciseCoverage');
  return Math.round(calls / STEPS);
}

t.test('a step of the volume changes the slider and its number', { skip }, async t => {
  const speaker = await start(t, 5);
  const page = await open(t, speaker);
  await page.evaluate(`
    window.changed = [];
    new MutationObserver(records => {
      for (const { target } of records)
        window.changed.push((target.nodeType === 1 ? target : target.parentElement).closest('[class]').className);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  `);
  for (let at = 0; at < STEPS; at += 1) await step(speaker, page);
  const changed = await page.evaluate<readonly string[]>('window.changed');
  // The slider's own change is its value; once the page is settled, also the words for screen readers.
  t.same(
    [...new Set(changed)].filter(name => name !== 'range'),
    ['level'],
  );
  t.equal(await page.locator('.volume .range').inputValue(), String(speaker.state.volume));
  t.ok(changed.length <= 4 * STEPS, `${changed.length} changes in ${STEPS} steps`);
});

t.test('while nothing happens, nothing moves: an animation costs a frame each time', { skip }, async t => {
  const speaker = await start(t, 50);
  const page = await open(t, speaker);
  await page.locator('.library .row').first().waitFor();
  t.equal(await page.locator('.row[aria-busy="true"]').count(), 0);
  t.same(
    await page.evaluate(
      `document.getAnimations().map(({ effect }) => effect.target.className).filter(name => name === 'thumb')`,
    ),
    [],
  );
});

t.test('a step made here is drawn as seldom as it can be', { skip }, async t => {
  const speaker = await start(t, 5);
  speaker.answer('player.setVolume', ({ volume }) => {
    speaker.change({ volume: Number(volume) });
    return { revision: speaker.revision };
  });
  const page = await open(t, speaker);
  const slider = page.getByRole('slider', { name: 'Volume' });
  await slider.focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForTimeout(300);
  await page.evaluate(`
    window.changed = 0;
    new MutationObserver(records => { window.changed += records.length; })
      .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  `);
  for (let at = 0; at < STEPS; at += 1) {
    await page.keyboard.press('ArrowUp');
    await speaker.next('player.setVolume');
  }
  await page.locator('.level').getByText(String(speaker.state.volume), { exact: true }).waitFor();
  await page.waitForTimeout(300);
  const changed = await page.evaluate<number>('window.changed');
  t.ok(changed > 0 && changed <= 4 * STEPS, `${changed} changes in ${STEPS} steps`);
});

t.test('A drag makes an id for each command, and none for the steps between', { skip }, async t => {
  const speaker = await start(t, 5);
  const page = await open(t, speaker);
  await page.evaluate(`
    window.ids = 0;
    const make = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = array => { window.ids += 1; return make(array); };
    const slider = document.querySelector('.volume .range');
    for (let step = 1; step <= ${STEPS}; step += 1) {
      slider.value = String(Number(slider.value) + 1);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }
  `);
  const first = await speaker.next('player.setVolume');
  t.match(first.press, { commandId: /^[\d,]+$/, expiresAtMs: Number });
  t.equal(await page.evaluate('window.ids'), 1);
});

t.test('and what it costs does not depend on what else is on the page', { skip }, async t => {
  const costs: number[] = [];
  for (const rows of [2, 50]) {
    const speaker = await start(t, rows);
    const page = await open(t, speaker);
    costs.push(await callsPerStep(speaker, page));
    await page.context().close();
  }
  const [few = 0, many = 0] = costs;
  t.comment(`functions called in a step: ${few} beside 2 rows, ${many} beside 50`);
  t.ok(few > 10, 'they are counted');
  t.ok(many <= few + 50 * 4, 'of a row no more than a look at what plays');
  // There were 9,600 beside 50 rows before the parts of the page that show something else were left alone.
  t.ok(few <= 500, `the others are left alone: ${few}`);
});
