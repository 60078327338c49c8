import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { findProgram } from '../../src/player/process/program.js';
import { until } from '../bench/rig/waiting.js';
import { whyNoLandlock, writeSetpriv } from '../fakes/machine/landlock.js';
import { withoutPowers } from '../fakes/machine/powerless.js';
import { PROGRAM } from '../rigs/program.js';
import { aStation, createRig, filesOf, skip } from '../rigs/agent/rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'stand-'));
t.teardown(() => removeFolder(folder));
const PATH = process.env['PATH'] ?? '';
/** Longer than a volume takes to be saved (`engine/remember`). */
const SETTLE_MS = 3_000;
const noRoom = skip || whyNoLandlock(folder);

/** What mpv may do that was taken over, in shell: `$1` the state, `$2` the runtime folder, `$3` the agent's process. */
const DEEDS = {
  'read the tokens': 'cat "$1/credentials.json" "$1/clients.json"',
  'list the state': 'ls "$1"/',
  'write into the state': 'echo x >> "$1/session.json"',
  'cut the state': ': > "$1/credentials.json"',
  'leave a file in the state': 'echo x > "$1/new.json"',
  'remove the state': 'rm -f "$1/clients.json"; test ! -e "$1/clients.json"',
  'rename the tokens': 'mv "$1/credentials.json" /dev/shm/',
  'rename the folder of the state': 'mv "$1" "$1.old"',
  'link the tokens': 'ln "$1/credentials.json" "/var/tmp/link-$$"',
  'list the runtime folder': 'ls "$2"/',
  'read the position': 'cat "$2/position.json"',
  'remove the socket of the control API': 'rm -f "$2/control.sock"; test ! -e "$2/control.sock"',
  'put a socket in its place':
    'python3 -c \'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])\' "$2/control.sock"',
  'leave a file among the sockets': 'echo x > "$2/x"',
  'read the agent’s environment': 'cat "/proc/$3/environ"',
  'read the agent’s memory': 'cat "/proc/$3/maps"; head -c 1 "/proc/$3/mem"',
  'follow the agent’s open files': 'readlink "/proc/$3/fd/1" || cat "/proc/$3/fd/0"',
  'go through the agent’s root': 'cat "/proc/$3/root$1/credentials.json" "/proc/$3/cwd/package.json"',
  'trace the agent':
    'python3 -c \'import ctypes, sys; sys.exit(0 if ctypes.CDLL(None).ptrace(16, int(sys.argv[1]), 0, 0) == 0 else 1)\' "$3"',
  'take the agent’s open files':
    'python3 -c \'import ctypes, sys; l = ctypes.CDLL(None); p = l.syscall(434, int(sys.argv[1]), 0); sys.exit(0 if l.syscall(438, p, 1, 0) >= 0 else 1)\' "$3"',
  'change the agent’s program': `: >> '${PROGRAM}'`,
  'rank the agent first to be killed': 'echo 1000 > "/proc/$3/oom_score_adj"',
  'mount the state elsewhere': 'unshare -m mount --bind "$1" /mnt || mount --bind "$1" /mnt',
  'read a home': 'ls "$HOME"/ || ls /root/ || ls /home/',
} as const;
/** What docs/player-room.md says is left. */
const LEFT = {
  'signal the agent': 'kill -0 "$3"',
  'connect to the control API':
    'python3 -c \'import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])\' "$2/control.sock"',
} as const;

t.test(
  'a shell in mpv’s place reaches nothing of the agent’s while music plays',
  { skip: noRoom },
  async t => {
    writeSetpriv(folder);
    const rig = await createRig(t, { trackSeconds: 60 });
    const told = mkdtempSync('/dev/shm/told-');
    t.teardown(() => removeFolder(told));
    const script = join(folder, 'shell');
    const deeds = { ...DEEDS, ...LEFT };
    const lines = Object.values(deeds).map(
      (deed, at) =>
        `if (${deed}) > '${told}/${at}.out' 2>&1; then echo done > '${told}/${at}'; else echo refused > '${told}/${at}'; fi`,
    );
    writeFileSync(
      script,
      `#!/bin/sh
if [ "\${1#--no-config}" != "$1" ] && [ ! -e '${told}/begun' ]; then (
set -- '${rig.stateDir}' '${rig.runtimeDir}' $PPID
while [ ! -e '${told}/go' ]; do sleep 0.1; done
${lines.join('\n')}
echo over > '${told}/over') & fi
exec mpv "$@"
`,
    );
    chmodSync(script, 0o755);
    // Root's powers look into any process (CAP_PERFMON); the agent's user has none.
    const { command, args } = withoutPowers('env', []);
    const agent = await rig.start(
      {
        PATH: `${folder}:${PATH}`,
        TONEARM_MPV_PATH: script,
        TONEARM_LOG_LEVEL: 'debug',
      },
      { before: [findProgram(command, PATH) ?? '', ...args] },
    );
    t.not(agent.port, 0, agent.stderr);
    const phone = await rig.phone(agent, await rig.pair(agent));
    await agent.line(/The player cannot see the agent/);
    await phone.play({ sourceId: aStation(rig.sandbox) });
    await phone.call('player.pause');
    await phone.until('paused', state => state.silenceReason === 'paused');
    // The agent itself saves what was paused a moment later.
    let before = filesOf(rig.stateDir);
    const isSettled = async () => {
      const last = before;
      await sleep(SETTLE_MS);
      before = filesOf(rig.stateDir);
      return JSON.stringify(before) === JSON.stringify(last);
    };
    await until('the state is saved', isSettled);
    writeFileSync(join(told, 'go'), '');
    await until('all was tried', () => existsSync(join(told, 'over')));
    for (const [at, name] of Object.keys(deeds).entries()) {
      const output = readFileSync(join(told, `${at}.out`), 'utf8');
      const became = readFileSync(join(told, String(at)), 'utf8').trim();
      t.equal(became, name in LEFT ? 'done' : 'refused', `${name}: ${output.slice(0, 200)}`);
      t.notMatch(output, /refresh|TONEARM_|positionMs/, name);
    }
    t.strictSame(filesOf(rig.stateDir), before, 'the state is as it was');
    await phone.play();
  },
);
