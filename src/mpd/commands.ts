import type { LibraryPage } from '../contract/library.js';
import { ACK, Ack, oneLine } from './ack.js';
import { ART } from './art-commands.js';
import { PLAYBACK } from './playback.js';
import { SUBSYSTEMS, toSeconds, toSongText, toText } from './queue.js';
import {
  ask,
  placeOf,
  stateOf,
  toInteger,
  type MpdAnswer,
  type MpdClient,
  type MpdCommand,
} from './visit.js';

const ANY = Number.POSITIVE_INFINITY;
const TAGS = ['Artist', 'Album', 'Title', 'Name'];
/** No date is known of the entries of the collection. */
const MODIFIED = '1970-01-01T00:00:00Z';

/** What the connection itself carries out. */
const OF_CONNECTION = ['close', 'idle', 'noidle', 'command_list_begin', 'command_list_ok_begin'];

function status(visit: MpdClient): string {
  const { agent, queue } = visit.room;
  const { nowMs, state } = agent.snapshot();
  const { songs, version, error } = queue;
  const [song, next] = songs;
  const isStopped = song === undefined || state.playbackStatus === 'stopped';
  const { positionMs, atMs, rate } = state.position;
  const heardMs = Math.max(0, positionMs + rate * (nowMs - atMs));
  const elapsedMs = Math.min(heardMs, song?.durationMs ?? heardMs);
  const durationMs = song?.durationMs ?? null;
  const times = {
    time: `${Math.floor(elapsedMs / 1000)}:${Math.round((durationMs ?? 0) / 1000)}`,
    elapsed: toSeconds(elapsedMs),
    duration: durationMs === null ? null : toSeconds(durationMs),
  };
  return toText({
    volume: state.volume,
    repeat: 0,
    random: 0,
    single: 0,
    consume: 0,
    playlist: version,
    playlistlength: songs.length,
    mixrampdb: '0.000000',
    state: isStopped ? 'stop' : state.playbackStatus === 'paused' ? 'pause' : 'play',
    ...(song !== undefined && { song: 0, songid: song.id }),
    ...(!isStopped && times),
    error,
    ...(next !== undefined && { nextsong: 1, nextsongid: next.id }),
  });
}

/** Returns the songs of a place or a range such as `0:2`; of all without either. */
function songsAt(visit: MpdClient, range: string | undefined): string {
  const { songs } = visit.room.queue;
  const [from, to] = range?.split(':') ?? [];
  if (from === undefined || from === '-1') return songs.map(({ text }) => text).join('');
  if (to === undefined) return songs[placeOf(visit, 'pos', from)]?.text ?? '';
  const end = to === '' ? songs.length : toInteger(to);
  return songs
    .slice(toInteger(from), end)
    .map(({ text }) => text)
    .join('');
}

async function playlists(visit: MpdClient): Promise<string> {
  const { room, session } = visit;
  const entries = await room.shelf.list(session);
  return [...entries.keys()].map(name => toText({ playlist: name, 'Last-Modified': MODIFIED })).join('');
}

/** Returns the one song that stands for a playlist: to add it plays the source. */
async function contents(visit: MpdClient, name: string): Promise<string> {
  const { room, session } = visit;
  const { id, ...shown } = await room.shelf.find(session, name);
  return toSongText(id, { ...shown, title: shown.name, name: null });
}

