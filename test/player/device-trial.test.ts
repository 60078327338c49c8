import t from 'tap';
import { createDeviceTrial } from '../../src/player/sound/device-trial.js';

t.test('A device that has failed is tried before the next load, until it sounds', async t => {
  let tries = 0;
  let isThere = false;
  const trial = createDeviceTrial(() => {
    tries += 1;
    return Promise.resolve(isThere);
  });
  const fails = (fault: 'device' | 'unreachable') =>
    trial.observe({
      type: 'player.failed',
      loadId: 1,
      fault,
      httpStatus: null,
      positionMs: null,
      detail: '',
    });
  t.equal(await trial.run(), null);
  fails('unreachable');
  t.equal(await trial.run(), null);
  t.equal(tries, 0, 'another fault says nothing about the device');
  fails('device');
  t.match(await trial.run(), { type: 'player.failed', fault: 'device', positionMs: null });
  isThere = true;
  t.equal(await trial.run(), null);
  t.equal(tries, 2);
  trial.observe({ type: 'player.started', loadId: 2, positionMs: 0, lengthMs: null });
  t.equal(await trial.run(), null);
  t.equal(tries, 2, 'one that sounds is not tried');
});
