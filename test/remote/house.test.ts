/** The house sees itself: who did it, whose account it is, and a way back from a source that was replaced. */
import type { Page } from 'playwright-core';
import { type Test, test } from 'tap';
import { PLAYING, playingState } from '../fakes/speaker/state.js';
import type { FakeSpeaker } from '../fakes/speaker/server.js';
import { isAt } from '../fakes/phones/phone.js';
import { openTestbed } from '../rigs/agent/full.js';
import { aStation, anAlbum, skip as noPlayer } from '../rigs/agent/rig.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { startSpeaker, visit } from '../rigs/remote/visit.js';

const TOKEN = 'fixed-token-of-the-phone';
const ADA = { client: 'Ada’s phone' };
const FAR_SHORE = { id: 'AL:1', type: 'AL', name: 'Far Shore' };

async function open(t: Test, guest = false): Promise<{ page: Page; speaker: FakeSpeaker }> {
  const speaker = await startSpeaker(t);
  if (guest) speaker.guests.add('good-token');
  const { page } = await visit(t, speaker);
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.clock.install();
  await page.reload();
  await page.getByText('Connected', { exact: true }).waitFor();
  return { page, speaker };
}

void test('The player names the person who acted, while that is news', { skip }, async t => {
  const { page, speaker } = await open(t);
  const line = page.getByRole('region', { name: 'Now playing' }).locator('.source');
  const says = (text: string) => line.getByText(text, { exact: true }).waitFor();
  /** In one leap the page would take the speaker for gone, and what is told meanwhile for old. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 2) await page.clock.runFor(2_000);
    await page.getByText('Connected', { exact: true }).waitFor();
  };
  const { item } = PLAYING;
  const rows = [
    ['player.setVolume', { volume: 41 }, '“Ada’s phone” set the volume to 41%.'],
    ['player.setMuted', { muted: true }, '“Ada’s phone” muted it.'],
    ['player.setMuted', { muted: false }, '“Ada’s phone” unmuted it.'],
    ['player.seek', { position: speaker.state.position }, '“Ada’s phone” moved to another position.'],
    ['feedback.set', { item: { ...item, feedback: 'DOWN' } }, '“Ada’s phone” gave a thumb down.'],
    ['feedback.set', { item: { ...item, feedback: 'UP' } }, '“Ada’s phone” gave a thumb up.'],
    ['feedback.set', { item: { ...item, feedback: null } }, '“Ada’s phone” removed the thumb.'],
    ['player.next', { item: { ...item, index: 4, title: 'High Tide' } }, '“Ada’s phone” skipped.'],
    ['player.previous', { item }, '“Ada’s phone” went back.'],
    ['player.replay', { position: speaker.state.position }, '“Ada’s phone” restarted it.'],
    ['player.stop', { playbackStatus: 'stopped' }, '“Ada’s phone” stopped the music.'],
    ['player.play', { playbackStatus: 'playing' }, '“Ada’s phone” pressed play.'],
  ] as const;
  for (const [method, changes, text] of rows) {
    speaker.change(changes, { ...ADA, method });
    await says(text);
  }
  t.same(await findingsOf(page), []);
  await pass(12);
  await says('Harbour Lights');
  speaker.change(
    { playbackStatus: 'paused', silenceReason: 'paused' },
    { ...ADA, method: 'player.playPause' },
  );
  await says('“Ada’s phone” paused.');
  await pass(60);
  await says('“Ada’s phone” paused.');
  speaker.change({ volume: 42 }, { client: 'Bob’s phone', method: 'player.setVolume' });
  await says('“Bob’s phone” set the volume to 42%.');
  await pass(12);
  await says('“Ada’s phone” paused.');
  speaker.change({ playbackStatus: 'playing', silenceReason: null });
  await says('Harbour Lights');
  for (const [method, silent, loud, words] of [
    ['player.setMuted', { muted: true }, { muted: false }, 'muted it'],
    ['player.setVolume', { volume: 0 }, { volume: 30 }, 'set the volume to 0%'],
  ] as const) {
    speaker.change({ ...silent, silenceReason: 'muted' }, { ...ADA, method });
    await pass(60);
    await says(`“Ada’s phone” ${words}.`);
    speaker.change({ ...loud, silenceReason: null });
    await says('Harbour Lights');
  }
});

void test('Undo restores a replaced source for ten seconds, whoever replaced it', { skip }, async t => {
  const { page, speaker } = await open(t);
  const undo = page.getByRole('button', { name: 'Undo' });
  speaker.change({ source: FAR_SHORE }, { ...ADA, method: 'player.play' });
  const line = page.locator('.player .source');
  await line.getByText('“Ada’s phone” chose this instead of “Harbour Lights”.').waitFor();
  // The page's clock goes on by itself, too, also while the findings are looked for.
  await page.clock.runFor(6_000);
  await undo.waitFor();
  t.same(await findingsOf(page), []);
  await page.clock.runFor(5_000);
  await undo.waitFor({ state: 'detached' });

  // And on the phone that did it itself, which needs no telling who.
  speaker.answer('library.collection', () => ({ items: [{ id: 'ST:2', type: 'ST', name: 'Night Ferry' }] }));
  speaker.answer('player.play', ({ sourceId }) => {
    const { press } = speaker.calls.at(-1) ?? {};
    const source =
      sourceId === FAR_SHORE.id ? FAR_SHORE : { id: String(sourceId), type: 'ST', name: 'Night Ferry' };
    speaker.change({ source }, { client: 'Mine', method: 'player.play', commandId: press?.commandId });
    return { revision: speaker.revision };
  });
  await page.getByRole('button', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Night Ferry' }).click();
  await speaker.next('player.play');
  await page.getByRole('button', { name: 'Playing', exact: true }).click();
  await line.getByText('This is playing instead of “Far Shore”.').waitFor();
  await undo.click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'AL:1' });
  await page.locator('.player .source').getByText('Far Shore', { exact: true }).waitFor();
  t.equal(await undo.count(), 0, 'there is no end to it otherwise');
});

void test('Undo is where music is chosen, and stands its ten seconds whatever else is done', {
  skip,
}, async t => {
  const { page, speaker } = await open(t);
  const undo = page.getByRole('button', { name: 'Undo' });
  const own = (): object => ({ client: 'Mine', commandId: speaker.calls.at(-1)?.press?.commandId });
  speaker.answer('library.collection', () => ({ items: [{ id: 'AL:1', type: 'AL', name: 'Far Shore' }] }));
  speaker.answer('player.play', ({ sourceId }) => {
    const source = sourceId === 'AL:1' ? FAR_SHORE : { id: 'ST:1', type: 'ST', name: 'Harbour Lights' };
    speaker.change({ source }, { ...own(), method: 'player.play' });
    return { revision: speaker.revision };
  });
  speaker.answer('player.setMuted', ({ muted }) => {
    speaker.change({ muted: muted === true }, { ...own(), method: 'player.setMuted' });
    return { revision: speaker.revision };
  });
  await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Far Shore' }).click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'AL:1' });
  await page.locator('.mini').getByText('This is playing instead of “Harbour Lights”.').waitFor();
  await page.getByRole('status').getByText('This is playing instead of “Harbour Lights”.').waitFor();
  t.same(await findingsOf(page), []);
  await page.keyboard.press('m');
  await speaker.next('player.setMuted');
  speaker.change({ volume: 30 }, { ...ADA, method: 'player.setVolume' });
  await page.locator('.level').getByText('30', { exact: true }).waitFor({ state: 'attached' });
  await page.clock.runFor(4_000);
  await undo.click();
  t.same((await speaker.next('player.play')).params, { sourceId: 'ST:1' });
  await undo.waitFor({ state: 'detached' });

  t.comment('a pause of somebody else’s is more than that');
  await page.getByRole('button', { name: 'Far Shore' }).click();
  await undo.waitFor();
  speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' }, { ...ADA, method: 'player.pause' });
  await page.locator('.mini').getByText('“Ada’s phone” paused.').waitFor();
  speaker.change({
    source: { id: 'ST:8', type: 'ST', name: 'Alarm' },
    playbackStatus: 'playing',
    silenceReason: null,
  });
  await page.locator('.mini').getByText('“Ada’s phone” paused.').waitFor({ state: 'detached' });
});

void test('with a real speaker: another phone pauses and chooses, and Undo goes on where the song was cut off', {
  skip: skip || noPlayer,
}, async t => {
  const { phone, rig, agent } = await openTestbed(t, { trackSeconds: 90 }, { TONEARM_CONTROL_TOKEN: TOKEN });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('sounding', isAt(0));
  await phone.call('player.seek', { positionMs: 60_000 });
  const { page } = await visit(t, agent, `#token=${TOKEN}`);
  await page.getByText('Connected', { exact: true }).waitFor();
  const line = page.locator('.player .source');
  await phone.call('player.pause');
  await line.getByText(/^“.*” paused[.]$/).waitFor();
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await line.getByText(/^“.*” chose this instead of “.*”[.]$/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  const { item, position } = await phone.until(
    'back where it was',
    state => state.source?.type === 'AL' && state.position.positionMs > 50_000,
  );
  t.equal(item?.index, 0);
  t.ok(position.positionMs >= 60_000 && position.positionMs < 75_000, `${position.positionMs} ms`);
});

void test('a thumb down that brings the next one is told as what it is', { skip }, async t => {
  const { page, speaker } = await open(t);
  const { item } = PLAYING;
  speaker.change(
    { item: { ...item, index: 4, title: 'High Tide', feedback: null } },
    { ...ADA, method: 'feedback.set' },
  );
  await page.locator('.player .source').getByText('“Ada’s phone” gave “Slow Tide” a thumb down.').waitFor();
});

void test('An old deed names who paused and offers no undo', {
  skip,
}, async t => {
  const { page, speaker } = await open(t);
  for (const [changes, method] of [
    [{ source: FAR_SHORE }, 'player.play'],
    [{ playbackStatus: 'paused', silenceReason: 'paused' }, 'player.pause'],
  ] as const) {
    speaker.refuse(true);
    speaker.cutAll();
    await page.getByRole('button', { name: 'Try now' }).waitFor();
    speaker.change(changes, { ...ADA, method });
    await page.clock.fastForward(60_000);
    speaker.refuse(false);
    const isConnected = () => page.getByText('Connected', { exact: true }).isVisible();
    while (!(await isConnected())) await page.clock.runFor(500);
    if (method === 'player.pause')
      await page.locator('.player .source').getByText('“Ada’s phone” paused.').waitFor();
    else {
      await page.getByText('Far Shore', { exact: true }).waitFor();
      t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    }
  }
});

void test('A waking phone tells what happened while it slept', { skip }, async t => {
  const { page, speaker } = await open(t);
  speaker.refuse(true);
  speaker.cutAll();
  await page.getByRole('button', { name: 'Try now' }).waitFor();
  speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' }, { ...ADA, method: 'player.pause' });
  speaker.refuse(false);
  await page
    .getByRole('button', { name: 'Try now' })
    .click({ timeout: 5_000 })
    .catch(() => null);
  await page.locator('.player .source').getByText('“Ada’s phone” paused.').waitFor();
});

void test('the account is named to all, to guests too; without one there is nothing to name', {
  skip,
}, async t => {
  const { page, speaker } = await open(t, true);
  await page.getByRole('button', { name: 'Speaker' }).click();
  await page.getByText('You are a guest').waitFor();
  await page.getByText('Plays from the account of “Ada”').waitFor();
  t.same(await findingsOf(page), []);
  speaker.change({ account: null });
  await page.locator('.whose').waitFor({ state: 'detached' });
  t.equal(playingState().account?.name, 'Ada');
});
