/** The keys that players have, and the order in which the keyboard goes through the page. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { PLAYING } from '../fakes/speaker/state.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { albums, startSpeaker, visit, visitPlayer } from '../rigs/remote/visit.js';

async function start(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  speaker.answer('library.collection', () => ({ items: albums(12) }));
  return speaker;
}

const open = (t: Test, speaker: FakeSpeaker, options: BrowserContextOptions = {}): Promise<Page> =>
  visitPlayer(t, speaker, { viewport: { width: 1280, height: 720 }, ...options });

/** What is asked of the speaker, but for lists. */
function asked(speaker: FakeSpeaker): readonly string[] {
  return speaker.calls.map(({ method }) => method).filter(method => method.startsWith('player.'));
}

t.test('space, arrows and M do what they do in players', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker);
  await page.keyboard.press('Space');
  await speaker.next('player.pause');
  speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' });
  await page.getByText('Paused.').waitFor();
  await page.keyboard.press('Space');
  await speaker.next('player.play');
  for (const [key, params] of [
    ['ArrowRight', { offsetMs: 15_000 }],
    ['ArrowLeft', { offsetMs: -15_000 }],
  ] as const) {
    await page.keyboard.press(key);
    t.same((await speaker.next('player.seek')).params, params, key);
  }
  for (const [key, params] of [
    ['ArrowUp', { offset: 5 }],
    ['ArrowDown', { offset: -5 }],
  ] as const) {
    await page.keyboard.press(key);
    t.same((await speaker.next('player.setVolume')).params, params, key);
  }
  await page.keyboard.press('m');
  t.same((await speaker.next('player.setMuted')).params, { muted: true });
  speaker.change({ muted: true, silenceReason: 'muted' });
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  await page.keyboard.press('M');
  t.same((await speaker.next('player.setMuted')).params, { muted: false });

  t.comment('from a keyboard of another script, by where the key is');
  await page.evaluate(
    `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ة', code: 'KeyM', bubbles: true }))`,
  );
  await speaker.next('player.setMuted');
  t.equal(await page.evaluate('scrollY'), 0, 'and none of them scrolls');
});

t.test('The arrows follow the reading direction from right to left', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker, { locale: 'ar-AE' });
  await page.keyboard.press('ArrowLeft');
  t.same((await speaker.next('player.seek')).params, { offsetMs: 15_000 });
});

t.test('The keyboard asks nothing that the item forbids', { skip }, async t => {
  const speaker = await start(t);
  const { item, can } = speaker.state;
  if (item === null) throw new Error('it plays an item');
  speaker.change({ item: { ...item, interactions: [] }, can: { ...can, pause: false, seek: false } });
  const page = await open(t, speaker);
  for (const key of ['Space', 'ArrowRight', 'ArrowLeft', 'm']) await page.keyboard.press(key);
  await speaker.next('player.setMuted');
  t.same(asked(speaker), ['player.setMuted']);
});

t.test('/ leads to the search; who types there, types', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('a m/ b');
  await page.keyboard.press('ArrowLeft');
  t.equal(await field.inputValue(), 'a m/ b');
  t.same(asked(speaker), [], 'no key of it was a command');
});

t.test(
  'nothing with Ctrl, Alt or Meta, held down, in a dialog, or where keys have another use',
  { skip },
  async t => {
    const speaker = await start(t);
    const page = await open(t, speaker);
    for (const modifier of ['Control', 'Alt', 'Meta']) await page.keyboard.press(`${modifier}+m`);
    await page.keyboard.down('m');
    await page.keyboard.down('m');
    await page.keyboard.up('m');
    await speaker.next('player.setMuted');
    await page.setViewportSize({ width: 1280, height: 400 });
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.down(key);
    await page.keyboard.up('ArrowDown');
    t.same((await speaker.next('player.setVolume')).params, { offset: -5 });
    await page.evaluate('new Promise(requestAnimationFrame)');
    t.equal(await page.evaluate('scrollY'), 0, 'what is held down does not scroll instead');
    await page.setViewportSize({ width: 1280, height: 720 });

    t.comment('on a button the space bar presses that');
    await page.getByRole('button', { name: 'Stop' }).focus();
    await page.keyboard.press('Space');
    await speaker.next('player.stop');

    t.comment('on a slider the arrows move it');
    await page.getByRole('slider', { name: 'Position' }).focus();
    await page.keyboard.press('ArrowRight');
    t.notOk('offsetMs' in (await speaker.next('player.seek')).params);

    t.comment('in a list they scroll');
    await page.getByRole('button', { name: 'Album 3' }).focus();
    await page.keyboard.press('ArrowDown');

    t.comment('in a dialog they are not for the player');
    await page.locator('.player').getByRole('button', { name: 'Played before' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    t.same(asked(speaker), ['player.setMuted', 'player.setVolume', 'player.stop', 'player.seek']);
  },
);

t.test('the keyboard comes to the sections before the lists, which have no end', { skip }, async t => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 720 },
  ]) {
    const speaker = await start(t);
    const page = await open(t, speaker, { viewport });
    await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
    await page.getByRole('button', { name: 'Album 0' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Album 0' }).waitFor();
    const places: string[] = [];
    const where = `document.activeElement.closest('nav, .player, .mini, .chips, .shelves, li')?.className
      || document.activeElement.closest('li')?.tagName || ''`;
    for (let at = 0; at < 60 && !places.includes('LI'); at += 1) {
      await page.keyboard.press('Tab');
      places.push(String(await page.evaluate(where)));
    }
    const first = (name: string): number => places.indexOf(name);
    const before = viewport.width < 900 ? 'mini' : 'player';
    t.ok(first(before) >= 0 && first(before) < first('sections'), `${before}, then the sections`);
    for (const name of ['sections', 'shelves', 'chips'])
      t.ok(first(name) >= 0 && first(name) < first('LI'), `${name} before the list`);
    await page.context().close();
  }
});

