/** What is pressed on a page, and what others do under the ids of it. */
import { test } from 'tap';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';

void test('The page claims each of its commands once, despite copied ids', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  await page.getByText('Connected', { exact: true }).waitFor();
  const line = page.getByRole('region', { name: 'Now playing' }).locator('.source');
  const ids: string[] = [];
  const rests = { playbackStatus: 'paused', silenceReason: 'paused' } as const;
  const sounds = { playbackStatus: 'playing', silenceReason: null } as const;
  const does = (isOn: boolean, commandId: string) => {
    const method = isOn ? 'player.play' : 'player.pause';
    speaker.change(isOn ? sounds : rests, { client: 'Ada’s phone', method, commandId });
  };
  for (const method of ['player.pause', 'player.play'] as const)
    speaker.answer(method, () => {
      const id = String(speaker.calls.at(-1)?.press?.commandId);
      ids.push(id);
      does(method === 'player.play', id);
      return { revision: speaker.revision };
    });
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  t.equal(await line.getByText(/Ada/).count(), 0, 'one’s own is not told');
  const [first = '', second = ''] = ids;
  t.not(first, second);
  for (const copied of [first, second, first.replace(/\d+$/, digits => String(Number(digits) + 2))]) {
    does(false, copied);
    await line.getByText('“Ada’s phone” paused.', { exact: true }).waitFor();
    does(true, copied);
    await line.getByText('“Ada’s phone” pressed play.', { exact: true }).waitFor();
  }
});
