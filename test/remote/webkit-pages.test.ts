/** Single screens in the engine of an iPhone, of a speaker that plays nothing. */
import t, { type Test } from 'tap';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { WATCH_BACK } from '../rigs/remote/back.js';
import { startHousehold } from '../rigs/remote/household.js';
import { noWebKit as skip, startWebKit, type WebKitPage } from '../rigs/remote/webkit.js';

/** The browser's own window is no narrower. */
const PHONE = { width: 447, height: 900 };
const [ESCAPE, SHIFT, ENTER, ARROW_LEFT] = ['\uE00C', '\uE008', '\uE007', '\uE012'];
const VOLUME = '.volume input[type=range]';
const IS_NARROW = 'document.documentElement.scrollWidth <= innerWidth';

async function visit(t: Test, locale?: string): Promise<{ page: WebKitPage; speaker: FakeSpeaker }> {
  const speaker = await startHousehold(t);
  const page = await startWebKit(t, locale);
  await page.resize(PHONE);
  await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
  await page.until(`document.querySelector('.transport .big:enabled') !== null`);
  return { page, speaker };
}

/** Computed for an element. */
const styleOf = (element: string, property: string): string =>
  `getComputedStyle(${element}).getPropertyValue('${property}').trim()`;
const one = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;
const named = (name: string): string => one(`button[aria-label="${name}"]`);
/** Where the text of an element ends at its left and right. */
const textOf = (element: string): string => `(each => {
  const text = document.createRange();
  text.selectNodeContents(each);
  return text.getBoundingClientRect().toJSON();
})(${element})`;

