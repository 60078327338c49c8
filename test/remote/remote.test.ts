import { test } from 'tap';
import { isFetching, SILENCE_REASONS } from '../../src/contract/public-state.js';
import { noBrowser as skip } from '../rigs/remote/page.js';
import { openWindow, startSpeaker, visit } from '../rigs/remote/visit.js';
import { drag } from '../rigs/remote/slider.js';
import { fail } from '../fakes/speaker/server.js';
import { PLAYING, playingState } from '../fakes/speaker/state.js';

/** The speaker takes no other token than the one of the fragment: that it let the page in says which. */
const PROVEN = { protocol: 2, proof: /^[\w-]{43}$/, token: undefined };

void test('keeps the token of the fragment and takes it out of the address', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page, complaints } = await visit(t, speaker);
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  t.equal(new URL(page.url()).hash, '');
  t.equal(page.url(), `http://127.0.0.1:${speaker.port}/`);
  t.match((await speaker.next('session.open')).params, PROVEN);
  await page.reload();
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  t.match((await speaker.next('session.open')).params, PROVEN);
  t.same(complaints, []);
});

void test('shows what plays, and each change as it comes', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page, complaints } = await visit(t, speaker);
  const player = page.getByRole('region', { name: 'Now playing' });
  await player.getByText('The Lanterns · Low Water').waitFor();
  await player.getByText('Harbour Lights').waitFor();
  t.equal(await page.title(), 'Slow Tide – Kitchen');
  t.match(await player.locator('.cover').getAttribute('src'), /art\.svg$/, 'a picture where there is none');

  const { item } = PLAYING;
  const title = '"Quotes" & <img src=x onerror=alert(1)> 🎷';
  const artUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  speaker.change({ item: { ...item, title, artUrl } });
  await player.getByRole('heading', { name: title }).waitFor();
  t.equal(await player.locator('h2 img').count(), 0, 'a title is text, never markup');
  t.equal(await player.locator('.cover').getAttribute('src'), artUrl);
  speaker.change({ item: { ...item, artUrl: 'data:image/gif;base64,broken' } });
  await player.locator('.cover[src$="art.svg"]').waitFor();

  speaker.change({ playbackStatus: 'paused', silenceReason: 'paused' });
  await player.getByRole('button', { name: 'Play', exact: true }).waitFor();
  speaker.change({ silenceReason: 'audioDeviceUnavailable' });
  await player.getByText('Check that it is plugged in').waitFor();
  speaker.change({
    notice: { code: 'itemUnplayable', title: 'Low “Tide”', message: 'Words of the service.' },
  });
  await player.getByText("“Low 'Tide'” could not be played and was skipped.").waitFor();
  speaker.change({ notice: { code: 'alarmMissed', message: 'Words of the service.' } });
  await page.getByText('An alarm could not ring').waitFor();
  speaker.change({ notice: { code: 'of a later version', message: 'Words of the service.' } });
  await player.getByText('The music service has a problem.').waitFor();
  const notice = { code: 'serviceError', message: 'Words of the service.', detail: 'hostRefused' };
  speaker.change({ silenceReason: 'serviceError', notice });
  await player.getByText('The music server does not deliver the music.').waitFor();
  speaker.change({ notice: { code: 'serviceError', message: 'Words of the service.' } });
  await player.locator('.notice').waitFor({ state: 'detached' });
  t.equal(await player.getByText('The music service has a problem.').count(), 1, 'nothing is said twice');
  t.equal(await page.getByText('Words of the service.').count(), 0);
  speaker.change({ item: null, source: null, notice: null, silenceReason: 'noSource' });
  await player.getByText('Pick something from your collection or search.').waitFor();
  t.same(complaints, []);
});

void test('each control makes its call, and none that would be refused is offered', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page, complaints } = await visit(t, speaker);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Pause').first().click();
  t.same((await speaker.next('player.pause')).params, {});
  await button('Next').click();
  await speaker.next('player.next');
  await button('Stop').click();
  await speaker.next('player.stop');
  await button('Mute').click();
  t.same((await speaker.next('player.setMuted')).params, { muted: true });
  await page.getByRole('slider', { name: 'Volume' }).fill('43');
  t.same((await speaker.next('player.setVolume')).params, { volume: 43 });
  await page.getByRole('slider', { name: 'Position' }).fill('90000');
  t.same((await speaker.next('player.seek')).params, { positionMs: 90_000 });

  t.equal(await button('Previous').count(), 0);
  t.equal(await button('Play from the start').count(), 0);
  t.equal(await button('Thumb up').count(), 0);
  await button('Forward 15 seconds').click();
  t.same((await speaker.next('player.seek')).params, { offsetMs: 15_000 });
  await button('Back 15 seconds').click();
  t.same((await speaker.next('player.seek')).params, { offsetMs: -15_000 });

  const can = { ...playingState().can, next: false, pause: false, seek: false };
  const { item } = PLAYING;
  speaker.change({ can, item: { ...item, interactions: ['BACK_15_SECONDS'] } });
  await page.getByRole('progressbar', { name: 'Position' }).waitFor();
  t.ok(await button('Next').isDisabled());
  t.ok(await button('Pause').first().isDisabled());
  t.equal(await page.getByRole('slider', { name: 'Position' }).count(), 0);
  t.equal(await button('Back 15 seconds').count(), 1);
  t.equal(await button('Forward 15 seconds').count(), 0);
  speaker.change({ playbackStatus: 'stopped', can: { ...can, play: true } });
  await button('Play').first().click();
  t.same((await speaker.next('player.play')).params, {});
  t.same(complaints, []);
});

