/** What comes next: one line, and all that the speaker tells of it. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { playingState } from '../fakes/speaker/state.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip, shoot } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';

const ART =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath fill="green" d="M0 0h1v1H0z"/%3E%3C/svg%3E';
const NEXT = {
  title: 'The Long Way Round the Harbour in a Borrowed Boat',
  artist: 'Ada Fen',
  album: 'Wide Water',
  artUrl: ART,
  durationMs: 245_000,
};

async function open(t: Test, width: number, height: number, options: object = {}) {
  const speaker = await startSpeaker(t, { state: playingState({ upNext: NEXT }) });
  const { page, complaints } = await visit(t, speaker, undefined, {
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...options,
  });
  await page.locator('.up-next').waitFor();
  return { page, speaker, complaints };
}

const line = (page: Page) => page.getByRole('button', { name: /^Up next/ });

t.test('A press on what comes next tells all that is known of it', { skip }, async t => {
  const { page, speaker, complaints } = await open(t, 390, 844);
  t.equal(await line(page).innerText(), `Up next ${NEXT.title} · Ada Fen`);
  t.equal(await line(page).getAttribute('aria-expanded'), 'false');
  await line(page).click();
  t.equal(await line(page).getAttribute('aria-expanded'), 'true');
  t.equal(await line(page).innerText(), `Up next ${NEXT.title} · Ada Fen · Wide Water · 4:05`);
  t.equal(await line(page).locator('img').getAttribute('src'), ART);
  t.same(await findingsOf(page), []);

  t.comment('what follows then is told as fully, with as much as is known');
  speaker.change({ upNext: { title: 'An Episode' } });
  await line(page).getByText('An Episode', { exact: true }).waitFor();
  t.equal(await line(page).innerText(), 'Up next An Episode');
  await line(page).press('Enter');
  t.equal(await line(page).getAttribute('aria-expanded'), 'false');
  t.equal(await line(page).locator('img').count(), 0);
  speaker.change({ upNext: null });
  await page.locator('.up-next').waitFor({ state: 'detached' });
  t.same(complaints, []);
});

for (const [width, height] of [
  [320, 568],
  [375, 667],
  [390, 844],
  [667, 375],
  [768, 1024],
  [1280, 720],
] as const)
  t.test(
    `The player shows all of what comes next at ${width}×${height}, beside its controls`,
    { skip },
    async t => {
      const { page } = await open(t, width, height);
      const isCut = "(each => each.scrollWidth > each.clientWidth + 1)(document.querySelector('.up-next'))";
      const bottom = async () => {
        const { y = 0, height: high = 0 } = (await page.locator('.player .volume').boundingBox()) ?? {};
        return y + high;
      };
      const before = await bottom();
      t.ok(((await line(page).boundingBox())?.height ?? 0) >= 43, 'as high as a finger');
      await line(page).click();
      await shoot(page, `next-${width}`);
      t.equal(await page.evaluate(isCut), false);
      t.equal(await bottom(), before, 'the controls stay where they are');
      const said = await page.evaluate<number>(
        "(each => each.scrollHeight - each.clientHeight)(document.querySelector('.said'))",
      );
      t.ok(said <= 1, `${said} pixels are scrolled`);
    },
  );
