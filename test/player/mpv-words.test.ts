import { join } from 'node:path';
import t from 'tap';
import { createLineBuffer } from '../../src/player/line-buffer.js';
import { missedEnd } from '../../src/player/load.js';
import { diagnose } from '../../src/player/load-fault.js';
import { parseEvent, parseLine, parseReply } from '../../src/player/mpv-message.js';
import { mpvArguments } from '../../src/player/mpv-options.js';
import { parsePlaylist } from '../../src/player/playlist.js';
import { playerEnvironment } from '../../src/player/program.js';
import { openSocketFolder } from '../../src/player/socket-folder.js';
import { restartPauseMs } from '../../src/player/supervise.js';

t.test('lines survive being torn at every byte', async t => {
  const text = '{"title":"Größe 🎵"}\n\n{"b":2}\n{"unfinished';
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = createLineBuffer();
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...lines.push(bytes.subarray(at, at + size)));
    t.strictSame(found, ['{"title":"Größe 🎵"}', '', '{"b":2}'], `${size} bytes at a time`);
  }
  const short = createLineBuffer(10);
  t.strictSame(short.push(Buffer.from('123456789\n123456789\n')), ['123456789', '123456789']);
  t.throws(() => short.push(Buffer.from('12345678901')), { message: 'a line is longer than 10 characters' });
});

t.test('messages that are none are nobody’s', async t => {
  for (const line of ['', '{', '[]', 'null', '5', '"x"', '\u0000']) t.equal(parseLine(line), null, line);
  for (const id of [0, -1, '1', null]) t.equal(parseReply({ request_id: id, error: 'success' }), null);
  t.strictSame(parseReply({ request_id: 3 }), { requestId: 3, error: '', data: null });
  const events = [null, [], 5, {}, { event: 5 }, { event: 'unheard-of' }, { event: 'start-file' }];
  for (const event of [...events, { event: 'end-file', playlist_entry_id: '1' }])
    t.equal(parseEvent(event), null);
  t.strictSame(parseEvent({ event: 'end-file', playlist_entry_id: 1, reason: {}, file_error: 4 }), {
    event: 'end-file',
    entryId: 1,
    reason: '',
    fileError: null,
  });
  t.strictSame(parseEvent({ event: 'property-change', name: 'time-pos' }), {
    event: 'property-change',
    property: 'time-pos',
    data: null,
  });
  t.strictSame(parsePlaylist('rubbish'), []);
  t.strictSame(parsePlaylist([null, 1, {}, { id: 'x' }, { id: 2, current: true }, { id: 3 }]), [
    { id: 2, current: true },
    { id: 3, current: false },
  ]);
});

t.test('a failed load is diagnosed from the error and the warnings', async t => {
  const loading = 'loading failed';
  const rows = [
    ['audio output initialization failed', [], 'device', null],
    ['unrecognized file format', ['http: HTTP error 404 Not Found'], 'undecodable', null],
    ['no audio or video data played', [], 'undecodable', null],
    [loading, ['ffmpeg: http: HTTP error 404 Not Found'], 'refused', 404],
    [loading, ['ffmpeg: https: HTTP error 503 Service Unavailable'], 'refused', 503],
    [loading, ['ffmpeg: Server returned 403 Forbidden (access denied)'], 'refused', 403],
    [loading, ['ffmpeg: tcp: Connection refused'], 'unreachable', null],
    [loading, ['ffmpeg: tls: Peer certificate failed verification'], 'untrusted', null],
    [loading, ["ffmpeg: tls: The certificate's owner does not match hostname a.example"], 'untrusted', null],
    [loading, ['ffmpeg: tls: error:0A000086:SSL routines::certificate verify failed'], 'untrusted', null],
    [loading, ['ffmpeg: tls: An unexpected TLS packet was received.'], 'unreachable', null],
    [loading, [], 'unreachable', null],
    [null, [], 'unreachable', null],
  ] as const;
  for (const [error, lines, fault, httpStatus] of rows)
    t.match(diagnose(error, lines), { fault, httpStatus }, `${String(error)} ${lines.join()}`);
  const { detail } = diagnose(loading, ['stream: Failed to open https://a.example/x?token=T/+=.\nmore']);
  t.equal(detail, 'loading failed: stream: Failed to open <address> more');
});

