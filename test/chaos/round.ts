import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../src/sandbox/random.js';
import { stationOf } from '../bench/rig/agent.js';
import type { Plan, Stroke } from './schedule.js';
import type { Testbed } from './stage/testbed.js';

const LOOK_MS = 50;
/** A listener without music tries again no sooner. */
const ASK_AGAIN_MS = 1_000;
/** So long sound must last after a fault before the next one comes. */
const STEADY_MS = 700;
/** Longer than any back-off. */
const PATIENCE_MS = 100_000;

/** Plays and strikes until the time is up; `untilMs` is `performance.now()`. */
export async function playRound(testbed: Testbed, plan: Plan, untilMs: number): Promise<void> {
  testbed.front.audio = { kind: 'none', ...(plan.pace === null ? {} : { pace: plan.pace }) };
  let turn = 0;
  let notBeforeMs = 0;
  const isOver = (): boolean => performance.now() >= untilMs;

  /** What a listener would do who wants music and has none. */
  async function wantMusic(): Promise<void> {
    const { state } = testbed.phone;
    if (state === null || performance.now() < notBeforeMs) return;
    notBeforeMs = performance.now() + ASK_AGAIN_MS;
    const { silenceReason, playbackStatus, source } = state;
    if (source === null || silenceReason === 'sourceEnded' || silenceReason === 'noSource') {
      const sourceId = plan.isStation(turn) ? stationOf(testbed.sandbox, turn % 3) : albumOf(testbed, turn);
      turn += 1;
      await testbed.act('player.play', { sourceId });
    } else if (playbackStatus !== 'playing') await testbed.act('player.play');
    else if (state.muted) await testbed.act('player.setMuted', { muted: false });
  }

  async function untilSound({ evenIfOver = false } = {}): Promise<void> {
    const patience = performance.now() + PATIENCE_MS;
    let since: number | null = null;
    while ((evenIfOver || !isOver()) && performance.now() < patience) {
      await wantMusic();
      since = testbed.isSounding() ? (since ?? performance.now()) : null;
      if (since !== null && performance.now() - since >= STEADY_MS) return;
      await sleep(LOOK_MS);
    }
    if (evenIfOver || !isOver()) testbed.breach('no sound came back in time');
  }

  async function strike({ fault, lastsMs, afterMs, seed }: Stroke): Promise<void> {
    await sleep(afterMs);
    const { name: kind, explains, unnoticedMs = 0 } = fault;
    const trouble = testbed.trouble({ kind, explains, unnoticedMs });
    testbed.note(`fault begins: ${kind}, ${lastsMs} ms`);
    const begun = await fault.begin(testbed, createRandom(seed));
    if (begun.about !== undefined) testbed.note(`  ${begun.about}`);
    await sleep(lastsMs);
    await begun.end();
    trouble.lingersMs = begun.lingersMs ?? 0;
    trouble.toMs = performance.now();
    testbed.note(`fault ends: ${kind}`);
  }

  for (let at = 0; !isOver(); at += 1) {
    await untilSound();
    const step = plan.step(at);
    const calmUntil = performance.now() + step.calmMs;
    while (performance.now() < calmUntil && !isOver()) {
      await wantMusic();
      await sleep(LOOK_MS);
    }
    if (!isOver()) await Promise.all(step.strokes.map(strike));
  }
  // The last fault, too, must have its way back.
  await untilSound({ evenIfOver: true });
}

function albumOf({ sandbox }: Testbed, turn: number): string {
  const albums = sandbox.catalogue.albums.filter(({ restricted }) => !restricted);
  return albums[turn % albums.length]?.id ?? '';
}
