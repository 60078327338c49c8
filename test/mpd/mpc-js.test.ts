import { MPC } from 'mpc-js';
import t from 'tap';
import { ITEM, openRoom, PLAYING } from '../rigs/mpd/room.js';

t.test('npm’s mpc-js follows the speaker and controls it', async t => {
  const room = await openRoom(t);
  room.next(PLAYING);
  const mpc = new MPC();
  await mpc.connectTCP('127.0.0.1', room.port);
  t.teardown(() => mpc.disconnect());
  t.match(await mpc.status.status(), { state: 'play', volume: 35, song: 0, duration: 200 });
  const first = await mpc.status.currentSong();
  t.match(first, { title: 'Tide', artist: 'The Harbours', album: 'Sea' });

  const told = new Promise<string[]>(resolve => void mpc.once('changed', resolve));
  room.next({ item: { ...ITEM, title: 'Ebb', index: 1 } });
  t.same(new Set(await told), new Set(['player', 'playlist']));
  const [second] = await mpc.currentPlaylist.playlistInfo();
  t.equal(second?.title, 'Ebb');
  t.not(second?.id, first.id);

  await mpc.playback.pause(true);
  await mpc.playback.seekCur(9);
  await mpc.playback.next();
  await mpc.playbackOptions.setVolume(21);
  const [playlist] = await mpc.storedPlaylists.listPlaylists();
  await mpc.storedPlaylists.load(playlist?.name ?? '');
  t.match(
    room.device.agent.commands.map(({ command }) => command),
    [
      { type: 'pause' },
      { type: 'seek', positionMs: 9_000 },
      { type: 'next' },
      { type: 'setVolume', volume: 21 },
      { type: 'play', sourceId: 'ST:1' },
    ],
  );
  // It throws objects that are no errors.
  const refused = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);
  t.match(await refused(mpc.storedPlaylists.load('Nothing')), { errorCode: 50 });
  t.match(await refused(mpc.database.getPicture(first.path ?? '')), { errorCode: 50 });
  t.match(await mpc.status.status(), { volume: 21 }, 'a refusal is no end');
});
