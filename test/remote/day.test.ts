/** The day on the remote, with the whole program and its service. */
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { noBrowser } from '../rigs/remote/page.js';
import { sharedBrowser } from '../rigs/remote/visit.js';
import { createVisitor, withAccounts } from '../rigs/remote/visitor.js';

const skip = noPlayer || noBrowser;

/** The next minute that is at least half a minute away, as clocks here show it. */
function soon(): string {
  const at = new Date(Math.ceil((Date.now() + 30_000) / 60_000) * 60_000);
  return [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':');
}

t.test('A household stores a preset, wakes with it, snoozes, and falls asleep', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 300, profile: 'full' });
  const testbed = await rig.ready({ TONEARM_SERVICE_PROFILE: 'full' });
  const { agent, token, phone } = testbed;
  const visitor = await createVisitor(await sharedBrowser(), 'phone');
  const { page, show } = visitor;
  await withAccounts({ visitors: [visitor], agent }, async () => {
    await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
    const { source } = await phone.until('sounding', isSounding);
    await page.goto(`${agent.url}/#token=${encodeURIComponent(token)}`);

    t.comment('store it');
    await show('Library');
    await page.getByRole('button', { name: 'Presets', exact: true }).click();
    await page.getByRole('button', { name: '1 free' }).click({ delay: 900 });
    await page.getByText('is now under 1.').waitFor();
    t.match(await phone.call('preset.list', {}), { presets: [{ number: 1, source: { id: source?.id } }] });

    t.comment('wake with it');
    await page.getByRole('button', { name: 'Sleep timer and alarms' }).click();
    await page.getByRole('button', { name: 'New alarm' }).click();
    const form = page.getByRole('dialog', { name: 'New alarm' });
    await form.getByLabel('Time', { exact: true }).fill(soon());
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await form.getByRole('button', { name: day }).click();
    await form.getByRole('button', { name: /^1 · / }).click();
    await form.getByLabel('Volume').fill('20');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Once · 1 · / }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Next alarm/ }).waitFor();
    await phone.call('player.stop');
    const ringing = page.getByRole('dialog', { name: /An alarm is ringing/ });
    await ringing.getByRole('button', { name: /Snooze/ }).click({ timeout: 150_000 });
    const { alarm } = await phone.until('snoozed', state => state.alarm?.ringing === false);
    t.ok(Number(alarm?.atMs) > Date.now() + 8 * 60_000, 'for nine minutes');
    await page.getByRole('button', { name: /^Next alarm/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Sleep timer and alarms' });
    await sheet.getByText(/^Snoozed until/).waitFor();
    await sheet.getByRole('button', { name: 'Stop' }).click();
    await phone.until('ended', state => state.alarm === null);

    t.comment('fall asleep');
    await sheet.getByRole('button', { name: '15 mins' }).click();
    await phone.until('set', state => state.sleep !== null);
    await sheet.getByRole('button', { name: 'Turn off' }).click();
    await phone.until('off', state => state.sleep === null);
    await page.keyboard.press('Escape');

    t.comment('say a text: with the speech program, or saying that it is missing');
    await show('Speaker');
    const panel = page.getByRole('region', { name: 'Announcement' });
    await panel.getByLabel('What is to be said').fill('Dinner is ready.');
    await panel.getByRole('button', { name: 'Say it' }).click();
    const outcomes = [
      panel.getByText('The speaker is saying it.').waitFor(),
      panel.getByText('espeak-ng is not installed').waitFor(),
    ];
    await Promise.any(outcomes);
    for (const outcome of outcomes) outcome.catch(() => undefined);
    t.strictSame(visitor.complaints, []);
  });
});

t.test('The remote says until when the quiet hours of the speaker last', { skip }, async t => {
  const hour = (ahead: number): string => String((new Date().getHours() + ahead + 24) % 24).padStart(2, '0');
  const rig = await createRig(t);
  const { agent, token, phone } = await rig.ready({
    TONEARM_QUIET_HOURS: `${hour(-1)}:00-${hour(2)}:00`,
    TONEARM_QUIET_VOLUME_MAX: '15',
  });
  t.match(await phone.call('system.info'), {
    quietHours: { from: `${hour(-1)}:00`, to: `${hour(2)}:00`, volumeMax: 15 },
  });
  const { page } = await createVisitor(await sharedBrowser(), 'phone');
  await page.goto(`${agent.url}/#token=${encodeURIComponent(token)}`);
  await page
    .locator('.player .ceiling')
    .getByText(`Quiet until ${hour(2)}:00, up to 15%`)
    .waitFor();
});
