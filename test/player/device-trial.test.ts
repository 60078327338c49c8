import t from 'tap';
import { createDeviceTrial } from '../../src/player/sound/device-trial.js';

function createStand() {
  const seen = { isThere: false, tries: 0, replaced: 0, nowMs: 0 };
  const opens = () => {
    seen.tries += 1;
    return Promise.resolve(seen.isThere);
  };
  const trial = createDeviceTrial(
    opens,
    () => (seen.replaced += 1),
    () => seen.nowMs,
  );
  const fails = (fault: 'device' | 'unreachable') =>
    trial.observe({
      type: 'player.failed',
      loadId: 1,
      fault,
      httpStatus: null,
      positionMs: null,
      detail: '',
    });
  const starts = () => trial.observe({ type: 'player.started', loadId: 2, positionMs: 0, lengthMs: null });
  return { seen, trial, fails, starts };
}

t.test('A device that has failed is tried before the next load, until it sounds', async t => {
  const { seen, trial, fails, starts } = createStand();
  t.equal(await trial.run(), null);
  fails('unreachable');
  t.equal(await trial.run(), null);
  t.equal(seen.tries, 0, 'another fault says nothing about the device');
  fails('device');
  t.match(await trial.run(), { type: 'player.failed', fault: 'device', positionMs: null });
  seen.isThere = true;
  t.equal(await trial.run(), null);
  t.equal(seen.tries, 2);
  starts();
  t.equal(await trial.run(), null);
  t.equal(seen.tries, 2, 'one that sounds is not tried');
});

t.test(
  'A player that fails on a device that opens for a new one is replaced, once a minute until it sounds',
  async t => {
    const { seen, trial, fails, starts } = createStand();
    const loads = async () => {
      await trial.run();
      fails('device');
      return seen.replaced;
    };
    t.equal(await loads(), 0, 'the first failure says nothing');
    t.equal(await loads(), 0, 'nor does one on a device that opens nowhere');
    seen.isThere = true;
    t.equal(await loads(), 1);
    seen.nowMs = 59_000;
    t.equal(await loads(), 1, 'within the minute');
    seen.nowMs = 60_000;
    t.equal(await loads(), 2, 'the new one may have lacked the device, too');
    starts();
    t.equal(await loads(), 2, 'a device that sounded is not tried at its first failure');
    t.equal(await loads(), 3);
  },
);
