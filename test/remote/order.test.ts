/** Signs, words and places on the player. */
import t from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { playingState } from '../fakes/speaker/state.js';
import { noBrowser as skip, resize } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';
import { SIZES } from '../rigs/remote/sizes.js';

t.test('The thumbs stand side by side, and stop stands last', { skip }, async t => {
  const { can } = playingState();
  const speaker = await startSpeaker(t, {
    state: playingState({ can: { ...can, replay: true, feedback: true } }),
  });
  const { page } = await visit(t, speaker);
  await page.locator('.opinion').waitFor();
  const names = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.opinion button')].map(each => each.ariaLabel)",
  );
  t.same(names, ['Thumb down', 'Thumb up', 'Play from the start', 'Played before', 'Stop']);
  for (const [wide, high, zoom = 1] of SIZES) {
    await resize(page, wide / zoom, high / zoom);
    const [down, up] = await page.evaluate<readonly number[]>(
      "[...document.querySelectorAll('.opinion button')].map(each => each.getBoundingClientRect().top)",
    );
    t.equal(down, up, `${wide / zoom} × ${high / zoom}: no thumb is alone on a line`);
  }
});

t.test('The page says once that a browser is not let in', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker, '');
  await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  const said = await page.getByText('Not let in', { exact: true }).boundingBox();
  t.ok(said !== null && said.width <= 1, 'to screen readers alone');
});

t.test('The name of the speaker has the ground of a button', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  await page.locator('.speakers').waitFor();
  const [around, ground] = await page.evaluate<string[]>(
    "[getComputedStyle(document.documentElement), getComputedStyle(document.querySelector('.speakers'), '::before')].map(each => each.backgroundColor)",
  );
  t.not(ground, around);
  const box = await page.locator('.speakers').boundingBox();
  t.ok(box !== null && box.height >= 44 && box.x >= 0);
});

t.test('The greeting gives the name its width, and its two buttons one line', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const own = { id: 'a', name: 'Android phone', role: 'owner', createdMs: 1, self: true };
  speaker.answer('access.list', () => ({ clients: [own] }));
  for (const locale of LANGUAGES) {
    const { page } = await visit(t, speaker, '#token=good-token&id=a', {
      locale,
      reducedMotion: 'reduce',
    });
    await page.locator('.welcome input').waitFor();
    const [form, field, ...buttons] = await page.evaluate<
      readonly { readonly top: number; readonly width: number; readonly height: number }[]
    >(`['.welcome', '.welcome input', '.welcome .plain', '.welcome .primary'].map(each => {
      const { top, width, height } = document.querySelector(each).getBoundingClientRect();
      return { top: Math.round(top + height / 2), width, height };
    })`);
    t.ok(field !== undefined && form !== undefined && field.width >= 0.8 * form.width, `${locale}: the name`);
    t.equal(buttons[0]?.top, buttons[1]?.top, `${locale}: the buttons`);
    t.ok(
      buttons.every(({ height }) => height >= 43.5),
      `${locale}: ${buttons.map(({ height }) => height).join()}`,
    );
    await page.context().close();
  }
});