/** Returns the words that are searched for, of `TYPE WHAT …` or of a filter in brackets. */
function toWords(args: readonly string[]): string {
  const named = args.slice(0, args.findIndex(arg => /^(sort|window|group)$/i.test(arg)) >>> 0);
  const found = named[0]?.startsWith('(')
    ? [...named[0].matchAll(/(["'])((?:\\.|(?!\1)[^\\])*)\1/g)].map(match =>
        match[2]?.replace(/\\(.)/g, '$1'),
      )
    : named.filter((_, place) => place % 2 === 1);
  return found.join(' ').trim();
}

async function search(visit: MpdClient, ...args: string[]): Promise<string> {
  const query = toWords(args);
  if (query === '') return '';
  const { items } = (await ask(visit, 'library.search', { query: query.slice(0, 1024) })) as LibraryPage;
  return items
    .map(({ id, name, ...shown }) => toSongText(id, { ...shown, title: name, name: null }))
    .join('');
}

async function password(visit: MpdClient, token: string): Promise<undefined> {
  const outcome = await visit.session.open(token);
  if ('result' in outcome) return undefined;
  const { reason } = (outcome.error.data ?? {}) as { readonly reason?: unknown };
  if (reason === 'rateLimited') throw new Ack(ACK.system, outcome.error.message);
  throw new Ack(ACK.password, 'incorrect password');
}

function stats({ room }: MpdClient): string {
  const uptime = room.uptimeS();
  const none = { artists: 0, albums: 0, songs: 0 };
  return toText({ ...none, uptime, db_playtime: 0, db_update: 0, playtime: 0 });
}

/** Returns the commands that the client may use now, or those that it may not. */
const named = (visit: MpdClient, isAllowed: boolean): string =>
  [...COMMANDS]
    .filter(([, { free }]) => (visit.session.isOpen || free === true) === isAllowed)
    .map(([name]) => name)
    .concat(visit.session.isOpen === isAllowed ? OF_CONNECTION.filter(name => name === 'idle') : [])
    .concat(isAllowed ? ['close'] : [])
    .sort()
    .map(name => `command: ${name}\n`)
    .join('');

const silent: MpdCommand = { args: [0, ANY], run: () => undefined };

const ROWS: Readonly<Record<string, MpdCommand>> = {
  ...PLAYBACK,
  ...ART,
  status: { run: status },
  currentsong: { run: ({ room }) => room.queue.songs[0]?.text ?? '' },
  playlistinfo: { args: [0, 1], run: (visit, range) => songsAt(visit, range) },
  playlistid: {
    args: [0, 1],
    run: (visit, ...[id]) => songsAt(visit, id === undefined ? id : `${placeOf(visit, 'id', id)}`),
  },
  // The queue is short: whatever a program knows of it, it gets all of it.
  plchanges: { args: [1, 2], run: visit => songsAt(visit, undefined) },
  plchangesposid: {
    args: [1, 2],
    run: ({ room }) => room.queue.songs.map(({ id }, cpos) => toText({ cpos, Id: id })).join(''),
  },
  listplaylists: { run: playlists },
  lsinfo: {
    args: [0, 1],
    run(visit, uri = '') {
      if (!['', '/'].includes(uri)) throw new Ack(ACK.noExist, 'No such directory');
      return playlists(visit);
    },
  },
  listplaylistinfo: { args: [1, 2], run: contents },
  listplaylist: {
    args: [1, 2],
    run: async (visit, name) => (await contents(visit, name)).split('\n', 1).join('') + '\n',
  },
  search: { args: [1, ANY], run: search },
  find: silent,
  list: silent,
  count: { args: [0, ANY], run: () => toText({ songs: 0, playtime: 0 }) },
  tagtypes: {
    args: [0, ANY],
    free: true,
    run: (_, ...how) => (how.length === 0 ? TAGS.map(tagtype => toText({ tagtype })).join('') : ''),
  },
  commands: { free: true, run: visit => named(visit, true) },
  notcommands: { free: true, run: visit => named(visit, false) },
  outputs: {
    run: visit =>
      toText({
        outputid: 0,
        outputname: visit.room.deviceName,
        outputenabled: stateOf(visit).muted ? 0 : 1,
      }),
  },
  stats: { run: stats },
  decoders: { run: () => undefined },
  urlhandlers: { run: () => undefined },
  replay_gain_status: { run: () => toText({ replay_gain_mode: 'off' }) },
  subscribe: silent,
  unsubscribe: silent,
  clearerror: {
    run({ room }) {
      room.queue.clearError();
      return undefined;
    },
  },
  ping: { free: true, run: () => undefined },
  password: { args: [1, 1], free: true, run: password },
};

const COMMANDS: ReadonlyMap<string, MpdCommand> = new Map(Object.entries(ROWS));

/** Runs a command. Throws or rejects with an `Ack` if it is unknown, not allowed, wrong or refused. */
export function runCommand(
  visit: MpdClient,
  [name = '', ...args]: readonly string[],
): MpdAnswer | Promise<MpdAnswer> {
  const row = COMMANDS.get(name);
  if (row === undefined) throw new Unknown(`unknown command "${oneLine(name)}"`);
  if (!visit.session.isOpen && row.free !== true) refuse(name);
  const [least, most] = row.args ?? [0, 0];
  if (args.length < least || args.length > most)
    throw new Ack(ACK.argument, `wrong number of arguments for "${name}"`);
  return row.run(visit, ...args);
}

/** Refuses a command that needs the password. */
export function refuse(name: string): never {
  throw new Ack(ACK.permission, `you don't have permission for "${name}"`);
}

/** The refusal of a line that names no command: MPD then repeats none. */
export class Unknown extends Ack {
  constructor(message: string) {
    super(ACK.unknown, message);
  }
}

/** Returns what `idle` waits for. Throws an `Ack` for a word that it does not know. */
export function toSubsystems(args: readonly string[]): ReadonlySet<string> {
  const known: readonly string[] = SUBSYSTEMS;
  const strange = args.find(arg => !known.includes(arg));
  if (strange !== undefined) throw new Ack(ACK.argument, `Unrecognized idle event: ${oneLine(strange)}`);
  return new Set(args.length === 0 ? known : args);
}