t.test('the end that a lost event would have told', async t => {
  const load = {
    loadId: 1,
    entryId: 5,
    startMs: 0,
    appended: false,
    lengthMs: null,
    dataEndMs: null,
    dismissed: false,
    firstLogLine: 0,
  };
  const entries = (ids: number[], playing: number) => ids.map(id => ({ id, current: id === playing }));
  const rows = [
    ['started', [4, 5], 5, null],
    ['waiting', [4, 5], 4, null],
    ['started', [5, 6], 6, 'eof'],
    ['started', [5], -1, 'eof'],
    ['opening', [5, 6], 6, 'error'],
    ['waiting', [5, 6], 6, 'error'],
    ['waiting', [6], 6, 'stop'],
  ] as const;
  for (const [phase, ids, playing, end] of rows)
    t.equal(
      missedEnd({ ...load, phase }, entries([...ids], playing)),
      end,
      `${phase} ${ids.join()} ${playing}`,
    );
  t.equal(missedEnd({ ...load, phase: 'started', dismissed: true }, []), 'stop');
});

t.test('what a player is started with', async t => {
  const socketPath = '/run/x.sock';
  const plain = mpvArguments({ socketPath, audioOutput: null, audioDevice: null, extraOptions: [] });
  t.equal(plain.at(-1), `--input-ipc-server=${socketPath}`);
  t.ok(plain.includes('--no-config') && plain.includes('--ytdl=no') && plain.includes('--tls-verify=yes'));
  t.ok(
    plain.some(option => /^--stream-lavf-o=.*,max_redirects=0$/.test(option)),
    'https is not led astray',
  );
  t.notOk(plain.some(option => option.startsWith('--ao=') || option.startsWith('--audio-device=')));
  const extraOptions = ['--cache-secs=5'];
  const full = mpvArguments({ socketPath, audioOutput: 'alsa', audioDevice: 'alsa/hw:0', extraOptions });
  t.strictSame(full.slice(-4, -1), ['--ao=alsa', '--audio-device=alsa/hw:0', '--cache-secs=5']);
  const kept = {
    PATH: '/bin',
    LC_ALL: 'C',
    PULSE_SERVER: 'p',
    XDG_RUNTIME_DIR: '/run/user/1',
    ALSA_CARD: '1',
  };
  const dropped = {
    TONEARM_CLIENT_SECRET: 's',
    CREDENTIALS_DIRECTORY: 'c',
    NODE_OPTIONS: 'n',
    LANG: undefined,
  };
  const { MALLOC_ARENA_MAX: arenas, ...given } = playerEnvironment({ ...kept, ...dropped });
  t.equal(arenas, '1');
  t.match(given, kept);
  t.strictSame(
    Object.keys(given).filter(name => !name.startsWith('MALLOC_')),
    Object.keys(kept),
  );
});

t.test('restarts come at once, then ever more slowly, but never too slowly', async t => {
  t.strictSame(
    [0, 1].map(failures => restartPauseMs(failures, 1)),
    [0, 0],
  );
  t.strictSame(
    [2, 3, 4].map(failures => restartPauseMs(failures, 1)),
    [100, 200, 400],
  );
  t.equal(restartPauseMs(4, 0), 200);
  t.equal(restartPauseMs(5000, 1), 10_000);
});

t.test('a socket lies where its path fits', async t => {
  const long = join(t.testdir(), 'x'.repeat(100));
  const folder = await openSocketFolder(long);
  t.notMatch(folder.freshPath(), long);
  t.ok(Buffer.byteLength(folder.freshPath()) < 100);
  t.not(folder.freshPath(), folder.freshPath());
  await folder.close();
});
