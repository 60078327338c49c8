/** The day on the remote: the sleep timer, and an alarm that comes, rings and is silenced. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { fail, type FakeSpeaker } from '../fakes/speaker/server.js';
import { playingState } from '../fakes/speaker/state.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { startSpeaker, visitPlayer } from '../rigs/remote/visit.js';

const MINUTE_MS = 60_000;

async function start(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t, {
    state: playingState({ position: { positionMs: 60_000, atMs: Date.now(), rate: 1 } }),
  });
  speaker.answer('alarm.list', () => ({ alarms: [] }));
  speaker.answer('preset.list', () => ({ presets: [] }));
  speaker.answer('library.recent', () => ({ items: [] }));
  return speaker;
}

const moon = (page: Page) => page.locator('.moon');

t.test('The moon sets a sleep timer, shows what remains, and turns it off', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker);
  await moon(page).click();
  const sheet = page.getByRole('dialog', { name: 'Sleep timer and alarms' });
  await sheet.getByRole('button', { name: '30 mins' }).click();
  t.same((await speaker.next('timer.sleep')).params, { afterMs: 30 * MINUTE_MS });
  speaker.change({ sleep: { endsAtMs: speaker.state.position.atMs + 30 * MINUTE_MS } });
  await sheet.getByText(/^Pauses in 30 minutes, at \d\d:\d\d$/).waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.locator('.moon', { hasText: '30 min' }).waitFor();
  t.equal(await page.evaluate("document.activeElement.matches('.moon')"), true, 'the focus is back');
  t.strictSame(await findingsOf(page), []);
  await moon(page).click();
  t.strictSame(await findingsOf(page), []);
  await sheet.getByRole('button', { name: 'Turn off' }).click();
  t.same((await speaker.next('timer.sleep')).params, {});
  speaker.change({ sleep: null });
  await sheet.getByRole('button', { name: 'Turn off' }).waitFor({ state: 'detached' });
  await sheet.getByRole('button', { name: 'When this ends' }).click();
  t.same((await speaker.next('timer.sleep')).params, { afterItem: true });
  await sheet.getByRole('button', { name: 'At a time' }).click();
  const inTwoHours = new Date(Date.now() + 120 * MINUTE_MS);
  const [hour, minute] = [inTwoHours.getHours(), inTwoHours.getMinutes()];
  await sheet
    .getByLabel('Time', { exact: true })
    .fill([hour, minute].map(part => String(part).padStart(2, '0')).join(':'));
  await sheet.getByRole('button', { name: 'Set' }).click();
  const { afterMs } = (await speaker.next('timer.sleep')).params;
  t.ok(Number(afterMs) > 118 * MINUTE_MS && Number(afterMs) <= 120 * MINUTE_MS, String(afterMs));
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

/** The width and height of what fills most of the screen, the largest first. */
const LARGEST = `[...document.querySelectorAll('button')]
  .filter(each => each.checkVisibility() && (document.querySelector('dialog[open]')?.contains(each) ?? true))
  .map(each => [each.querySelector('b')?.textContent ?? each.ariaLabel ?? each.textContent, each.offsetWidth * each.offsetHeight])
  .sort(([, a], [, b]) => b - a)`;

t.test(
  'An alarm is announced, rings over any screen, and is silenced by the largest buttons',
  { skip },
  async t => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 320, height: 568 },
      { width: 667, height: 375 },
    ]) {
      const speaker = await start(t);
      const atMs = Date.now() + 5 * MINUTE_MS;
      speaker.change({ alarm: { id: 'a', atMs, ringing: false, fallback: false } });
      const page = await visitPlayer(t, speaker, { viewport });
      await page.getByRole('button', { name: /^Next alarm: \d\d:\d\d$/ }).waitFor();
      await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
      speaker.change({ alarm: { id: 'a', atMs, ringing: true, fallback: true } });
      const ringing = page.getByRole('dialog', { name: /An alarm is ringing/ });
      await ringing.getByText('so a tone sounds').waitFor();
      const [first, second, third] = await page.evaluate<readonly (readonly [string, number])[]>(LARGEST);
      t.strictSame([first?.[0], second?.[0]].sort(), ['Snooze', 'Stop']);
      const screen = viewport.width * viewport.height;
      t.ok(Number(second?.[1]) > screen / 8 && Number(second?.[1]) > 4 * Number(third?.[1]));
      t.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
      t.strictSame(await findingsOf(page), []);
      t.equal(await page.evaluate('document.activeElement.className'), 'snooze', 'Enter snoozes');

      t.comment('it can be put aside, and comes back');
      await page.keyboard.press('Escape');
      await ringing.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'An alarm is ringing' }).click();
      speaker.answer('alarm.snooze', () => fail(2007, 'offline', 'No network.'));
      await ringing.getByRole('button', { name: 'Snooze' }).click();
      await ringing.getByText('The speaker cannot reach the music service.').waitFor();
      speaker.answer('alarm.snooze', () => ({ revision: speaker.revision }));
      await ringing.getByRole('button', { name: 'Snooze' }).click();
      await speaker.next('alarm.snooze');
      await ringing.waitFor({ state: 'detached' });
      speaker.change({ alarm: { id: 'a', atMs: atMs + 9 * MINUTE_MS, ringing: false, fallback: false } });
      speaker.change({ alarm: { id: 'a', atMs, ringing: true, fallback: false } });
      await ringing.getByText('Slow Tide · The Lanterns').waitFor();
      await ringing.getByRole('button', { name: 'Stop' }).click();
      await speaker.next('alarm.dismiss');
      speaker.change({ alarm: null });
      await ringing.waitFor({ state: 'detached' });
      await page.context().close();
    }
  },
);

