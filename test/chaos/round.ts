import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../src/sandbox/random.js';
import { stationOf } from '../bench/rig/agent.js';
import type { Plan, Stroke } from './schedule.js';
import type { House } from './stage/house.js';

const LOOK_MS = 50;
/** A listener without music tries again no sooner. */
const ASK_AGAIN_MS = 1_000;
/** So long sound must last after a fault before the next one comes. */
const STEADY_MS = 700;
/** Longer than any back-off. */
const PATIENCE_MS = 100_000;

/** Plays and strikes until the time is up; `untilMs` is `performance.now()`. */
export async function playRound(house: House, plan: Plan, untilMs: number): Promise<void> {
  house.front.audio = { kind: 'none', ...(plan.pace === null ? {} : { pace: plan.pace }) };
  let turn = 0;
  let notBeforeMs = 0;
  const isOver = (): boolean => performance.now() >= untilMs;

  /** What a listener would do who wants music and has none. */
  async function wantMusic(): Promise<void> {
    const { state } = house.phone;
    if (state === null || performance.now() < notBeforeMs) return;
    notBeforeMs = performance.now() + ASK_AGAIN_MS;
    const { silenceReason, playbackStatus, source } = state;
    if (source === null || silenceReason === 'sourceEnded' || silenceReason === 'noSource') {
      const sourceId = plan.isStation(turn) ? stationOf(house.sandbox, turn % 3) : albumOf(house, turn);
      turn += 1;
      await house.act('player.play', { sourceId });
    } else if (playbackStatus !== 'playing') await house.act('player.play');
    else if (state.muted) await house.act('player.setMuted', { muted: false });
  }

  async function untilSound({ evenIfOver = false } = {}): Promise<void> {
    const patience = performance.now() + PATIENCE_MS;
    let since: number | null = null;
    while ((evenIfOver || !isOver()) && performance.now() < patience) {
      await wantMusic();
      since = house.isSounding() ? (since ?? performance.now()) : null;
      if (since !== null && performance.now() - since >= STEADY_MS) return;
      await sleep(LOOK_MS);
    }
    if (evenIfOver || !isOver()) house.breach('no sound came back in time');
  }

  async function strike({ fault, lastsMs, afterMs, seed }: Stroke): Promise<void> {
    await sleep(afterMs);
    const { name: kind, explains, unnoticedMs = 0 } = fault;
    const trouble = house.trouble({ kind, explains, unnoticedMs });
    house.note(`fault begins: ${kind}, ${lastsMs} ms`);
    const begun = await fault.begin(house, createRandom(seed));
    if (begun.about !== undefined) house.note(`  ${begun.about}`);
    await sleep(lastsMs);
    await begun.end();
    trouble.lingersMs = begun.lingersMs ?? 0;
    trouble.toMs = performance.now();
    house.note(`fault ends: ${kind}`);
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

function albumOf({ sandbox }: House, turn: number): string {
  const albums = sandbox.catalogue.albums.filter(({ restricted }) => !restricted);
  return albums[turn % albums.length]?.id ?? '';
}
