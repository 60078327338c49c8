import { setTimeout as sleep } from 'node:timers/promises';
import { startBareMpv } from '../floors/bare-mpv.js';
import type { Context } from '../frame/measurement.js';
import { type BenchAgent, runtimeDirOf } from '../rig/agent.js';
import { type PropertyWatch, socketOf, watchProperty } from '../rig/property-watch.js';
import type { BenchService } from '../rig/service.js';
import { connectPhone, connectTalker, startRelay, type Talker } from '../rig/sockets.js';

/** Somebody through whom an mpv is paused. */
interface Way {
  readonly talker: Talker;
  readonly watch: PropertyWatch;
  readonly toText: (paused: boolean, id: number) => string;
  readonly tookMs: number[];
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
    watch: await watchProperty(context, socketOf(runtimeDirOf(folder)), 'pause'),
    toText: (paused, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: paused ? 'player.pause' : 'player.play', params: {} }),
    tookMs: [],
  };
  const bare: Way = {
    talker: await connectTalker(relay.url),
    watch: await watchProperty(context, mpv.socketPath, 'pause'),
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