t.test('An alarm rings over the wall, too', { skip }, async t => {
  const speaker = await start(t);
  const page = await visitPlayer(t, speaker);
  await page.evaluate("location.hash = '#wall'");
  await page.locator('.wall').waitFor();
  speaker.change({ alarm: { id: 'a', atMs: Date.now(), ringing: true, fallback: false } });
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await speaker.next('alarm.dismiss');
});

t.test('An owner sets, changes, turns off and removes alarms', { skip }, async t => {
  const speaker = await start(t);
  const alarms: Record<string, unknown>[] = [];
  speaker.answer('alarm.list', () => ({ alarms }));
  speaker.answer('preset.list', () => ({
    presets: [{ number: 3, source: { id: 'ST:3', type: 'ST', name: 'Morning Radio' } }],
  }));
  speaker.answer('alarm.set', params => {
    alarms.splice(0, alarms.length, { id: 'a', ...params });
    return { id: 'a' };
  });
  const page = await visitPlayer(t, speaker);
  await moon(page).click();
  await page.getByText('No alarm is set.').waitFor();
  await page.getByRole('button', { name: 'New alarm' }).click();
  const form = page.getByRole('dialog', { name: 'New alarm' });
  t.strictSame(await findingsOf(page), []);
  await form.getByLabel('Time', { exact: true }).fill('06:45');
  await form.getByRole('button', { name: 'Saturday' }).click();
  await form.getByRole('button', { name: 'Monday' }).click();
  await form.getByRole('button', { name: '3 · Morning Radio' }).click();
  await form.getByLabel('Volume').fill('25');
  await form.getByRole('button', { name: 'Save' }).click();
  const { params } = await speaker.next('alarm.set');
  t.same(params, { time: '06:45', days: [2, 3, 4, 5, 6], preset: 3, volume: 25, enabled: true });
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('button', { name: /06:45/ });
  await row.getByText('Tue, Wed, Thu, Fri, Sat · 3 · Morning Radio · 25%').waitFor();
  t.strictSame(await findingsOf(page), []);

  await page.getByRole('switch', { name: 'Alarm at 06:45' }).click();
  t.match((await speaker.next('alarm.set')).params, { id: 'a', preset: 3, enabled: false });
  await page.locator('[role="switch"][aria-checked="false"]').waitFor();
  await row.click();
  await page.getByRole('dialog', { name: 'Alarm', exact: true }).waitFor();
  speaker.answer('alarm.remove', () => {
    alarms.length = 0;
    return {};
  });
  await page.getByRole('button', { name: 'Remove this alarm' }).click();
  t.same((await speaker.next('alarm.remove')).params, { id: 'a' });
  await page.getByText('No alarm is set.').waitFor();
  t.comment('Back closes the sheet');
  await page.evaluate('history.back()');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

t.test('A snoozed alarm says until when, and can be ended', { skip }, async t => {
  const speaker = await start(t);
  const atMs = Date.now() + 4 * MINUTE_MS;
  speaker.answer('alarm.list', () => ({
    alarms: [{ id: 'a', time: '07:00', enabled: true, nextAtMs: atMs + 1_000 * MINUTE_MS }],
  }));
  speaker.change({ alarm: { id: 'a', atMs, ringing: false, fallback: false } });
  const page = await visitPlayer(t, speaker);
  await page.getByRole('button', { name: /^Next alarm/ }).click();
  await page.getByText(/^Snoozed until/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await speaker.next('alarm.dismiss');
});

t.test('A guest sets the sleep timer and sees the next alarm, and no more of alarms', { skip }, async t => {
  const speaker = await start(t);
  speaker.opened = { role: 'guest', id: 'g' };
  speaker.change({ alarm: { id: 'a', atMs: Date.now() + MINUTE_MS, ringing: false, fallback: false } });
  const page = await visitPlayer(t, speaker);
  await page.getByText(/^Next alarm/).waitFor();
  await moon(page).click();
  await page.getByRole('heading', { name: 'Sleep timer', exact: true }).waitFor();
  t.equal(await page.getByRole('heading', { name: 'Alarms', exact: true }).count(), 0);
  t.equal(speaker.calls.filter(({ method }) => method === 'alarm.list').length, 0);
});
