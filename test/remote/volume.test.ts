/** The volume frightens nobody: a touch moves it a little, and the slider ends where the ceiling is. */
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';
import { drag, placeOn } from '../rigs/remote/slider.js';

/** A speaker that does what it is asked. */
async function startObedient(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  speaker.answer('player.setVolume', ({ volume, offset }) => {
    speaker.change({ volume: offset === undefined ? Number(volume) : speaker.state.volume + Number(offset) });
    return { revision: speaker.revision };
  });
  return speaker;
}

interface Visit {
  readonly page: Page;
  readonly slider: Locator;
  /** Waits until both the speaker and the page are at it. */
  readonly reaches: (volume: number) => Promise<void>;
}

async function open(t: Test, speaker: FakeSpeaker, options: object = {}): Promise<Visit> {
  const { page } = await visit(t, speaker, undefined, options);
  const slider = page.getByRole('slider', { name: 'Volume' });
  await slider.waitFor();
  return {
    page,
    slider,
    async reaches(volume) {
      while (speaker.state.volume !== volume) await speaker.next('player.setVolume');
      await page.locator('.level').getByText(String(volume), { exact: true }).waitFor();
    },
  };
}

t.test('a touch moves it by five at most, towards the finger', { skip }, async t => {
  const speaker = await startObedient(t);
  const { page, slider, reaches } = await open(t, speaker, { hasTouch: true });
  const far = await placeOn(slider, 1);
  await page.touchscreen.tap(far.x, far.y);
  await reaches(45);
  await page.mouse.click(far.x, far.y);
  await reaches(50);
  const near = await placeOn(slider, 0);
  await page.touchscreen.tap(near.x, near.y);
  await reaches(45);
  const beside = await placeOn(slider, 0.47);
  await page.mouse.click(beside.x, beside.y);
  await reaches(47);
  t.ok(
    speaker.calls.every(({ params }) => params['volume'] === undefined || Number(params['volume']) <= 50),
    'and never further in between',
  );
  await slider.and(page.locator(':focus')).waitFor();
});

t.test('only a drag goes far: by as much as the finger goes, wherever it began', { skip }, async t => {
  const speaker = await startObedient(t);
  const { page, slider, reaches } = await open(t, speaker);
  await drag(page, slider, 0.4, 0.7);
  await reaches(70);
  await drag(page, slider, 1, 0.9);
  await reaches(60);
  await drag(page, slider, 0.6, 0);
  await reaches(0);
  await drag(page, slider, 0, 1);
  await reaches(100);
});

t.test('keys and screen readers move it by a step, and by five at most', { skip }, async t => {
  const speaker = await startObedient(t);
  const { page, slider, reaches } = await open(t, speaker);
  await slider.focus();
  for (const [key, volume] of [
    ['ArrowRight', 41],
    ['ArrowUp', 42],
    ['PageUp', 47],
    ['End', 52],
    ['Home', 47],
    ['ArrowLeft', 46],
  ] as const) {
    await page.keyboard.press(key);
    await reaches(volume);
  }
  // As a screen reader sets it.
  await slider.fill('100');
  await reaches(51);
  t.equal(await slider.inputValue(), '51', 'it shows where it is');
  await page.locator('.volume [aria-valuetext="51%"]').waitFor();
});

t.test(
  'the ceiling of the speaker, and the lower one of a guest, is where the slider ends',
  { skip },
  async t => {
    const speaker = await startObedient(t);
    speaker.change({ volumeMax: 80 });
    const { page, slider, reaches } = await open(t, speaker);
    t.equal(await slider.getAttribute('max'), '80');
    await page.locator('.volume [aria-valuetext="40%, up to 80%"]').waitFor();
    await page.locator('.ceiling').getByText('up to 80%').waitFor();
    const [inner, whole] = [await slider.boundingBox(), await page.locator('.scale').boundingBox()];
    const levelPx = (await page.locator('.level').boundingBox())?.width ?? 0;
    const share = (inner?.width ?? 0) / ((whole?.width ?? 0) - levelPx);
    t.ok(Math.abs(share - 0.8) < 0.02, `it has that share of the scale: ${share}`);
    await drag(page, slider, 0.5, 1);
    await reaches(80);
    speaker.change({ volumeMax: 100 });
    await page.locator('.ceiling').waitFor({ state: 'detached' });
    await page.context().close();

    const other = await startObedient(t);
    other.change({ volumeMax: 80, volume: 70 });
    other.opened = { role: 'guest', id: 'g', volumeMax: 60 };
    const guest = await open(t, other);
    t.equal(await guest.slider.getAttribute('max'), '60');
    // An owner turned it up.
    await guest.page.locator('.volume [aria-valuetext="70%, up to 60%"]').waitFor();
    await guest.page.locator('.ceiling').getByText('up to 60%').waitFor();
    const [beyond, above] = await Promise.all(
      ['.beyond', '.above'].map(each => guest.page.locator(each).boundingBox()),
    );
    const filled = (above?.width ?? 0) / (beyond?.width ?? 1);
    t.ok(Math.abs(filled - 10 / 40) < 0.05, `a quarter of the range above is filled: ${filled}`);
    const inside = await placeOn(guest.slider, 0.5);
    await guest.page.mouse.click(inside.x, inside.y);
    await guest.reaches(60);
    await drag(guest.page, guest.slider, 1, 0.5);
    await guest.reaches(30);
    const [first] = other.calls.flatMap(({ params }) => params['volume'] ?? []);
    t.equal(first, 60, 'the touch goes as far as it must, and no further');
  },
);

t.test('a finger that moves up or down over it scrolls the page and leaves the volume', { skip }, async t => {
  const speaker = await startObedient(t);
  const { page, slider } = await open(t, speaker, { hasTouch: true, viewport: { width: 320, height: 568 } });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await page.evaluate("document.querySelector('.volume input').scrollIntoView({ block: 'center' })");
  const before = await page.evaluate<number>('scrollY');
  const { x, y } = await placeOn(slider, 0.5);
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let down = 12; down <= 120; down += 12)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + down }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForTimeout(300);
  t.not(await page.evaluate('scrollY'), before, 'it scrolls');
  t.same(
    speaker.calls.filter(({ method }) => method === 'player.setVolume'),
    [],
  );
});
