/** The ways of a household, in the other browser that people have. */
import t from 'tap';
import { createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { type FirefoxPage, noFirefox, startFirefox } from '../rigs/remote/firefox.js';
import { setDay } from '../rigs/remote/day.js';
import { whenSo } from '../rigs/remote/onlooker.js';
import { isOfPhrases, LINES_OF_HEADING } from '../rigs/remote/phrases.js';
import { SIZES } from '../rigs/remote/sizes.js';

const skip = noPlayer || noFirefox;
const TOKEN = 'fixed-token-of-the-onlooker';
const PHONE = { width: 390, height: 844 };
const ARROW_UP = '\uE013';

async function signIn(page: FirefoxPage): Promise<void> {
  await page.press('button', 'Allow');
  await page.press('link', 'Open the remote');
  await page.see('What should the others in the house call this device?');
}

t.test('a household with Firefox alone', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 90, profile: 'full' });
  const agent = await rig.start({ TONEARM_SERVICE_PROFILE: 'full', TONEARM_CONTROL_TOKEN: TOKEN });
  const onlooker = await rig.phone(agent, TOKEN, 'onlooker');
  const firefox = await startFirefox(t);
  const ada = await firefox.visit(PHONE);
  const guest = await firefox.visit(PHONE);

  await t.test('pairs the speaker', async () => {
    await ada.goto(agent.url);
    await ada.press('button', 'Sign in');
    await signIn(ada);
    await ada.press('button', 'Use this name');
    await ada.see('Let in a second phone?');
    await ada.press('button', 'Later');
  });

  await t.test('plays, pauses and is made louder by keys', async t => {
    await ada.press('button', 'Library');
    await ada.pressAt('.tile, .row button');
    const { volume } = await whenSo(onlooker, ({ playbackStatus }) => playbackStatus === 'playing');
    await ada.press('button', /^(Playing|Now playing|Player)$/);
    await ada.press('button', 'Pause');
    await whenSo(onlooker, ({ playbackStatus }) => playbackStatus === 'paused');
    await ada.press('button', 'Play');
    await whenSo(onlooker, ({ playbackStatus }) => playbackStatus === 'playing');
    await ada.evaluate('document.activeElement.blur() ?? true');
    await ada.type([ARROW_UP]);
    t.ok(await whenSo(onlooker, state => state.volume > volume), 'louder');
  });

  await t.test('invites a guest by a link, who skips what plays', async t => {
    await ada.press('button', 'Speaker');
    await ada.press('button', 'A guest');
    await ada.press('button', 'One evening (6 hours)');
    await ada.press('button', 'Invite a phone');
    const shown = "[...document.querySelectorAll('input')].find(each => each.value.includes('#invite='))";
    await ada.until(`${shown} !== undefined`);
    const link = await ada.evaluate<string>(`${shown}.value`);
    await guest.goto(link);
    await guest.until(`document.querySelector('.player') !== null`);
    const { item } = await whenSo(onlooker, state => state.item !== null);
    await guest.press('button', 'Next');
    await whenSo(onlooker, state => state.item?.index !== item?.index);
    await ada.see('Guest ·');
    t.match(await onlooker.call('access.list'), {
      clients: [{ role: 'owner' }, { role: 'guest', expiresAtMs: Number }],
    });
  });

  await t.test('loses all that the phone kept, and is back by the account', async () => {
    await ada.forget();
    await ada.goto(`${await ada.evaluate<string>('location.origin')}/`);
    await ada.press('link', 'Sign in to that account');
    await ada.press('button', /^This is my account/);
    await signIn(ada);
    await ada.press('button', 'Later');
    await ada.see('Connected');
  });

  await t.test('has what is needed most in sight', async t => {
    for (const [wide, high, zoom = 1] of SIZES) {
      const size = { width: Math.floor(wide / zoom), height: Math.floor(high / zoom) };
      await guest.resize(size);
      const outside =
        await guest.evaluate<string>(`[...document.querySelectorAll('.player .controls button, .player .controls input')]
        .filter(each => each.getClientRects().length > 0)
        .map(each => [each, each.getBoundingClientRect()])
        .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
        .map(([each]) => each.getAttribute('aria-label')).join()`);
      t.equal(outside, '', `${size.width} × ${size.height}`);
      t.ok(await guest.evaluate(`document.querySelectorAll('.player .controls button').length > 2`));
      // A scroll bar takes its part of the width.
      t.ok(await guest.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no wider');
    }
  });

  await t.test('undoes what was chosen by mistake, and plays an earlier song again', async t => {
    const { source } = await whenSo(onlooker, state => state.source !== null);
    await ada.press('button', 'Library');
    const other = `[...document.querySelectorAll('.tile, .row button')]
      .find(each => !each.innerText.includes(${JSON.stringify(source?.name ?? '')}))`;
    await ada.until(`${other} !== undefined`);
    await ada.evaluate(`${other}.click() ?? true`);
    await whenSo(onlooker, state => state.source?.id !== source?.id);
    // It takes no second tap of a double one.
    await ada.until(`document.querySelector('.undo')?.ariaDisabled === 'false'`);
    await ada.press('button', 'Undo');
    const back = await whenSo(onlooker, state => state.source?.id === source?.id);
    await ada.press('button', 'Playing');
    await ada.press('button', 'Played before');
    await ada.pressAt('dialog .played:last-child .row');
    await whenSo(onlooker, state => state.source?.id !== back.source?.id || state.item !== back.item);
    await ada.until(`document.querySelector('dialog') === null`);
    t.equal(await ada.evaluate('document.querySelectorAll(".player").length'), 1);
  });

  await t.test('sees the speakers of the house, and goes back', async () => {
    await ada.pressAt('.speakers');
    await ada.see('No other speakers were found');
    await ada.evaluate('history.back() ?? true');
    await ada.until(`document.querySelector('dialog') === null`);
  });

  await t.test('has its timer, its alarms and its numbers', async t => {
    await setDay(ada, onlooker, async screen => {
      t.equal(await ada.findings(), '', screen);
      t.ok(await ada.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no wider');
    });
    t.match(await onlooker.call('preset.list'), { presets: [{ number: 1 }] });
    await ada.press('button', 'Collection');
    await ada.until(`document.querySelector('.rows .row')?.getClientRects().length > 0`);
    await ada.evaluate(`document.querySelector('.rows .row').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }))`);
    await ada.until("document.querySelector('dialog .preset:nth-child(2):enabled') !== null");
    t.equal(await ada.findings(), '', 'a number for an album');
    await ada.pressAt('dialog .preset:nth-child(2)');
    await ada.see('is now under 2.');
    await ada.press('button', 'Close');
    await ada.until(`document.querySelector('dialog') === null`);
    t.match(await onlooker.call('preset.list'), { presets: [{ number: 1 }, { number: 2 }] });
  });

  await t.test('is woken, and snoozes and stops what rings', async t => {
    const { alarms } = (await onlooker.call('alarm.list')) as { alarms: readonly { id: string }[] };
    for (const { id } of alarms) await onlooker.call('alarm.remove', { id });
    const at = new Date(Math.ceil((Date.now() + 5_000) / 60_000) * 60_000);
    const time = [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':');
    await onlooker.call('alarm.set', { time, preset: 1, volume: 20 });
    await whenSo(onlooker, ({ alarm }) => alarm?.ringing === true, 66_000);
    await ada.until(`document.querySelector('.ringing .snooze') !== null`);
    const least = await ada.evaluate<number>(
      `Math.min(...['.snooze', '.dismiss'].map(each => document.querySelector(each).getBoundingClientRect().height))`,
    );
    t.ok(least >= 100, `the lower of the two buttons has ${least} pixels`);
    t.equal(await ada.findings(), '', 'what rings');
    await ada.pressAt('.ringing .snooze');
    await whenSo(onlooker, ({ alarm }) => alarm?.ringing === false);
    await ada.until(`document.querySelector('.ringing') === null`);
    await onlooker.call('alarm.dismiss');
  });

  await t.test('is told that the speaker does not respond, and that it does again', async t => {
    agent.child.kill('SIGSTOP');
    await ada.see('The speaker is not responding');
    t.equal(await ada.evaluate(`document.querySelector('.transport .big').disabled`), true);
    agent.child.kill('SIGCONT');
    await ada.see('Connected');
    await ada.until(`!document.querySelector('.transport .big').disabled`);
  });

  await t.test('gives axe-core nothing to find, screen by screen', async t => {
    for (const name of ['Library', 'Search', 'Speaker', 'Playing']) {
      await ada.press('button', name);
      await ada.until(`document.querySelector('[aria-current]')?.innerText === ${JSON.stringify(name)}`);
      t.equal(await ada.findings(), '', name);
    }
    await ada.goto(`${await ada.evaluate<string>('location.origin')}/#wall`);
    await ada.until(`document.querySelector('.wall') !== null`);
    t.equal(await ada.findings(), '', 'the wall');
    await ada.press('button', 'Leave this view');
    await ada.until(`document.querySelector('.wall') === null`);
  });

  await t.test('reads from right to left in Arabic', async t => {
    const page = await firefox.visit(PHONE, 'ar');
    await page.goto(agent.url);
    await page.until(`document.documentElement.lang === 'ar'`);
    t.equal(await page.evaluate('getComputedStyle(document.body).direction'), 'rtl');
    t.strictSame(page.complaints, []);
  });

  await t.test('breaks Japanese headings between phrases alone', async t => {
    const lines = await ada.evaluate<string>(LINES_OF_HEADING);
    t.ok(isOfPhrases(lines), lines.replaceAll('\n', ' / '));
  });

  // That the page of pairing is gone is how it answers a paired speaker; the service's own pages have no icon.
  const isKnown = (line: string): boolean =>
    /410|Gone/.test(line) || (line.includes('/favicon.ico') && !line.includes(`:${agent.port}/`));
  t.strictSame(
    [...ada.complaints, ...guest.complaints].filter(line => !isKnown(line)),
    [],
  );
});
