/** What the player itself says of its sound, over a connection of its own: evidence that owes nothing to the agent. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { SLOWNESS } from '../../fakes/machine/slowness.js';
import type { Phone } from '../../fakes/phones/phone.js';
import type { Rig } from './rig.js';

/** Between two looks. */
const LOOK_MS = 250;
/** The agent tells of no less than a tenth of a second, and the player of its place at its own pace. */
const NEAR_MS = 500;
const PATIENCE_MS = 20_000;

/** Where the player is, in milliseconds; null while it plays nothing, or is not there. */
export async function placeIn(runtimeDir: string): Promise<number | null> {
  // One that was killed may have left its socket behind.
  for (const name of readdirSync(runtimeDir).filter(found => /^mpv-.*\.sock$/.test(found))) {
    const place = await placeBy(join(runtimeDir, name));
    if (place !== null) return place;
  }
  return null;
}

async function placeBy(path: string): Promise<number | null> {
  const socket = connect(path);
  socket.on('error', () => undefined);
  try {
    const answers: Record<number, unknown> = {};
    const lines = createInterface({ input: socket });
    lines.on('error', () => undefined);
    const gone = once(socket, 'close');
    for (const [id, property] of ['core-idle', 'time-pos'].entries())
      socket.write(`${JSON.stringify({ command: ['get_property', property], request_id: id + 1 })}\n`);
    const answered = new Promise<void>(resolve => {
      lines.on('line', text => {
        const { request_id: id, data } = JSON.parse(text) as { request_id?: number; data?: unknown };
        if (id !== undefined) answers[id] = data;
        if (id === 2) resolve();
      });
    });
    await Promise.race([answered, gone]);
    const [isIdle, seconds] = [answers[1], answers[2]];
    return isIdle === false && typeof seconds === 'number' ? seconds * 1_000 : null;
  } finally {
    socket.destroy();
  }
}

/**
 * Checks that the player plays, at the place that phones are told. What they are told is asked for between two looks
 * at the player: these are as far apart as the machine is slow.
 */
export async function checkSound(
  t: Test,
  rig: Pick<Rig, 'runtimeDir'>,
  phone: Phone,
  what = 'it sounds',
): Promise<void> {
  const lateMs = performance.now() + SLOWNESS * PATIENCE_MS;
  let [before, told, after] = [null, 0, null] as [number | null, number, number | null];
  const isSound = (): boolean =>
    before !== null && after !== null && after > before && before - NEAR_MS < told && told < after + NEAR_MS;
  do {
    before = await placeIn(rig.runtimeDir);
    await sleep(LOOK_MS);
    told = await phone.askPositionMs();
    after = await placeIn(rig.runtimeDir);
  } while (!isSound() && performance.now() < lateMs);
  t.ok(isSound(), `${what}: the player was at ${before} ms, phones were told ${told}, it was at ${after}`);
}
