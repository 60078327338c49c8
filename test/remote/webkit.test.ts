/** The main ways of a household, in the engine of an iPhone. */
import { randomInt } from 'node:crypto';
import t from 'tap';
import { findFreePort } from '../../src/cli/demo/network.js';
import { createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { setDay } from '../rigs/remote/day.js';
import { whenSo } from '../rigs/remote/onlooker.js';
import { isOfPhrases, LINES_OF_HEADING } from '../rigs/remote/phrases.js';
import { noWebKit, startWebKit } from '../rigs/remote/webkit.js';

const skip = noPlayer || noWebKit;
const TOKEN = 'fixed-token-of-the-onlooker';
/** The browser's own window is no narrower. */
const PHONE = { width: 447, height: 900 };
const ARROW_UP = '\uE013';
const VOLUME = '.volume input[type=range]';

/** What is pressed or typed into within a part of the page, and lies beyond the window, over another, or is too low,
 * but for what rounding takes from a box that moves. */
const misplacedIn = (part: string): string => `(() => {
  const each = [...document.querySelectorAll('${part} :is(button, input:not([type=hidden]), a.primary, summary)')]
    .filter(each => each.getClientRects().length > 0)
    .filter(each => each.matches('summary') || each.closest('details:not([open])') === null)
    .map(each => ({ name: each.innerText || each.type, box: each.getBoundingClientRect() }));
  const isOut = ({ left, top, right, bottom }) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  const isOver = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return [each.length, ...each.flatMap(({ name, box }, at) =>
    isOut(box) || box.height < 43.9 || each.slice(at + 1).some(next => isOver(box, next.box)) ? [name] : [])].join();
})()`;

t.test('A household with WebKit alone pairs, plays and comes back', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 90, profile: 'full' });
  // Nothing here answers for a name that ends in .local, and this browser asks the system.
  const port = await findFreePort(randomInt(20_000, 32_000));
  const agent = await rig.start({
    TONEARM_SERVICE_PROFILE: 'full',
    TONEARM_CONTROL_TOKEN: TOKEN,
    TONEARM_HTTP_PORT: `${port}`,
    TONEARM_REDIRECT_URI: `http://127.0.0.1:${port}/pair/callback`,
  });
  const onlooker = await rig.phone(agent, TOKEN, 'onlooker');
  const page = await startWebKit(t);
  await page.resize(PHONE);

  await t.test('Its browser draws the sign-in and the greeting whole, and pairs the speaker', async t => {
    async function isWhole(part: string, least: number, name: string): Promise<void> {
      const [count, ...misplaced] = (await page.evaluate<string>(misplacedIn(part))).split(',');
      t.ok(Number(count) >= least, `${name} has ${count} to press`);
      t.same(misplaced, [], name);
      t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name}: no wider`);
    }
    await page.goto(agent.url);
    await page.see('Sign in');
    await isWhole('main', 1, 'the page of the sign-in');
    await page.press('button', 'Sign in');
    await page.press('button', 'Allow');
    await page.press('link', 'Open the remote');
    await page.see('What should the others in the house call this device?');
    await isWhole('.welcome', 3, 'the greeting');
    const [field, form] = ['.welcome input', '.welcome'].map(
      each => `document.querySelector('${each}').getBoundingClientRect().width`,
    );
    t.ok(await page.evaluate(`${field} > 0.8 * ${form}`), 'a name has the width of the form');
    await page.press('button', 'Use this name');
    await page.see('Let in a second phone?');
    await isWhole('.note', 2, 'the next question');
    await page.press('button', 'Later');
  });

  await t.test('A touch plays, pauses and resumes a source', async () => {
    await page.press('button', 'Library');
    await page.pressAt('.tile, .row button');
    await whenSo(onlooker, ({ playbackStatus }) => playbackStatus === 'playing');
    await page.press('button', /^(Playing|Now playing|Player)$/);
    await page.press('button', 'Pause');
    await whenSo(onlooker, ({ playbackStatus }) => playbackStatus === 'paused');
    await page.press('button', 'Play');
    await whenSo(onlooker, ({ playbackStatus }) => playbackStatus === 'playing');
  });

  await t.test('A drag and a key change the volume', async t => {
    const { volume } = await whenSo(onlooker, () => true);
    await page.until(`document.querySelector('${VOLUME}') !== null`);
    await page.drag(VOLUME, volume / 100, 0.1);
    const lowered = await whenSo(onlooker, state => state.volume < volume);
    await page.evaluate('document.activeElement?.blur() ?? true');
    await page.type([ARROW_UP]);
    t.ok(await whenSo(onlooker, state => state.volume > lowered.volume));
  });

  await t.test('The moon sets the sleep timer and an alarm, and a number keeps what plays', async t => {
    await setDay(page, onlooker);
    t.match(await onlooker.call('preset.list'), { presets: [{ number: 1 }] });
    const { alarms } = (await onlooker.call('alarm.list')) as { alarms: readonly { sourceId?: string }[] };
    t.match(alarms, [{ sourceId: /^(?:ST|AL):/ }], 'of the library');
  });

  await t.test('The order of a list looks like the page, not like the system', async t => {
    await page.press('button', 'Library');
    await page.press('button', 'Collection');
    await page.until(`document.querySelector('.order select')?.getClientRects().length > 0`);
    const look = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.order select')).webkitAppearance`,
    );
    t.equal(look, 'none', 'no grey box of the system');
    await page.evaluate(`(each => {
      each.selectedIndex = 1;
      each.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    })(document.querySelector('.order select'))`);
    await page.until(`document.querySelector('.letters button, .counted:not(:empty)') !== null`);
    const { entries } = await page.evaluate<{ entries: string }>(
      `({ entries: document.querySelector('.counted').innerText })`,
    );
    t.match(entries, /entries|Loading/);
  });

  await t.test('A search finds sources of the service', async t => {
    await page.press('button', 'Search');
    await page.until(`document.querySelector('input[type=search]') !== null`);
    await page.evaluate(`document.querySelector('input[type=search]').focus() ?? true`);
    await page.type(Array.from('garden'));
    await page.until(`[...document.querySelectorAll('.row')].some(each => /garden/i.test(each.innerText))`);
    t.pass();
  });

  await t.test('Back leads from another site to the remote as it was', async t => {
    await page.evaluate(`(() => {
      window.said = [];
      const look = () => said.push(document.querySelector('.connection').textContent);
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      addEventListener('pageshow', ({ persisted }) => (window.isKept = persisted));
      return true;
    })()`);
    await page.goto('data:text/html,elsewhere');
    await page.back();
    await page.until(`document.querySelector('nav') !== null`);
    // Where the browser has kept the page, no loss is shown.
    t.not(await page.evaluate(`window.isKept === true && said.some(words => words !== 'Connected')`), true);
    t.comment(await page.evaluate(`String(window.isKept)`));
    await page.press('button', /^(Playing|Now playing|Player)$/);
    await page.press('button', 'Pause');
    t.ok(await whenSo(onlooker, ({ playbackStatus }) => playbackStatus === 'paused'));
  });

  await t.test('The wall shows what plays, and is left again', async t => {
    const origin = await page.evaluate<string>('location.origin');
    await page.goto(`${origin}/#wall`);
    await page.until(`document.querySelector('.wall') !== null`);
    t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no wider');
    await page.press('button', 'Leave this view');
    await page.until(`document.querySelector('.wall') === null`);
  });

  await t.test('Japanese headings break only between phrases, as in no other language', async t => {
    const lines = await page.evaluate<string>(LINES_OF_HEADING);
    t.ok(isOfPhrases(lines), lines.replaceAll('\n', ' / '));
  });

  await t.test('A link admits a guest with a browser of his own', async t => {
    const { link } = (await onlooker.call('access.invite', { role: 'guest' })) as { link: string };
    const guest = await startWebKit(t);
    await guest.resize(PHONE);
    await guest.goto(`${agent.url}/${new URL(link).hash}`);
    await guest.until(`document.querySelector('.player') !== null`);
    t.match(await onlooker.call('access.list'), { clients: [{ role: 'owner' }, { role: 'guest' }] });
  });
});
