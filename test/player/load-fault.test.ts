import t from 'tap';
import { diagnose } from '../../src/player/sound/load-fault.js';

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
    t.match(diagnose(error, lines, 0), { fault, httpStatus }, `${String(error)} ${lines.join()}`);
  const { detail } = diagnose(loading, ['stream: Failed to open https://a.example/x?token=T/+=.\nmore'], 0);
  t.equal(detail, 'loading failed: stream: Failed to open <address> more');
});

t.test('A host that sent the head alone is away, and the file is not to blame', async t => {
  const unknown = 'unrecognized file format';
  const cut = ['ffmpeg: http: Stream ends prematurely at 300, should be 481115'];
  t.match(diagnose(unknown, cut, 20), { fault: 'unreachable' }, 'the stream broke off');
  t.match(diagnose(unknown, [], 10_000), { fault: 'unreachable' }, 'no data came for as long as mpv waits');
  t.match(diagnose('no audio or video data played', cut, 20), { fault: 'unreachable' });
  t.match(diagnose(unknown, [], 20), { fault: 'undecodable' });
});
