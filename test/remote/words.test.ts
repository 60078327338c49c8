/** The remote in every language that it speaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { type Language, LANGUAGES } from '../../src/lib/languages.js';
import { lastUseWords } from '../../src/remote/browser/words/days.js';
import { loadWords } from '../../src/remote/browser/words/words.js';
import { startHousehold } from '../rigs/remote/household.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { openWindow, visit } from '../rigs/remote/visit.js';
import { drag, placeOn } from '../rigs/remote/slider.js';

/** Of the page that the functions of this test run in. */
declare function getComputedStyle(
  each: unknown,
  part?: string,
): {
  readonly transform: string;
  readonly direction: string;
  readonly textAlign: string;
  readonly wordBreak: string;
  getPropertyValue(name: string): string;
};

/** What the screens of a language say: the player, its buttons, the sections, why it is silent, what is counted. */
async function saidIn(language: Language): Promise<(name: string) => string> {
  const words = await loadWords([LOCALES[language]]);
  await words.rest();
  const { say } = words;
  const said = new Map([
    ['player', say('nowPlaying')],
    ['next', say('next')],
    ['speaker', say('speaker')],
    ['library', say('library')],
    ['paused', say('silence.paused')],
    ['invite', say('invite')],
    ['followers', say('followers', { count: 3 })],
    ['following', say('following', { count: 1 })],
    ['used', lastUseWords(words, 0, 3 * 3_600_000)],
  ]);
  return name => said.get(name) ?? '';
}
/** Tags that browsers ask by; Arabic with the digits that the test knows. */
const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  ja: 'ja-JP',
  ar: 'ar-AE',
};
/** Where the line begins that says whose account it is, and where the heading over it does. */
const EDGES = `[...document.querySelectorAll('.whose, h2.heading')].filter(each => each.getClientRects().length > 0).slice(-2)
  .map(each => {
    const text = document.createRange();
    text.selectNodeContents(each);
    const { left, right } = text.getBoundingClientRect();
    return Math.round(document.dir === 'rtl' ? right : left);
  })`;

