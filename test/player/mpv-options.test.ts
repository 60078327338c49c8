import { spawnSync } from 'node:child_process';
import t from 'tap';
import { mpvArguments } from '../../src/player/sound/mpv-options.js';

t.test('The player starts mpv with safe options', async t => {
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
});

const { status, stdout } = spawnSync('mpv', ['--no-config', '--list-options'], { encoding: 'utf8' });
const skip = status === 0 ? false : 'mpv is not installed';

t.test('This machine’s mpv knows every option', { skip }, async t => {
  const known = new Set(stdout.match(/(?<=^ +)--[\w-]+/gm));
  const used = mpvArguments({ socketPath: '/x', audioOutput: 'null', audioDevice: 'x', extraOptions: [] });
  const names = used.map(option => option.split('=', 1).join(''));
  t.strictSame(
    names.filter(name => !known.has(name) && !known.has(name.replace('--no-', '--'))),
    [],
  );
});
