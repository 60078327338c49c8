import t from 'tap';
import { createVitalSigns } from '../../src/daemon/systemd.js';
import { createPlaying, createStage, type Stage } from '../rigs/core/stage.js';

const signsOf = (stage: Stage, isTurning = true) =>
  createVitalSigns({
    get state() {
      return stage.state;
    },
    isTurning,
  });

t.test('idle, playing and paused are well, however often it is asked', async t => {
  const idle = signsOf(createStage().send({ type: 'player.ready' }));
  t.same([idle(), idle()], [null, null]);
  const stage = createPlaying();
  const signs = signsOf(stage);
  t.equal(signs(), null);
  stage.after(60_000).position(60_000);
  t.equal(signs(), null);
  stage.ask({ type: 'pause' });
  t.same([signs(), signs()], [null, null]);
});

t.test('a position that stands still though sound is due', async t => {
  const signs = signsOf(createPlaying());
  t.equal(signs(), null);
  t.equal(signs(), 'playback is stuck although sound is due');
});

t.test('a player that stays dead; one that is replaced meanwhile is well', async t => {
  const stage = createPlaying().send({ type: 'player.died', detail: 'killed' });
  const signs = signsOf(stage);
  t.equal(signs(), null);
  t.equal(signs(), 'the player does not answer');
  stage.send({ type: 'player.ready' });
  t.equal(signs(), null);
});

t.test('a loop that got stuck', async t => {
  t.equal(signsOf(createPlaying(), false)(), 'the event loop is stuck');
});