for (const language of LANGUAGES)
  t.test(`${language}: the player, the library and the speaker say it`, { skip }, async t => {
    const speaker = await startHousehold(t);
    const said = await saidIn(language);
    const options = { viewport: { width: 320, height: 568 }, locale: LOCALES[language] };
    const { page, complaints } = await visit(t, speaker, undefined, options);
    await page.getByRole('region', { name: said('player') }).waitFor();
    t.equal(await page.locator('html').getAttribute('lang'), language);
    t.equal(await page.locator('html').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr');
    await page.getByRole('button', { name: said('next'), exact: true }).waitFor();
    speaker.change({ silenceReason: 'paused', playbackStatus: 'paused' });
    await page.getByText(said('paused')).waitFor();
    const show = (name: string) =>
      page
        .getByRole('navigation')
        .getByRole('button', { name: said(name), exact: true })
        .click();
    await show('library');
    await page.getByText('Far Shore').first().waitFor();
    await show('speaker');
    const title = page.locator('#phones');
    await title.waitFor();
    const [whose, heading] = await page.evaluate<readonly [number, number]>(EDGES);
    t.equal(whose, heading, 'both begin at one edge');
    const breaks = await title.evaluate(each => getComputedStyle(each).wordBreak);
    t.equal(breaks, language === 'ja' ? 'auto-phrase' : 'normal', 'a heading breaks between words');
    for (const name of ['followers', 'following', 'used', 'invite'])
      await page.getByText(said(name)).first().waitFor();
    t.same(complaints, []);
  });

t.test('The page in Arabic puts the first thing right and points the way', { skip }, async t => {
  const speaker = await startHousehold(t);
  const { page } = await visit(t, speaker, undefined, { locale: LOCALES.ar });
  const leftOf = async (name: string): Promise<number> =>
    (await page.getByRole('button', { name, exact: true }).first().boundingBox())?.x ?? NaN;
  await page.getByRole('button', { name: 'السابق', exact: true }).waitFor();
  t.ok((await leftOf('السابق')) > (await leftOf('التالي')), 'previous is on the right of next');
  const turned = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .first()
      .locator('path')
      .evaluate(path => getComputedStyle(path).transform);
  for (const name of ['السابق', 'التالي', 'تقديم 15 ثانية', 'كتم الصوت'])
    t.match(await turned(name), /^matrix\(-1/, name);
  for (const name of ['إيقاف مؤقت', 'أعجبني', 'التشغيل من البداية'])
    t.equal(await turned(name), 'none', name);

  t.comment('sliders: more is further to the left, for the hand, the eye and the keys');
  const volume = page.getByRole('slider', { name: 'مستوى الصوت' });
  const { x, y } = await placeOn(volume, 0.25);
  await page.mouse.click(x, y);
  t.same(
    (await speaker.next('player.setVolume')).params,
    { volume: 45 },
    'a touch on the left: a little more',
  );
  speaker.change({ volume: 45 });
  await page.locator('.level').getByText('45').waitFor();
  // How far it goes, if at all, depends on how many of the hand's moves a busy machine hears.
  while (Number(await page.locator('.level').innerText()) <= 45) {
    await drag(page, volume, 0.55, 0.25);
    await sleep(50);
  }
  const onward = await page
    .locator('html')
    .evaluate(each => getComputedStyle(each).getPropertyValue('--onward'));
  t.equal(onward.trim(), 'to left', 'it fills from the right');

  t.comment('names keep their own direction');
  const title = page.getByRole('heading', { level: 2, name: 'أغنية الصباح' });
  t.equal(await title.getAttribute('dir'), 'auto');
  t.equal(await title.evaluate(each => getComputedStyle(each).direction), 'rtl');
  t.equal(
    await page
      .locator('.credit bdi')
      .first()
      .evaluate(each => getComputedStyle(each).direction),
    'ltr',
  );

  t.comment('and stand where a line begins');
  await page.getByRole('banner').getByRole('button').first().click();
  const lines = page.getByRole('dialog').locator('.lines .name');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  for (const line of await lines.all())
    t.equal(await line.evaluate(each => getComputedStyle(each).textAlign), 'right');
});

t.test('plural forms of Arabic, as followers come', { skip }, async t => {
  const speaker = await startHousehold(t);
  const { page } = await visit(t, speaker, undefined, { locale: LOCALES.ar });
  for (const [count, text] of [
    [0, 'لا متابعين'],
    [1, 'متابع واحد'],
    [2, 'متابعان'],
    [3, '3 متابعين'],
    [11, '11 متابعًا'],
    [100, '100 متابع'],
  ] as const) {
    speaker.answer('library.profile', () => ({
      id: 'LI:1',
      fullname: 'Ada',
      displayName: 'ada',
      bio: null,
      imageUrl: null,
      private: false,
      followers: Array.from({ length: count }, () => ({ fullname: 'x' })),
      following: [],
    }));
    await page.getByRole('navigation').getByRole('button', { name: 'السماعة' }).click();
    await page.locator('.people').first().getByText(text, { exact: true }).waitFor();
    await page.getByRole('navigation').getByRole('button', { name: 'المكتبة' }).click();
  }
});

t.test('a browser fetches its own language alone; one that does not come is English', { skip }, async t => {
  const speaker = await startHousehold(t);
  const page = await openWindow(t, { locale: 'fr-FR' });
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  const url = `http://127.0.0.1:${speaker.port}/#token=good-token`;
  await page.goto(url);
  await page.getByRole('region', { name: 'En cours de lecture' }).waitFor();
  const words = () => [...new Set(asked.flatMap(each => /words-[a-z]{2}\.js$/.exec(each)?.[0] ?? []))];
  t.same(words(), ['words-fr.js']);

  await page.route('**/words-fr.js', route => route.abort('connectionreset'));
  await page.goto('about:blank');
  asked.length = 0;
  await page.goto(url);
  await page.getByRole('region', { name: 'Now playing' }).waitFor();
  t.equal(await page.locator('html').getAttribute('lang'), 'en');
  t.same(words(), ['words-fr.js', 'words-en.js']);

  t.comment('and none at all is said by the page itself, in its language');
  await page.route('**/words-*.js', route => route.abort('connectionreset'));
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByRole('alert').getByText('La télécommande ne s’est pas chargée entièrement.').waitFor();
  await page.unroute('**/words-*.js');
  await page.unroute('**/words-fr.js');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await page.getByRole('region', { name: 'En cours de lecture' }).waitFor();
});

t.test('digits of any keyboard are digits of an invitation', { skip }, async t => {
  const speaker = await startHousehold(t);
  const { page } = await visit(t, speaker, '', { locale: LOCALES.ar });
  speaker.answer('access.claim', () => ({ token: 'good-token', id: 'a', role: 'owner' }));
  await page.getByLabel('ستة أرقام').fill('٠٤٩ ٣٠٢');
  await page.getByRole('button', { name: 'اسمح لي بالدخول' }).click();
  t.match((await speaker.next('access.claim')).params, { code: '049302', name: 'حاسوب لينكس' });
});
