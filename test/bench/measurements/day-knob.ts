import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePipe, type Pipe, REL, REPORT } from '../../rigs/input/keys.js';
import type { BareMpv } from '../floors/bare-mpv.js';
import type { Context } from '../frame/measurement.js';
import { runtimeDirOf, startAgent, stationOf } from '../rig/agent.js';
import { socketOf, watchProperty } from '../rig/property-watch.js';
import type { Recorder } from '../rig/recorder.js';
import type { Stage } from '../rig/stage.js';
import { untilLevel } from '../sound/levels.js';
import { frequencyOf } from '../sound/tone.js';

/** Within this time everything has been heard. */
export const ALL_MS = 900;
export const MUSIC_HZ = frequencyOf(0);
/** Percent at which a turn of the knob begins, its clicks, the time between them, and what they make. */
const TURN = { from: 40, clicks: 5, everyMs: 20, percent: 10 };

/** Milliseconds that the agent took, and the floor. */
export interface Taken {
  readonly agentMs: readonly number[];
  readonly floorMs: readonly number[];
}

/** A stage with a knob, and a recorder at a sink of the floor's. */
export interface Hall extends Stage {
  readonly context: Context;
  readonly floor: Recorder;
  readonly knob: Pipe;
}

/** Turns a knob up, and returns when its last click was. */
async function turnUp(knob: Pipe): Promise<number> {
  for (let click = 1; click < TURN.clicks; click += 1) {
    knob.write([REL, 0, 1], REPORT);
    await sleep(TURN.everyMs);
  }
  const fromMs = performance.now();
  knob.write([REL, 0, 1], REPORT);
  return fromMs;
}

/** The floor is a bare mpv that is told the volume at once. */
export async function measureKnob(hall: Hall, mpv: BareMpv): Promise<Taken> {
  const { agent, recorder, floor, knob, context } = hall;
  const agentMs: number[] = [];
  const floorMs: number[] = [];
  for (let turn = 0; turn < context.flag('repeats', 10); turn += 1) {
    await agent.client.call('player.setVolume', { volume: TURN.from });
    mpv.send('set_property', 'volume', TURN.from);
    await sleep(ALL_MS);
    recorder.rewind();
    const turnedMs = await turnUp(knob);
    await sleep(ALL_MS);
    agentMs.push(untilLevel(recorder.take(), MUSIC_HZ, turnedMs));
    floor.rewind();
    const toldMs = performance.now();
    mpv.send('set_property', 'volume', TURN.from + TURN.percent);
    await sleep(ALL_MS);
    floorMs.push(untilLevel(floor.take(), MUSIC_HZ, toldMs));
  }
  return { agentMs, floorMs };
}

/** From the last click to the volume of the agent's mpv, which has no sound device. */
export async function measureNullKnob({ context, service }: Hall): Promise<Taken> {
  const folder = join(context.folder, 'null');
  const knob = makePipe(join(context.folder, 'null-knob'));
  context.later(() => knob.leave());
  const environment = { TONEARM_INPUT_DEVICES: knob.path };
  const agent = await startAgent({ folder, serviceUrl: service.url, sandbox: service.sandbox, environment });
  context.later(() => agent.stop());
  await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
  await agent.whenState('sound', ({ silenceReason }) => silenceReason === null);
  const volume = await watchProperty(context, socketOf(runtimeDirOf(folder)), 'volume');
  const agentMs: number[] = [];
  for (let turn = 0; turn < context.flag('repeats', 10); turn += 1) {
    await agent.client.call('player.setVolume', { volume: TURN.from });
    await sleep(ALL_MS);
    const isThere = volume.when(TURN.from + TURN.percent);
    const turnedMs = await turnUp(knob);
    agentMs.push((await isThere) - turnedMs);
  }
  return { agentMs, floorMs: [] };
}
