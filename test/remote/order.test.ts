/** Signs, words and places on the player. */
import type { Browser } from 'playwright-core';
import t from 'tap';
import { playingState } from '../fakes/speaker/state.js';
import { launchLight, noBrowser as skip, openRemote, startSpeakerWithPages } from '../rigs/remote/page.js';

const shared: { browser?: Browser } = {};
t.teardown(() => shared.browser?.close());
const browser = async (): Promise<Browser> => (shared.browser ??= await launchLight());

t.test('The thumbs stand side by side, and stop stands last', { skip }, async t => {
  const { can } = playingState();
  const speaker = await startSpeakerWithPages({
    state: playingState({ can: { ...can, replay: true, feedback: true } }),
  });
  t.teardown(() => speaker.stop());
  const { page } = await openRemote(await browser(), speaker);
  t.teardown(() => page.context().close());
  await page.locator('.opinion').waitFor();
  const names = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.opinion button')].map(each => each.ariaLabel)",
  );
  t.same(names, ['Thumb down', 'Thumb up', 'Play from the start', 'Played before', 'Stop']);
});

t.test('The page says once that a browser is not let in', { skip }, async t => {
  const speaker = await startSpeakerWithPages();
  t.teardown(() => speaker.stop());
  const { page } = await openRemote(await browser(), speaker, '');
  t.teardown(() => page.context().close());
  await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  const said = await page.getByText('Not let in', { exact: true }).boundingBox();
  t.ok(said !== null && said.width <= 1, 'to screen readers alone');
});

t.test('The name of the speaker has the ground of a button', { skip }, async t => {
  const speaker = await startSpeakerWithPages();
  t.teardown(() => speaker.stop());
  const { page } = await openRemote(await browser(), speaker);
  t.teardown(() => page.context().close());
  await page.locator('.speakers').waitFor();
  const [around, ground] = await page.evaluate<string[]>(
    "[getComputedStyle(document.documentElement), getComputedStyle(document.querySelector('.speakers'), '::before')].map(each => each.backgroundColor)",
  );
  t.not(ground, around);
  const box = await page.locator('.speakers').boundingBox();
  t.ok(box !== null && box.height >= 44 && box.x >= 0);
});