void test('previous, replay and thumbs, where the item takes them', { skip }, async t => {
  const { can, item } = PLAYING;
  const speaker = await startSpeaker(t);
  speaker.change({ can: { ...can, previous: true, replay: true, feedback: true } });
  const { page, complaints } = await visit(t, speaker);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Previous').click();
  t.same((await speaker.next('player.previous')).params, {});
  await button('Play from the start').click();
  t.same((await speaker.next('player.replay')).params, {});
  await button('Thumb up').click();
  t.same((await speaker.next('feedback.set')).params, { value: 'UP' });
  t.equal(await button('Thumb up').getAttribute('aria-pressed'), 'false', 'until the speaker says so');
  speaker.change({ item: { ...item, feedback: 'UP' } });
  await page.locator('[aria-label="Thumb up"][aria-pressed="true"]').click();
  t.same((await speaker.next('feedback.set')).params, { value: null });
  await button('Thumb down').click();
  t.same((await speaker.next('feedback.set')).params, { value: 'DOWN' });
  speaker.change({ item: { ...item, feedback: 'DOWN' }, can });
  await page.locator('[aria-label="Thumb down"][aria-pressed="true"]:disabled').waitFor();
  t.equal(await button('Thumb up').count(), 0, 'an earlier thumb is shown, another is not taken');
  t.same(complaints, []);
});

void test('says why it is silent, and what to do about it, whatever the reason', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  const said = page.locator('.silence');
  const heard = new Set<string>();
  for (const silenceReason of SILENCE_REASONS) {
    speaker.change({ silenceReason: null });
    await said.locator('.reason').waitFor({ state: 'detached' });
    speaker.change({ silenceReason, muted: silenceReason === 'muted' });
    const reason = said.locator('.reason');
    await reason.waitFor();
    const what = (await reason.locator('strong').textContent()) ?? '';
    const whole = (await reason.textContent()) ?? '';
    const passes = isFetching(silenceReason) || silenceReason === 'announcement';
    t.ok(passes || whole.length > what.length + 10, `${silenceReason}: ${whole}`);
    heard.add(whole);
  }
  t.equal(heard.size, SILENCE_REASONS.length, 'no two sound alike');
  speaker.change({ silenceReason: 'muted', muted: false, volume: 0 });
  await said.getByText('Turn up the volume.').waitFor();
});

void test('the volume follows the finger, and the speaker has the last word', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  const slider = page.getByRole('slider', { name: 'Volume' });
  let release: (() => void) | undefined;
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  speaker.answer('player.setVolume', async () => {
    await released;
    speaker.change({ volume: 60 });
    return { revision: speaker.revision };
  });
  await drag(page, slider, 0.4, 0.9);
  await speaker.next('player.setVolume');
  t.equal(await slider.inputValue(), '90', 'shown before the answer');
  release?.();
  await page.locator('.level').getByText('60', { exact: true }).waitFor();
  t.equal(await slider.inputValue(), '60', 'the ceiling of the speaker holds');
  speaker.restart({ volume: 20 });
  await page.locator('.level').getByText('20', { exact: true }).waitFor();
});

void test('a page whose scripts did not all arrive does not stay empty', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const page = await openWindow(t);
  let outage = true;
  await page.route('**/remote.js', route => (outage ? route.abort('connectionreset') : route.continue()));
  const loads: string[] = [];
  page.on('request', request => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await page.goto(`http://127.0.0.1:${speaker.port}/#token=good-token`);
  await page.getByRole('alert').getByText('The remote did not load completely.').waitFor();
  await page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  t.equal(loads.length, 2, 'it has tried once more by itself');
  outage = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  t.match((await speaker.next('session.open')).params, PROVEN, 'the token is not lost');
  t.equal(await page.getByText('The remote did not load').count(), 0);
});

void test('a command that is refused is said aloud', { skip }, async t => {
  const speaker = await startSpeaker(t);
  speaker.answer('player.next', () => fail(2004, 'skipLimitReached', 'Limit.'));
  speaker.answer('player.stop', () => fail(2006, 'serviceError', 'Teapot <b>on</b> fire.'));
  const { page, complaints } = await visit(t, speaker);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('alert').getByText('No more skips for now.').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('alert').getByText('That did not work: the music service has a problem.').waitFor();
  t.equal(await page.getByText('Teapot').count(), 0, 'in our words');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.locator('.message').waitFor({ state: 'detached' });
  t.same(complaints, []);
});

void test('a lost connection is shown, and comes back by itself', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  await page.getByText('Connected', { exact: true }).waitFor();
  speaker.refuse(true);
  speaker.cutAll();
  await page.getByText('Connection lost, trying again…').waitFor();
  t.ok(await page.getByRole('button', { name: 'Next' }).isDisabled());
  speaker.change({ volume: 77 });
  speaker.refuse(false);
  await page.getByText('Connected', { exact: true }).waitFor();
  t.equal(await page.getByRole('slider', { name: 'Volume' }).inputValue(), '77');
  speaker.tokens.clear();
  speaker.closeAll(4401);
  await page.getByRole('heading', { name: 'No longer let in' }).waitFor();
});