t.test('WebKit puts the first thing of an Arabic page right, and points the way', { skip }, async t => {
  const { page, speaker } = await visit(t, 'ar_AE');
  const { documentElement } = await page.evaluate<{ documentElement: readonly string[] }>(
    `({ documentElement: [document.documentElement.lang, document.documentElement.dir] })`,
  );
  t.same(documentElement, ['ar', 'rtl']);
  t.ok(await page.evaluate(IS_NARROW), 'the player is no wider');
  const leftOf = (name: string) => page.evaluate<number>(`${named(name)}.getBoundingClientRect().left`);
  t.ok((await leftOf('السابق')) > (await leftOf('التالي')), 'previous is on the right of next');
  const turned = (name: string) =>
    page.evaluate<string>(styleOf(`${named(name)}.querySelector('path')`, 'transform'));
  for (const name of ['السابق', 'التالي', 'تقديم 15 ثانية', 'كتم الصوت'])
    t.match(await turned(name), /^matrix\(-1/, name);
  for (const name of ['إيقاف مؤقت', 'أعجبني', 'التشغيل من البداية'])
    t.equal(await turned(name), 'none', name);

  t.comment('more of a slider is further to the left, for the eye, the hand and the keys');
  t.equal(await page.evaluate(styleOf('document.documentElement', '--onward')), 'to left');
  speaker.answer('player.setVolume', ({ volume }) => {
    speaker.change({ volume: Number(volume) });
    return { revision: speaker.revision };
  });
  await page.drag(VOLUME, 0.9, 0.7);
  await page.until(`Number(${one('.level')}.innerText) > 45`);
  await page.evaluate('document.activeElement?.blur() ?? true');
  await page.type([ARROW_LEFT]);
  t.same((await speaker.next('player.seek')).params, { offsetMs: 15_000 });

  t.comment('names keep their own direction');
  const title = one('.player h2[dir=auto]');
  t.match(await page.evaluate<string>(`${title}.innerText`), /أغنية الصباح/);
  t.equal(await page.evaluate(styleOf(title, 'direction')), 'rtl');
  t.equal(await page.evaluate(styleOf(one('.credit bdi'), 'direction')), 'ltr');

  t.comment('and stand where a line begins');
  await page.pressAt('header button');
  await page.until(`${one('dialog a.row')} !== null`);
  const line = one('dialog a.row .name');
  t.equal(await page.evaluate(styleOf(line, 'text-align')), 'right');
  const { text, box } = await page.evaluate<Record<'text' | 'box', { left: number; right: number }>>(
    `({ text: ${textOf(line)}, box: ${line}.getBoundingClientRect().toJSON() })`,
  );
  t.ok(box.right - text.right <= 1 && text.left - box.left > 1, `${text.left} to ${text.right}`);
  t.ok(await page.evaluate(IS_NARROW), 'the rooms are no wider');
});

t.test('WebKit draws a Hebrew name within a line that is read from the left', { skip }, async t => {
  const { page, speaker } = await visit(t);
  const [artist, album] = ['עננים נמוכים', '☀️ / 🌧️'];
  speaker.answer('library.collection', () => ({
    items: [{ id: 'TR:1', type: 'TR', name: 'Rain', artist, album }],
  }));
  t.equal(await page.evaluate(styleOf(one('.player h2[dir=auto]'), 'direction')), 'rtl', 'the title');
  t.equal(await page.evaluate('document.documentElement.dir'), 'ltr');
  await page.press('button', 'Library');
  await page.see(album);
  const sub = `[...document.querySelectorAll('.row .sub')].find(each => each.textContent.includes('${artist}'))`;
  const { said, lefts } = await page.evaluate<{ said: string; lefts: readonly number[] }>(`(sub => ({
    said: sub.textContent,
    lefts: ['Song', '${artist}', '${album}'].map(part => {
      const each = document.createTreeWalker(sub, NodeFilter.SHOW_TEXT);
      while (each.nextNode()) {
        const at = each.currentNode.data.indexOf(part);
        if (at === -1) continue;
        const text = document.createRange();
        text.setStart(each.currentNode, at);
        text.setEnd(each.currentNode, at + part.length);
        return text.getBoundingClientRect().left;
      }
    }),
  }))(${sub})`);
  t.equal(said, `Song · ${artist} · ${album}`);
  t.same(
    lefts.toSorted((a, b) => a - b),
    lefts,
    'in the order in which they are read',
  );
});

t.test('WebKit brings the page back as it was, and its first press arrives', { skip }, async t => {
  const { page, speaker } = await visit(t);
  await page.see('Connected');
  await page.evaluate(`(() => { ${WATCH_BACK} return true; })()`);
  await page.goto(`http://localhost:${speaker.port}/favicon.ico`);
  await page.back();
  await speaker.next('player.pause');
  t.equal(await page.evaluate('window.isKept'), true, 'the browser kept the page');
  t.same(await page.evaluate('said'), ['Connected']);
  t.equal(speaker.sessions, 1, 'the old connection is gone');
  t.equal(speaker.connections, 2);
});

t.test('An owner with WebKit invites a guest by terms of his own', { skip }, async t => {
  const { page, speaker } = await visit(t);
  await page.press('button', 'Speaker');
  await page.press('button', 'A guest');
  await page.press('button', 'One day');
  await page.pressAt('details:has(.terms) summary');
  await page.press('button', '50%');
  t.ok(await page.evaluate(IS_NARROW), 'the terms are no wider');
  await page.press('button', 'Invite a phone');
  t.same((await speaker.next('access.invite')).params, {
    role: 'guest',
    validMs: 86_400_000,
    volumeMax: 50,
  });
  await page.see('Guest · One day · up to 50%');
  await page.until(`${one('.invitation svg')} !== null`);
  t.ok(await page.evaluate(IS_NARROW), 'the invitation is no wider');
});

t.test('An owner with WebKit stores a preset by a long press and by keys', { skip }, async t => {
  const { page, speaker } = await visit(t);
  await page.press('button', 'Library');
  await page.until(`${one('.rows .row')} !== null`);
  const dialog = "document.querySelector('dialog')";
  const close = async () => {
    await page.type([ESCAPE]);
    await page.until(`${dialog} === null`);
  };
  const store = async (number: number) => {
    const preset = `dialog .preset:nth-child(${number})`;
    await page.until(`${one(`${preset}:enabled`)} !== null`);
    await page.pressAt(preset);
    t.match((await speaker.next('preset.set')).params, { number });
    await page.see(`is now under ${number}.`);
    await close();
  };
  await page.hold('.rows .row');
  await page.see('Press the number for “Far Shore”.');
  await store(2);
  await page.evaluate(`${one('.rows .row')}.focus() ?? true`);
  await page.type([`${SHIFT}${ENTER}`]);
  await store(3);
  t.equal(speaker.calls.filter(({ method }) => method === 'player.play').length, 0, 'nothing is played');
});