t.test('The slider tells its position in words', { skip }, async t => {
  const speaker = await start(t);
  const { can, item } = PLAYING;
  const at = { positionMs: 65_000, atMs: speaker.state.position.atMs, rate: 0 } as const;
  speaker.change({ position: at, item: { ...item, durationMs: 180_000 }, can: { ...can, seek: true } });
  for (const [locale, name, text] of [
    ['en-GB', 'Position', '1 minute 5 seconds of 3 minutes 0 seconds'],
    ['de-DE', 'Position', '1 Minute, 5 Sekunden von 3 Minuten, 0 Sekunden'],
  ] as const) {
    const page = await open(t, speaker, { locale });
    const inWords = page.locator('[aria-valuetext]');
    const slider = page.getByRole('slider', { name });
    await slider.and(inWords).waitFor();
    t.equal(await slider.getAttribute('aria-valuetext'), text);
    speaker.change({ can: { ...can, seek: false } });
    const bar = page.getByRole('progressbar', { name });
    await bar.and(inWords).waitFor();
    t.equal(await bar.getAttribute('aria-valuetext'), text, 'and where it cannot be moved');
    speaker.change({ can: { ...can, seek: true } });
    await page.context().close();
  }
});

t.test('a control that disappears leaves the focus where a key does no harm', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker, { viewport: { width: 390, height: 844 } });
  await page.clock.install();
  const focused = () => page.evaluate('document.activeElement.textContent');
  const source = { id: 'AL:1', type: 'AL', name: 'Far Shore' } as const;
  const undo = page.getByRole('button', { name: 'Undo' });
  const pressable = page.getByRole('button', { name: 'Undo', disabled: false });
  speaker.answer('player.play', () => ({ revision: speaker.revision }));
  for (const section of ['Playing', 'Library']) {
    await page.getByRole('navigation').getByRole('button', { name: section }).click();
    speaker.change({ source: { id: 'ST:9', type: 'ST', name: 'Low Water' } });
    speaker.change({ source }, { client: 'Ada’s phone', method: 'player.play' });
    await pressable.waitFor();
    await undo.press('Enter');
    await speaker.next('player.play');
    await undo.waitFor({ state: 'detached' });
    t.equal(await focused(), section);
  }

  t.comment('where it was is where it stays when there is something to undo');
  const place = () => page.locator('.mini > .round').boundingBox();
  const before = await place();
  speaker.change({ source: { id: 'ST:9', type: 'ST', name: 'Low Water' } });
  speaker.change({ source }, { client: 'Ada’s phone', method: 'player.play' });
  await undo.waitFor();
  t.same(await place(), before, 'Pause does not move');
  const over = await undo.boundingBox();
  t.ok(over !== null && before !== null && over.y + over.height <= before.y, 'Undo stands above it');
  await undo.focus();
  await page.clock.runFor(11_000);
  await undo.waitFor({ state: 'detached' });
  t.equal(await focused(), 'Library', 'also when it goes by itself');

  await page.evaluate("location.hash = '#wall'");
  await page.getByRole('button', { name: 'Leave this view' }).press('Enter');
  await page.getByRole('button', { name: 'Playing', exact: true }).and(page.locator(':focus')).waitFor();
  t.equal(await focused(), 'Playing', 'after the wall');
  await page.evaluate("location.hash = '#wall'");
  await page.getByRole('button', { name: 'Leave this view' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation').waitFor();
  await page.context().close();

  const own = { id: 'a', name: 'Android phone', role: 'owner', createdMs: 1, self: true };
  speaker.answer('access.list', () => ({ clients: [own] }));
  const { page: fresh } = await visit(t, speaker, '#token=good-token&id=a');
  for (let asked = 0; asked < 2; asked += 1) {
    await fresh.getByRole('button', { name: 'Later' }).press('Enter');
    t.equal(await fresh.evaluate('document.activeElement.textContent'), 'Playing');
  }
  await fresh.locator('.note').waitFor({ state: 'detached' });
});

