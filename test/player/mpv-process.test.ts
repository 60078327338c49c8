import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { endsWell } from '../../src/player/process/child.js';
import { findProgram } from '../../src/player/process/program.js';
import { startAudioServer } from '../fakes/audio/server.js';
import { processesNaming, processNaming, untilGone } from './processes.js';
import { createRig, createRuntimeDir } from './rig.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

const holder = join(import.meta.dirname, 'player-holder.js');

t.test('a player that dies or hangs is replaced, with its volume', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load, runtimeDir } = createRig(t, { volume: 30 });
  await player.start(log.add);
  await log.next('player.ready');
  await player.setVolume(17);
  await player.setMuted(true);

  const signals = [
    ['SIGKILL', /connection lost|killed/],
    ['SIGSTOP', /did not answer/],
  ] as const;
  for (const [signal, detail] of signals) {
    const loadId = await load({ url: server.address('tone/60') });
    await log.next('player.started', loadId);
    const pid = processNaming(runtimeDir);
    sendSignal(pid, signal);
    t.match(await log.next('player.died'), { detail });
    await log.next('player.ready');
    await untilGone(pid);
    t.equal(processesNaming(runtimeDir).length, 1, 'one player runs');
  }
  const again = await load({ url: server.address('tone/60') });
  await log.next('player.started', again);
  t.equal(log.all.filter(event => event.type === 'player.died').length, 2);

  const socketName = readdirSync(runtimeDir).find(name => name.endsWith('.sock')) ?? '';
  const asked = ['volume', 'mute'].map(name => JSON.stringify({ command: ['get_property', name] }));
  const answers = await talk(join(runtimeDir, socketName), `${asked.join('\n')}\n`);
  t.match(answers, /"data":0\.0+/);
  t.match(answers, /"data":false/, 'muted without mpv’s own mute');
});

async function talk(socketPath: string, words: string): Promise<string> {
  const { createConnection } = await import('node:net');
  return await new Promise((resolve, reject) => {
    let answers = '';
    const socket = createConnection(socketPath, () => socket.write(words));
    socket.on('error', reject).on('data', chunk => {
      answers += chunk.toString();
      if (answers.split('"request_id"').length > 2) socket.destroy();
    });
    socket.on('close', () => resolve(answers));
  });
}

t.test('a hundred loads in a row all settle, and the last one plays', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  const numbers = Array.from({ length: 100 }, (_, i) => i + 1);
  await Promise.all(numbers.map(() => load({ url: server.address('tone/30') })));
  await log.next('player.started', 100);
  const stopped = log.all.flatMap(event => (event.type === 'player.stopped' ? [event.loadId] : []));
  t.strictSame(
    stopped.toSorted((a, b) => a - b),
    numbers.slice(0, -1),
    'each of the others was told to be stopped, once',
  );
});

t.test('stopping ends the process, removes its socket, and leaves nothing behind', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const runtimeDir = createRuntimeDir(t);
  // It plays, stops, and is expected to end by itself: no timer, socket or listener holds it.
  const args = [holder, runtimeDir, 'stop', server.address('tone/60')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  t.match(stdout, /started\nstopped\nexit listeners: 0\n/);
  t.strictSame(readdirSync(runtimeDir), []);
  t.strictSame(processesNaming(runtimeDir), []);
});

const setpriv = findProgram('setpriv', process.env.PATH ?? '');
const before = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL'];
const tied =
  setpriv !== null && (await endsWell({ before, program: setpriv, args: ['--version'], environment: {} }));

t.test('no player outlives the agent', { skip: tied ? false : 'no setpriv here' }, async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const runtimeDir = createRuntimeDir(t);
  const args = [holder, runtimeDir, 'hold', server.address('tone/60')];
  const agent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise(resolve => agent.stdout.once('data', resolve));
  const pid = processNaming(`${runtimeDir}/mpv-`);
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
  t.match(environment, /PATH=/);
  t.notMatch(environment, /TONEARM|SECRET/);
  const ended = once(agent, 'exit');
  agent.kill('SIGKILL');
  await Promise.all([ended, untilGone(pid)]);
  t.strictSame(processesNaming(runtimeDir), []);
  t.ok(existsSync(runtimeDir));

  const { player, log } = createRig(t, { runtimeDir });
  await player.start(log.add);
  const sockets = readdirSync(runtimeDir);
  t.equal(sockets.length, 1, 'a dead player leaves no socket for ever');
});
