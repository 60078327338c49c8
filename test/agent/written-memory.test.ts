/**
 * As under the unit, in which no memory that was written is executed (`MemoryDenyWriteExecute=`): the kernel holds the
 * agent, the player and what they start to it (`PR_SET_MDWE`, Linux 6.3 and later).
 */
import { spawnSync } from 'node:child_process';
import { connect } from 'node:tls';
import { once } from 'node:events';
import t from 'tap';
import { findProgram } from '../../src/player/process/program.js';
import { isAt } from '../fakes/phones/phone.js';
import { anAlbum, createRig, skip } from '../rigs/agent/rig.js';
import { INSTALLED } from '../rigs/program.js';

const SEAL = `import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0: sys.exit('the kernel cannot seal memory')
os.execvp(sys.argv[1], sys.argv[1:])`;
const python = findProgram('python3', process.env['PATH'] ?? '');
const SEALED = [python ?? '', '-c', SEAL];

function whyNoSeal(): string | false {
  if (python === null) return 'python3 is missing';
  const { status, stderr } = spawnSync(python, ['-c', SEAL, 'true'], { encoding: 'utf8' });
  return status === 0 ? false : stderr.trim();
}

t.test(
  'plays, and answers by TLS, where no memory that was written is executed',
  { skip: skip || whyNoSeal() },
  async t => {
    const loop = 'let sum = 0; for (let at = 0; at < 1e6; at += 1) sum += at; console.log(sum)';
    const node = (...words: string[]) =>
      spawnSync(python ?? '', ['-c', SEAL, process.execPath, ...words, '-e', loop]);
    t.not(node().status, 0, 'Node left to itself needs it');
    t.equal(node(...INSTALLED.nodeWords).status, 0);

    const rig = await createRig(t, { trackSeconds: 4 });
    const agent = await rig.start({}, { before: SEALED, nodeWords: INSTALLED.nodeWords });
    t.not(agent.port, 0, agent.stderr);
    const phone = await rig.phone(agent, await rig.pair(agent));
    await phone.play({ sourceId: anAlbum(rig.sandbox).id });
    await phone.until('the next track', isAt(1));
    await phone.call('player.next');
    await phone.until('the one after it', isAt(2));
    const socket = connect({ port: agent.port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.destroy();
    t.equal(agent.stderr, '');
  },
);