t.test('A focused row stands above the bars', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker, { viewport: { width: 390, height: 600 } });
  await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  const row = page.locator('.rows .row:visible').first();
  await row.waitFor();
  await row.focus();
  for (let at = 0; at < 8; at += 1) {
    await page.keyboard.press('Tab');
    const end = await page.evaluate<number>('document.activeElement.getBoundingClientRect().bottom');
    const bar = (await page.locator('.mini').boundingBox())?.y ?? 0;
    t.ok(end <= bar, `${end} of ${bar}`);
  }
});

t.test(
  'a tap meant for a row, or for Undo, meets neither the other nor what is under it',
  { skip },
  async t => {
    const speaker = await start(t);
    const page = await open(t, speaker, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.clock.install();
    speaker.answer('player.play', ({ sourceId }) => {
      const source = { id: String(sourceId), type: 'AL', name: `Album of ${String(sourceId)}` } as const;
      speaker.change(
        { source },
        { client: 'Mine', method: 'player.play', commandId: speaker.calls.at(-1)?.press?.commandId },
      );
      return { revision: speaker.revision };
    });
    const chosen = () =>
      speaker.calls.filter(({ method }) => method === 'player.play').map(({ params }) => params['sourceId']);
    await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
    await page.locator('.rows .row').nth(2).waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    // Time stands still but where it is told to go on: a busy machine would otherwise tap too late.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 100'));
    const appears = async () => {
      while ((await undo.count()) === 0) await page.clock.runFor(20);
    };
    speaker.change(
      { source: { id: 'AL:1', type: 'AL', name: 'Album 1' } },
      { client: 'Ada’s phone', method: 'player.play' },
    );
    await appears();
    const { x = 0, y = 0, width = 0, height = 0 } = (await undo.boundingBox()) ?? {};
    const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2);

    t.comment('the second of a double tap on the row that was there');
    await tap();
    await page.clock.runFor(500);
    await tap();
    t.same(chosen(), []);

    t.comment('a late one');
    await page.clock.runFor(9_700);
    t.equal(await undo.getAttribute('aria-disabled'), 'true');
    await tap();
    t.same(chosen(), [], 'it neither undoes nor chooses');
    await page.clock.runFor(1_000);
    await undo.waitFor({ state: 'detached' });

    t.comment('a double tap on Undo itself');
    const before = speaker.state.source?.id;
    speaker.change(
      { source: { id: 'AL:2', type: 'AL', name: 'Album 2' } },
      { client: 'Ada’s phone', method: 'player.play' },
    );
    await appears();
    await page.clock.runFor(1_000);
    await tap();
    await speaker.next('player.play');
    await tap();
    t.same(chosen(), [before]);

    t.comment('and what stood under it can be chosen when it has gone');
    await page.clock.runFor(1_000);
    await undo.waitFor({ state: 'detached' });
    await tap();
    await speaker.next('player.play');
  },
);

t.test('Ctrl and Z undo what was chosen, and what is typed in a field', { skip }, async t => {
  const speaker = await start(t);
  const page = await open(t, speaker);
  speaker.answer('player.play', () => ({ revision: speaker.revision }));
  const before = speaker.state.source?.id;
  speaker.change(
    { source: { id: 'AL:1', type: 'AL', name: 'Album 1' } },
    { client: 'Ada’s phone', method: 'player.play' },
  );
  await page.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
  await page.getByRole('navigation').getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('searchbox');
  await field.fill('low');
  await page.keyboard.press('Control+z');
  t.not(await field.inputValue(), 'low', 'in the field, its text');
  t.same(asked(speaker), []);
  await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  await page.keyboard.press('Control+Shift+z');
  t.same(asked(speaker), []);
  await page.keyboard.press('Control+z');
  t.same((await speaker.next('player.play')).params, { sourceId: before });
});
