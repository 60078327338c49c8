/**
 * A program that speaks mpv's IPC as badly as it is told to: the first argument names the mood, the rest is
 * what mpv would get. Started by a script that stands in for mpv (see `writeFakeMpv`).
 */
import { createServer, type Socket } from 'node:net';

const [mood = 'good', ...options] = process.argv.slice(2);
const socketPath = options.find(option => option.startsWith('--input-ipc-server='))?.slice(19) ?? '';

interface Command {
  readonly command: readonly string[] | { readonly name: string };
  /** Missing in node-mpv's probe, which understands nothing but one short answer in one piece. */
  readonly request_id?: number;
}

const playlist: { id: number; current?: boolean; title: string }[] = [];
const title = 'Größe – 音楽 🎵 ';
let loads = 0;
/** What the agent's players are told that mpv's main branch knows, too. Its releases also know `load-osd-console`. */
const KNOWN = new Set(
  'access-references ad ao audio-channels audio-device audio-display audio-fallback-to-null audio-format audio-samplerate autoload-files cache cache-on-disk config demuxer demuxer-donate-buffer demuxer-lavf-o-append demuxer-lavf-probesize demuxer-max-back-bytes demuxer-max-bytes force-seekable gapless-audio hr-seek-demuxer-offset idle input-builtin-bindings input-default-bindings input-ipc-client input-ipc-server input-media-keys length load-auto-profiles load-console load-scripts load-stats-overlay load-unsafe-playlists network-timeout o oac of osc prefetch-playlist resume-playback save-position-on-quit sid stream-lavf-o terminal tls-verify video volume volume-max ytdl'.split(
    ' ',
  ),
);
/** The properties of libcurl that were set, as mpv 0.42 has them. */
const curl = new Map<string, string>();

function properties(name: string, short: boolean): unknown {
  const padding = mood === 'big' && !short ? title.repeat(20_000) : '';
  const table: Record<string, unknown> = {
    'mpv-version': `mpv 9.9.9${padding}`,
    playlist,
    'audio-pts': mood === 'stands' ? 60 : 0,
    duration: 60,
    ...(mood === 'stands' ? { 'demuxer-cache-state': { eof: true, 'cache-end': 60 } } : {}),
    'current-ao': 'fake',
  };
  return table[name] ?? null;
}

/** A few at a time, as mpv would: a program that is busy for seconds counts as hung. */
function flood(send: (message: object) => void, done: () => void, left = 200_000): void {
  for (let i = 0; i < 1000; i += 1)
    send({ event: 'property-change', id: 1, name: 'audio-pts', data: i / 1e7 });
  if (left > 1000) setImmediate(() => flood(send, done, left - 1000));
  else done();
}

function load(send: (message: object) => void): number {
  loads += 1;
  const id = loads;
  for (const entry of playlist) delete entry.current;
  playlist.push({ id, current: true, title });
  const begin = [
    { event: 'start-file', playlist_entry_id: id },
    { event: 'log-message', prefix: 'demux', level: 'warn', text: `${title}\n` },
    { event: 'file-loaded' },
    { event: 'playback-restart' },
  ];
  setImmediate(() => {
    if (mood === 'dies-on-load') process.exit(4);
    if (mood === 'flood' && id === 1) {
      flood(send, () => begin.forEach(send));
      return;
    }
    if (mood === 'overflow') send({ event: 'event-queue-overflow' });
    else begin.forEach(send);
  });
  return id;
}

const torn: Buffer[] = [];

/** Sends seven bytes at a time, each read by itself. */
function tear(socket: Socket, bytes: Buffer): void {
  const idle = torn.length === 0;
  for (let at = 0; at < bytes.length; at += 7) torn.push(bytes.subarray(at, at + 7));
  const next = () => {
    const piece = torn[0];
    if (piece === undefined) return;
    socket.write(piece, () => {
      torn.shift();
      setTimeout(next, 0);
    });
  };
  if (idle) next();
}

const rubbish = [
  'not json',
  '{"torn": ',
  '[]',
  'null',
  '5',
  '{"event":5}',
  '{"event":"end-file"}',
  '{"event":"end-file","playlist_entry_id":77,"reason":{}}',
  '{"event":"start-file","playlist_entry_id":"x"}',
  '{"event":"property-change","name":"time-pos","data":"soon"}',
  '{"event":"property-change","name":"playlist","data":{}}',
  '{"request_id":4711,"error":"success","data":1}',
  '{"request_id":-1,"error":"success"}',
  '{"request_id":"constructor","error":"success"}',
  '\u0000\uFFFD',
];

function answer(socket: Socket, { command, request_id }: Command): void {
  const send = (message: object) => {
    const text = `${JSON.stringify(message)}\n`;
    if (mood === 'torn' && !isProbe) tear(socket, Buffer.from(text));
    else socket.write(text);
  };
  const name = 'name' in command ? command.name : (command[0] ?? '');
  const isProbe = request_id === undefined;
  if (mood === 'mute' || (mood === 'deaf' && loads > 0)) return;
  if (mood === 'rubbish' && !isProbe) socket.write(`${rubbish.join('\n')}\n`);
  if (name === 'quit') process.exit(0);
  if (mood === 'endless' && name === 'loadfile') {
    const endless = Buffer.alloc(1 << 20, 'x');
    const more = () => {
      if (socket.write(endless)) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
    return;
  }
  if (mood === 'tomorrow' && name === 'set_property' && Array.isArray(command))
    curl.set(String(command[1]), String(command[2]));
  const isOpen = [curl.get('curl-enabled'), curl.get('curl-max-redirects')].join() !== 'no,0';
  if (mood === 'tomorrow' && name === 'loadfile' && isOpen)
    send({ request_id, error: 'libcurl follows redirects', data: null });
  else if (name === 'loadfile') {
    if (mood === 'deaf') loads += 1;
    else send({ request_id, error: 'success', data: { playlist_entry_id: load(send) } });
  } else if (name === 'playlist-remove') {
    send({ request_id, error: 'success', data: null });
    send({ event: 'end-file', playlist_entry_id: loads, reason: 'stop' });
  } else if (name === 'get_property' && Array.isArray(command))
    send({ request_id, error: 'success', data: properties(String(command[1]), isProbe) });
  else send({ request_id, error: name === 'seek' ? 'error running command' : 'success', data: null });
}

/** Silent, as mpv is without a terminal. */
if (mood === 'tomorrow' && !options.every(option => KNOWN.has(/^--(?:no-)?([^=]+)/.exec(option)?.[1] ?? '')))
  process.exit(1);
if (mood === 'dies') {
  process.stderr.write('cannot work here: http://secret.example/token\n');
  process.exit(3);
}
if (mood === 'asleep') setInterval(() => undefined, 60_000);
else
  createServer(socket => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) answer(socket, JSON.parse(line) as Command);
    });
  }).listen(socketPath);
