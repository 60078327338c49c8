import type { World } from './world.js';

/** Longer than the longest wait between tries, and the stall that may come before it. */
const PATIENCE_MS = 100_000;

/** The outside is healthy again; whatever happened before, sound comes. */
export async function heal(world: World): Promise<void> {
  const { calls } = world.service;
  for (const outcomes of [calls.outcomes, calls.ofEnds, calls.ofLooks, calls.ofPeeks]) outcomes.length = 0;
  calls.isDown = false;
  world.host.isDeviceGone = false;
  world.player.starve(false);
  world.findClock();
  const { listener } = world.service.account.place;
  world.signIn(listener);
  await world.run(16_000);
  world.ask({ type: 'sleep' });
  world.ask({ type: 'removeAlarm', id: 'morning' });
  world.ask({ type: 'setVolume', volume: 50 });
  world.ask({ type: 'setMuted', muted: false });
  const { account, isAstray } = world.service;
  const isStation = world.known.source?.type === 'ST' && account.source?.type !== 'PC';
  if (isAstray || !isStation) world.ask({ type: 'play', sourceId: `ST:${listener}1` });
  await world.run(100);
  if (world.known.playbackStatus !== 'playing') world.ask({ type: 'play' });
}

/** Sound comes by itself, and goes on. */
export async function awaitSound(world: World): Promise<void> {
  for (let waitedMs = 0; world.known.silenceReason !== null; waitedMs += 1_000) {
    if (waitedMs > PATIENCE_MS) throw new Error(`silent for ever: ${world.known.silenceReason}`);
    await world.run(1_000);
    // A stream that was taken over unseen is known by now: the listener claims it back.
    if (['takenOver', 'idleTimeout'].includes(world.known.silenceReason)) world.ask({ type: 'play' });
  }
  await world.run(11_000);
  if (world.unanswered > 0) throw new Error(`${world.unanswered} commands were not answered`);
}
