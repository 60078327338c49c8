import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import t from 'tap';
import { parseSlowMounts } from '../../src/player/process/mounts.js';
import { until } from '../bench/rig/waiting.js';
import { createNamespace, whyNoNamespace } from '../fakes/machine/namespace.js';

t.test('which mounts may keep whoever looks at them waiting', async t => {
  const text = [
    '22 27 0:21 / /proc rw,relatime shared:1 - proc proc rw',
    '27 1 254:0 / / rw,relatime shared:2 master:1 - ext4 /dev/vda rw',
    '30 27 0:40 / /srv/music\\040of\\040all rw shared:3 - nfs4 box:/music rw,addr=192.168.1.2',
    '31 27 0:41 / /mnt/nas rw - cifs //nas/a rw',
    '32 27 0:42 / /net rw - autofs systemd-1 rw,fd=30',
    '33 27 0:43 / /run/user/1000/doc rw - fuse.portal portal rw',
    'nonsense',
    '',
  ].join('\n');
  t.strictSame([...parseSlowMounts(text)], ['/srv/music of all', '/mnt/nas', '/net', '/run/user/1000/doc']);
});

/** Mounts a folder whose program never answers, as that of a host which is gone. */
const HANGING = `import ctypes, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)
file = os.open('/dev/fuse', os.O_RDWR)
words = b'fd=%d,rootmode=40000,user_id=0,group_id=0' % file
if libc.mount(b'none', sys.argv[1].encode(), b'fuse', 0, words) != 0: sys.exit(1)
print('mounted', flush=True)
time.sleep(600)`;

const noFuse =
  whyNoNamespace(['mount']) ||
  (!existsSync('/dev/fuse') && 'no fuse here') ||
  (spawnSync('python3', ['--version']).status !== 0 && 'python3 is missing');

t.test(
  'a mount that hangs beside what is hidden does not keep the agent waiting',
  { skip: noFuse },
  async t => {
    const space = await createNamespace(t, ['mount']);
    space.run('mount -t tmpfs tmpfs /run; mkdir -p /run/tonearm /run/gone /run/here');
    const [command = '', ...words] = space.words;
    const holder = spawn(command, [...words, 'python3', '-c', HANGING, '/run/gone'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => holder.kill('SIGKILL'));
    let said = '';
    holder.stdout.on('data', (text: Buffer) => (said += text.toString()));
    const became = await until('it is mounted', () =>
      said.includes('mounted') ? 'mounted' : holder.exitCode === null ? null : 'refused',
    );
    if (became === 'refused') {
      t.comment('fuse cannot be mounted here');
      return;
    }
    const tell = `import { drawRoom } from '${import.meta.resolve('../../src/player/process/room.js')}';
    const room = drawRoom({ program: '/bin/sh', socketFolder: '/run/tonearm', ours: ['/run/tonearm'], environment: {} });
    console.log(room.join('\\n'));`;
    const drawn = spawn(command, [...words, process.execPath, '--input-type=module', '-e', tell], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => drawn.kill('SIGKILL'));
    const told = await drawn.stdout.reduce((text: string, chunk: Buffer) => text + chunk.toString(), '');
    t.match(told, ':/run/here');
    t.notMatch(told, '/run/gone');
  },
);
