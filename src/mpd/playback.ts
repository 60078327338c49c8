// The commands that play, skip, seek and set the volume; each is a call of the control API.
import { ACK, Ack } from './ack.js';
import {
  act,
  findSong,
  placeOf,
  stateOf,
  toInteger,
  toMs,
  type MpdClient,
  type MpdCommand,
} from './visit.js';

/** A source by its id, as `player.play` takes it. */
const SOURCE_ID = /^[A-Z]{2}(:[^:]+)+$/;
const LOUDEST = 100;

/** Throws an `Ack` unless an item plays or is paused. */
function needSong(visit: MpdClient): void {
  const { playbackStatus, item } = stateOf(visit);
  if (item === null || playbackStatus === 'stopped') throw new Ack(ACK.playerSync, 'Not playing');
}

function goTo(visit: MpdClient, place: number): Promise<undefined> {
  return act(visit, place === 0 ? 'player.play' : 'player.next');
}

/** Plays a song of the queue; `-1` or nothing stands for the current one. */
async function play(visit: MpdClient, by: 'pos' | 'id', wanted: string | undefined): Promise<undefined> {
  if (by === 'id' && wanted !== undefined && SOURCE_ID.test(wanted)) return playSource(visit, wanted);
  return goTo(visit, wanted === undefined || wanted === '-1' ? 0 : placeOf(visit, by, wanted));
}

function playSource(visit: MpdClient, sourceId: string): Promise<undefined> {
  return act(visit, 'player.play', { sourceId });
}

/** Plays what `uri` names: a source by its id, a song of the queue, or an entry of the collection. */
async function add(visit: MpdClient, uri: string): Promise<undefined> {
  if (SOURCE_ID.test(uri)) return playSource(visit, uri);
  const song = findSong(visit, uri);
  if (song !== undefined) return goTo(visit, visit.room.queue.songs.indexOf(song));
  const { room, session } = visit;
  const named = (await room.shelf.list(session)).get(uri);
  if (named === undefined) throw new Ack(ACK.permission, 'Only what the music service has can be played');
  return playSource(visit, named.id);
}

async function pause(visit: MpdClient, wanted: string | undefined): Promise<undefined> {
  const { playbackStatus } = stateOf(visit);
  if (playbackStatus === 'stopped') return undefined;
  const isPlaying = playbackStatus === 'playing';
  const stays = wanted === undefined ? false : (toInteger(wanted) !== 0) !== isPlaying;
  return stays ? undefined : act(visit, isPlaying ? 'player.pause' : 'player.play');
}

async function seek(visit: MpdClient, place: number, to: object): Promise<undefined> {
  needSong(visit);
  if (place > 0) await goTo(visit, place);
  return act(visit, 'player.seek', to);
}

const toPosition = (text: string): object => ({ positionMs: toMs(text) });

async function switchOutput(
  visit: MpdClient,
  output: string,
  muted: (now: boolean) => boolean,
): Promise<undefined> {
  if (toInteger(output) !== 0) throw new Ack(ACK.noExist, 'No such audio output');
  return act(visit, 'player.setMuted', { muted: muted(stateOf(visit).muted) });
}

/** What the service decides stays off. */
function off(wanted: string): undefined {
  if (!/^(0(\.0*)?|off|nan)$/i.test(wanted))
    throw new Ack(ACK.unknown, 'The music service decides what follows, and how');
}

/** Returns the row of a command whose argument only turns something off. */
const offRow: MpdCommand = { args: [1, 1], run: (_, wanted) => off(wanted) };

const within = (least: number, wanted: number): number => Math.max(least, Math.min(wanted, LOUDEST));

export const PLAYBACK = {
  play: { args: [0, 1], run: (visit, pos) => play(visit, 'pos', pos) },
  playid: { args: [0, 1], run: (visit, id) => play(visit, 'id', id) },
  pause: { args: [0, 1], run: (visit, wanted) => pause(visit, wanted) },
  stop: { run: visit => act(visit, 'player.stop') },
  // What is left of the queue when it is cleared is silence.
  clear: { run: visit => act(visit, 'player.stop') },
  next: {
    async run(visit) {
      needSong(visit);
      return act(visit, 'player.next');
    },
  },
  previous: {
    async run(visit) {
      needSong(visit);
      return act(visit, 'player.previous');
    },
  },
  seek: {
    args: [2, 2],
    run: (visit, pos, to) => seek(visit, placeOf(visit, 'pos', pos), toPosition(to)),
  },
  seekid: {
    args: [2, 2],
    run: (visit, id, to) => seek(visit, placeOf(visit, 'id', id), toPosition(to)),
  },
  seekcur: {
    args: [1, 1],
    run: (visit, to) => seek(visit, 0, /^[+-]/.test(to) ? { offsetMs: toMs(to) } : toPosition(to)),
  },
  setvol: {
    args: [1, 1],
    run: (visit, to) => act(visit, 'player.setVolume', { volume: within(0, toInteger(to)) }),
  },
  volume: {
    args: [1, 1],
    run: (visit, by) => act(visit, 'player.setVolume', { offset: within(-LOUDEST, toInteger(by)) }),
  },
  getvol: { run: visit => `volume: ${stateOf(visit).volume}\n` },
  load: {
    args: [1, 3],
    async run(visit, name) {
      const { room, session } = visit;
      const found = await room.shelf.find(session, name);
      return playSource(visit, found.id);
    },
  },
  add: { args: [1, 2], run: (visit, uri) => add(visit, uri) },
  addid: {
    args: [1, 2],
    async run(visit, uri) {
      await add(visit, uri);
      return `Id: ${visit.room.queue.songs[0]?.id ?? 0}\n`;
    },
  },
  enableoutput: { args: [1, 1], run: (visit, output) => switchOutput(visit, output, () => false) },
  disableoutput: { args: [1, 1], run: (visit, output) => switchOutput(visit, output, () => true) },
  toggleoutput: { args: [1, 1], run: (visit, output) => switchOutput(visit, output, muted => !muted) },
  repeat: offRow,
  random: offRow,
  single: offRow,
  consume: offRow,
  crossfade: offRow,
  mixrampdb: offRow,
  mixrampdelay: offRow,
  replay_gain_mode: offRow,
} satisfies Readonly<Record<string, MpdCommand>>;
