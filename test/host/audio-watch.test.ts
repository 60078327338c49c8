import t from 'tap';
import { createAudioWatch } from '../../src/host/audio-watch.js';
import { TONE_URL } from '../../src/core/vocabulary/tone.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';

const URL_OF_ITEM = 'https://ada:secret@audio.test:8443/access/1?token=secret';

t.test('An audio host is in trouble once it was asked, under the fault that this showed', async t => {
  const logger = createRecordingLogger();
  const watch = createAudioWatch({ logger });
  const follow = watch.observe.bind(watch);
  const stage = createPlaying(createItem(0, { audioUrl: URL_OF_ITEM }), { follow });
  const fail = () => {
    const failed = { fault: 'undecodable', httpStatus: null, positionMs: null, detail: 'x' } as const;
    stage.send({ type: 'player.failed', loadId: stage.loadId, ...failed });
  };
  t.strictSame(watch.host, { origin: 'https://audio.test:8443', trouble: null });
  fail();
  t.equal(watch.host?.trouble, null, 'it may only lead elsewhere');
  stage.send({ type: 'player.probed', loadId: stage.loadId, shown: 'silent' });
  fail();
  t.match(watch.host?.trouble, { fault: 'unreachable' });
  t.equal(logger.messages('warn').length, 1);
  t.notMatch(JSON.stringify(logger.lines), /secret/);
});

t.test('The tone of an alarm is from no audio host', async t => {
  const watch = createAudioWatch({ logger: createRecordingLogger() });
  const { state: before, log } = createPlaying();
  const load = log.find(effect => effect.type === 'player.load');
  if (load === undefined) throw new Error('nothing was loaded');
  const decision = { event: { type: 'engine.started' }, before, after: before, steadyMs: 0 } as const;
  watch.observe({ ...decision, effects: [load] });
  watch.observe({ ...decision, effects: [{ ...load, url: TONE_URL }] });
  t.equal(watch.host?.origin, 'http://audio.test');
});
