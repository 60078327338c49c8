/** A fault of the program itself ends it, with its stack, whatever the event came through. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { skip } from '../rigs/agent/rig.js';

t.jobs = 3;
const PROGRAM = fileURLToPath(new URL('../rigs/engine/faulty-agent.js', import.meta.url));

/** Who throws, at which event, and what that comes through. */
const FAULTS = [
  ['watcher', 'player.ready', 'the start of mpv'],
  ['follower', 'player.started', 'an answer of mpv'],
  ['core', 'player.position', 'what mpv says of its own accord'],
  ['follower', 'player.position', 'what mpv says of its own accord'],
  ['watcher', 'service.failed', 'a refusal of the service'],
  ['watcher', 'service.answered', 'an answer to a command'],
  ['follower', 'timer.fired', 'a timer'],
  ['follower', 'command.received', 'a command'],
  ['observer', 'service.answered', 'an answer to a command'],
] as const;

for (const [who, event, through] of FAULTS) {
  t.test(`${who} at ${event}: ${through}`, { skip, buffered: true }, async t => {
    const child = spawn(process.execPath, [PROGRAM, who, event], { stdio: ['ignore', 'pipe', 'pipe'] });
    t.teardown(() => child.kill('SIGKILL'));
    const [said, stack] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    t.equal(child.exitCode, 1);
    t.match(stack, /Error: a fault of the program\n\s+at .*breakDown/);
    t.notMatch(said, /player has exited/, 'nobody else is blamed for it');
    t.match(said, `recorded last: ${event}`, 'the flight record ends with what it came through');
  });
}
