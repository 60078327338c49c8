import t from 'tap';
import type { PlayerEvent } from '../../src/core/vocabulary/player-event.js';
import { mendingTo } from '../../src/player/process/launch.js';
import type { MpvProcess } from '../../src/player/process/mpv-process.js';

const FAILED: PlayerEvent = {
  type: 'player.failed',
  loadId: 1,
  positionMs: null,
  fault: 'device',
  httpStatus: null,
  detail: '',
};

/** A starter that has a reason, and one player, which holds something as `idles` says, each time it is asked. */
function createStand(idles: boolean[]) {
  const given: string[] = [];
  let asked = 0;
  const player: Pick<MpvProcess, 'giveWay'> = { giveWay: why => void given.push(why) };
  const starter = {
    start: () => ({ exited: Promise.resolve(''), kill: () => undefined }),
    answered: () => undefined,
    sounded: () => undefined,
    opensDevice: () => Promise.resolve(true),
    whyAnew: () => {
      asked += 1;
      return Promise.resolve('news');
    },
  };
  const tell = mendingTo(
    () => undefined,
    starter,
    () => (idles.shift() === true ? (player as MpvProcess) : null),
  );
  return { tell, given, asked: () => asked };
}

t.test('a player gives way to one that sees more, if it holds nothing', async t => {
  const stand = createStand([true, true]);
  stand.tell(FAILED);
  await new Promise(setImmediate);
  t.strictSame(stand.given, ['news']);
});

t.test('A player that holds or receives something does not give way', async t => {
  for (const idles of [[false], [true, false]]) {
    const stand = createStand([...idles]);
    stand.tell(FAILED);
    await new Promise(setImmediate);
    t.strictSame(stand.given, []);
    t.equal(stand.asked(), idles.length - 1);
  }
});
