import t from 'tap';
import type { PlayerEvent } from '../../src/core/vocabulary/player-event.js';
import { createWaitingPlayer, type LoadPosition } from '../../src/host/waiting-player.js';
import type { Player } from '../../src/contract/ports.js';
import { QUIET_ANNOUNCER } from '../fakes/ports/announcer.js';

/** A player that does what it is told, and says what the test says. */
function createBench(place: LoadPosition | null = null) {
  const told: string[] = [];
  let say: (event: PlayerEvent) => void = () => undefined;
  let open: () => void = () => undefined;
  const done = () => Promise.resolve();
  const player: Player = {
    start(listener) {
      say = listener;
      return done();
    },
    ...{ load: done, pause: done, resume: done, seek: done, next: done, dropAppended: done, unload: done },
    ...{ setVolume: done, setMuted: done, stop: done, releaseDevice: done, version: null },
    ...{ duck: done, announcer: QUIET_ANNOUNCER },
  };
  const waiting = createWaitingPlayer({
    player,
    announce: () => new Promise<void>(resolve => (open = resolve)),
    place: () => place,
  });
  void waiting.start(event => void told.push(event.type.slice(7)));
  return { waiting, told, say: (event: PlayerEvent) => say(event), open: () => open() };
}

const LOAD = {
  loadId: 1,
  url: 'http://a/',
  startMs: 0,
  gainDb: null,
  mode: 'replace',
  paused: false,
} as const;
const FETCHED = { type: 'player.fetched', loadId: 1, positionMs: 5_000, lengthMs: 5_000 } as const;
const STARTED = { type: 'player.started', loadId: 1, positionMs: 0, lengthMs: 5_000, isOpen: true } as const;

t.test('The player tells the beginning of a load before its fetched end', async t => {
  const { waiting, told, say, open } = createBench();
  const loaded = waiting.load(LOAD);
  await Promise.resolve();
  say(STARTED);
  say(FETCHED);
  t.strictSame(told, [], 'nothing sounds yet');
  open();
  await loaded;
  t.strictSame(told, ['started', 'fetched']);
});

t.test('it is no sound: what ran dry is still dry', async t => {
  const { waiting, told, say, open } = createBench({ loadId: 1, positionMs: 1_000, hasBegun: true });
  say(STARTED);
  say({ type: 'player.starved', loadId: 1, positionMs: 1_000 });
  const resumed = waiting.resume();
  say(FETCHED);
  open();
  await resumed;
  t.strictSame(told, ['started', 'starved', 'fetched'], 'and is not told to flow');
});
