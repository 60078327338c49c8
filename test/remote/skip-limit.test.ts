/** At the skip limit: the press that met it is answered, the next one is not offered, and a thumb is one thing, a skip another. */
import { test } from 'tap';
import { isAt } from '../fakes/phones/phone.js';
import { openTestbed } from '../rigs/agent/full.js';
import { aStation, skip as noPlayer } from '../rigs/agent/rig.js';
import { noBrowser } from '../rigs/remote/page.js';
import { visit } from '../rigs/remote/visit.js';

const skip = noPlayer || noBrowser;
const TOKEN = 'fixed-token-of-the-phone';

void test('no skip is left: next is off and says why, a thumb down is taken all the same', {
  skip,
}, async t => {
  const environment = { TONEARM_CONTROL_TOKEN: TOKEN };
  const { phone, rig, agent } = await openTestbed(t, { trackSeconds: 90, skipLimit: 1 }, environment);
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.until('sounding', isAt(0));
  rig.device.allow(['SKIP', 'THUMB']);
  await phone.call('player.next');
  await phone.until('the next', isAt(1));
  const { page } = await visit(t, agent, `#token=${TOKEN}`);
  const player = page.getByRole('region', { name: 'Now playing' });
  const next = player.getByRole('button', { name: 'Next' });
  await next.click();
  await player.getByRole('status').getByText('No more skips for now. The music goes on.').waitFor();
  await player.getByRole('button', { name: 'Next', disabled: true }).waitFor();
  t.equal(await next.getAttribute('title'), 'No more skips for now');
  t.equal(await page.locator('.message').count(), 0, 'it is said once');

  await player.getByRole('button', { name: 'Thumb down' }).click();
  await player.getByRole('button', { name: 'Thumb down', pressed: true }).waitFor();
  t.match(phone.state, { item: { index: 1, feedback: 'DOWN' }, silenceReason: null });
  await player.getByText('No more skips for now.').waitFor();
  t.equal(await page.locator('.message').count(), 0, 'the thumb was not refused');

  t.comment('it is offered again when that is over: the service says whether there is a skip');
  await phone.call('player.replay').catch(() => phone.call('player.pause'));
  await player.getByRole('button', { name: 'Next', disabled: false }).waitFor();
  t.notOk(await next.getAttribute('title'));
  t.equal(await player.getByText('No more skips for now').count(), 0);
  await next.click();
  await player.getByRole('status').getByText('No more skips for now. The music goes on.').waitFor();
});
