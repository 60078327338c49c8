import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBareMpv } from '../floors/bare-mpv.js';
import type { Context } from '../frame/measurement.js';
import { type BenchAgent, runtimeDirOf } from '../rig/agent.js';
import type { BenchService } from '../rig/service.js';
import { connectPhone, connectTalker, startRelay, type Talker } from '../rig/sockets.js';
import { until } from '../rig/waiting.js';

/** Hears from an mpv, over its own socket, that it pauses and goes on. */
interface PauseWatch {
  /** When it next is so; `performance.now()`. */
  when(paused: boolean): Promise<number>;
}

/** Somebody through whom an mpv is paused. */
interface Way {
  readonly talker: Talker;
  readonly watch: PauseWatch;
  readonly toText: (paused: boolean, id: number) => string;
  readonly tookMs: number[];
}

async function watchPause(context: Context, socketPath: string): Promise<PauseWatch> {
  const socket = await until('the socket of mpv', () => {
    const trying = connect(socketPath);
    return new Promise<typeof trying | null>(resolve => {
      trying.once('connect', () => resolve(trying));
      trying.on('error', () => resolve(null));
    });
  });
  context.later(() => void socket.destroy());
  const waiting = new Set<(paused: unknown, atMs: number) => void>();
  createInterface({ input: socket }).on('line', line => {
    const atMs = performance.now();
    const { event, data } = JSON.parse(line) as { readonly event?: string; readonly data?: unknown };
    if (event === 'property-change') for (const hear of [...waiting]) hear(data, atMs);
  });
  socket.write('{"command":["observe_property",1,"pause"]}\n');
  return {
    when: paused =>
      new Promise(resolve => {
        const hear = (now: unknown, atMs: number): void => {
          if (now !== paused) return;
          waiting.delete(hear);
          resolve(atMs);
        };
        waiting.add(hear);
      }),
  };
}

/** The newest: one that has ended may leave its own behind. */
function socketOf(runtimeDir: string): string {
  const paths = readdirSync(runtimeDir)
    .filter(name => /^mpv-.*\.sock$/.test(name))
    .map(name => join(runtimeDir, name));
  const [newest] = paths.sort((a, b) => statSync(b).ctimeMs - statSync(a).ctimeMs);
  if (newest === undefined) throw new Error('the agent’s mpv has no socket');
  return newest;
}

async function turn({ talker, watch, toText, tookMs }: Way, id: number): Promise<void> {
  const isPaused = watch.when(true);
  const from = performance.now();
  talker.ws.send(toText(true, id));
  tookMs.push((await isPaused) - from);
  await sleep(50);
  const goesOn = watch.when(false);
  talker.ws.send(toText(false, id + 1));
  await goesOn;
  await sleep(50);
}

/**
 * From a phone’s `player.pause` to mpv saying that it is paused, in turn with a bare relay that a text makes pause a bare
 * mpv; milliseconds.
 */
export async function measurePause(
  context: Context,
  { agent, folder, service }: { agent: BenchAgent; folder: string; service: BenchService },
): Promise<{ readonly agentMs: readonly number[]; readonly relayMs: readonly number[] }> {
  const mpv = await startBareMpv({ folder: context.folder, environment: {}, audioOutput: 'null' });
  context.later(() => mpv.stop());
  mpv.open(service.toneUrl(0));
  const relay = await startRelay(mpv.socketPath);
  context.later(() => relay.child.stop());
  const own: Way = {
    talker: await connectPhone(agent.url, false),
    watch: await watchPause(context, socketOf(runtimeDirOf(folder))),
    toText: (paused, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: paused ? 'player.pause' : 'player.play', params: {} }),
    tookMs: [],
  };
  const bare: Way = {
    talker: await connectTalker(relay.url),
    watch: await watchPause(context, mpv.socketPath),
    toText: paused => JSON.stringify({ command: ['set_property', 'pause', paused] }),
    tookMs: [],
  };
  const warmUp = 5;
  for (let at = 0; at < context.flag('pauses', 200) + warmUp; at += 1) {
    await turn(own, 100 + 2 * at);
    await turn(bare, 100 + 2 * at);
  }
  return { agentMs: own.tookMs.slice(warmUp), relayMs: bare.tookMs.slice(warmUp) };
}
