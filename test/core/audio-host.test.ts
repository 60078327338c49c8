import t from 'tap';
import { HOST_FAULTS, type LoadFault } from '../../src/core/vocabulary/player-event.js';
import { failsTwice } from '../rigs/core/outside.js';
import { asks, fails, outside } from '../rigs/core/rows.js';
import { createItem, createPlaying, type Stage } from '../rigs/core/stage.js';

/** Fails, asks for a fresh address, and opens it: so many times. */
function failOften(stage: Stage, times: number, fault: LoadFault, httpStatus: number | null): Stage {
  for (let time = 0; time < times; time += 1) {
    fails(stage, fault, httpStatus);
    if (time < times - 1) stage.fires('soundRetry').answer(createItem(0));
  }
  return stage;
}

t.test('a host that gives nothing is waited out for ever, and named from the third fresh address on', t => {
  const rows = [
    ['refused', 403, /refuses to send it \(HTTP 403\)/],
    ['refused', 401, /refuses to send it \(HTTP 401\)/],
    ['refused', 451, /refuses to send it \(HTTP 451\)/],
    ['refused', 429, /has a problem \(HTTP 429\)/],
    ['refused', 503, /has a problem \(HTTP 503\)/],
    ['untrusted', null, /certificate .* not trusted.* “sudo tonearm doctor” on it/],
    ['insecure', null, /without encryption/],
  ] as const;
  for (const [fault, httpStatus, message] of rows) {
    const stage = createPlaying();
    failOften(stage, 3, fault, httpStatus);
    t.match(stage.public, { silenceReason: 'loading', notice: null }, `${fault} ${httpStatus}: twice anew`);
    stage.fires('soundRetry').answer(createItem(0));
    fails(stage, fault, httpStatus);
    const named = { silenceReason: 'serviceError', notice: { code: 'serviceError', message } };
    t.match(stage.public, named, `${fault} ${httpStatus}: the third one`);
    stage.fires('soundRetry');
    t.match(stage.public, named, 'also while the next one is asked for');
    stage.answer(createItem(0));
    t.match(stage.public, named, 'and opened');
    failOften(stage, 30, fault, httpStatus);
    t.match(stage.public, { ...named, item: { index: 0 }, playbackStatus: 'playing' });
    t.notOk(
      stage.log.some(effect => effect.type === 'service.ask' && effect.ask.op !== 'current'),
      'it is not held against the item',
    );
    stage.fires('soundRetry').answer(createItem(0)).started(0);
    t.match(stage.public, { silenceReason: null, item: { index: 0 } });
    stage.ended().answer(createItem(1));
    t.equal(stage.public.notice, null, 'it goes with the next item');
  }
  t.end();
});

t.test('one that is not reached is offline; a word in between begins the count anew', t => {
  const stage = failOften(createPlaying(), 4, 'unreachable', null);
  t.match(stage.public, { silenceReason: 'offline', notice: { message: /does not answer/ } });
  stage.fires('soundRetry').answer(createItem(0));
  fails(stage, 'refused', 403);
  t.match(stage.public.silenceReason, 'loading', 'now it is reached');
  const broken = failOften(createPlaying(), 3, 'refused', 403);
  broken.fires('soundRetry').failed().fires('serviceRetry').answer(createItem(0));
  fails(broken, 'refused', 403);
  t.match(broken.public.silenceReason, 'serviceError', 'the service’s own faults change nothing about it');
  t.end();
});

t.test('the notice goes with the listener’s next act, and comes back while the reason is there', t => {
  const stage = failOften(createPlaying(), 4, 'refused', 403);
  stage.ask({ type: 'setVolume', volume: 10 });
  t.equal(stage.public.notice, null);
  stage.fires('soundRetry').answer(createItem(0));
  fails(stage, 'refused', 403);
  t.match(stage.public.notice, { code: 'serviceError' });
  stage.ask({ type: 'pause' });
  t.match(stage.public, { silenceReason: 'paused', notice: null });
  t.end();
});

t.test('no word of the player’s own reaches phones, whatever it says', t => {
  const faults: readonly LoadFault[] = [...HOST_FAULTS, 'device', 'unreachable', 'undecodable'];
  for (const fault of faults) {
    for (const httpStatus of [null, 403, 404, 503]) {
      const stage = createPlaying();
      for (let tries = 0; tries < 6; tries += 1) {
        const detail = 'ffmpeg: tcp: a secret';
        const { loadId } = stage;
        failsTwice(stage, { type: 'player.failed', loadId, fault, httpStatus, positionMs: null, detail });
        t.notMatch(JSON.stringify(stage.public), /ffmpeg|secret/);
        if (stage.sound !== 'waiting out a sound fault') break;
        stage.fires('soundRetry').answer(createItem(0));
      }
    }
  }
  const unplayable = failOften(createPlaying(), 3, 'undecodable', null).answer(createItem(1));
  t.match(unplayable.public.notice, {
    code: 'itemUnplayable',
    message: '“Title 0” could not be played: the speaker cannot decode it.',
  });
  t.end();
});

t.test('An item that its host refuses for a minute gives way to the next one', t => {
  for (const [fault, httpStatus] of [
    ['refused', 403],
    ['refused', 302],
    ['unanswered', null],
  ] as const) {
    const stage = failOften(createPlaying(), 5, fault, httpStatus);
    t.match(stage.public, { item: { index: 0 }, notice: { code: 'serviceError' } });
    stage.after(60_000).fires('soundRetry').answer(createItem(0));
    fails(stage, fault, httpStatus);
    t.match(outside(stage), [asks('setEnded', { index: 0, elapsedS: 0 })], 'nothing of it was heard');
    stage.answer(createItem(1)).started();
    t.match(stage.public, { item: { index: 1 }, notice: { code: 'itemUnplayable', title: 'Title 0' } });
  }
  t.end();
});

t.test('A host that refuses two items in a row costs no third one', t => {
  const stage = failOften(createPlaying(), 5, 'refused', 403);
  stage.after(60_000).fires('soundRetry').answer(createItem(0));
  fails(stage, 'refused', 403);
  stage.answer(createItem(1));
  failOften(stage, 5, 'refused', 403);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    stage.after(60_000).fires('soundRetry').answer(createItem(1));
    fails(stage, 'refused', 403);
  }
  t.match(stage.public, { item: { index: 1 }, playbackStatus: 'playing', silenceReason: 'serviceError' });
  t.end();
});

t.test('A host that is at fault itself is waited for, whatever the minutes', t => {
  for (const [fault, httpStatus] of [
    ['refused', 503],
    ['refused', 429],
    ['untrusted', null],
    ['unreachable', null],
  ] as const) {
    const stage = failOften(createPlaying(), 5, fault, httpStatus);
    stage.after(600_000).fires('soundRetry').answer(createItem(0));
    fails(stage, fault, httpStatus);
    t.match(stage.public, { item: { index: 0 }, playbackStatus: 'playing' });
    t.equal(stage.sound, 'waiting out a sound fault');
  }
  t.end();
});

t.test('Next ends the wait for the item that is left', t => {
  const stage = failOften(createPlaying(), 6, 'refused', 403);
  stage.ask({ type: 'next' }).answer(createItem(1));
  t.equal(stage.sound, 'opening', 'the next one is asked for at once');
  t.end();
});
