import { setTimeout as sleep } from 'node:timers/promises';
import { FETCHING, type SilenceReason } from '../../../src/contract/public-state.js';
import type { Random } from '../../../src/sandbox/random.js';
import { stationOf } from '../../bench/rig/agent.js';
import type { Testbed } from '../stage/testbed.js';
import { type Fault, STRUCK } from './fault.js';

/** What a listener does is no fault; but it comes at any moment, and what it asks for must be had. */
function act(
  name: string,
  perform: (testbed: Testbed, random: Random) => Promise<unknown>,
  explains: readonly SilenceReason[] = FETCHING,
  weight = 2,
): Fault {
  return {
    name: `listener: ${name}`,
    weight,
    lastsMs: [0, 0],
    explains,
    async begin(testbed, random) {
      await perform(testbed, random);
      return STRUCK;
    },
  };
}

const ANNOUNCED: readonly SilenceReason[] = ['announcement', ...FETCHING];

async function announce(testbed: Testbed, random: Random): Promise<void> {
  const { url } = testbed.front.clip(random.between(400, 4_000));
  const isCancelled = random.next() < 0.25;
  const untilMs = random.between(0, 2_000);
  if ((await testbed.act('player.announce', { url, volume: 100 })) !== 'ok' || !isCancelled) return;
  const told = testbed.ledger.acts.find(({ params }) => (params as { readonly url?: string }).url === url);
  await sleep(untilMs);
  await testbed.act('announcement.cancel', told?.result);
}

export const LISTENER_ACTS: readonly Fault[] = [
  act(
    'pause',
    async (testbed, random) => {
      await testbed.act('player.pause');
      await sleep(random.between(200, 8_000));
      await testbed.act('player.play');
    },
    ['paused', ...FETCHING],
    3,
  ),
  act(
    'stop',
    async (testbed, random) => {
      await testbed.act('player.stop');
      await sleep(random.between(200, 3_000));
      await testbed.act('player.play');
    },
    ['stopped', ...FETCHING],
    1,
  ),
  act('next', testbed => testbed.act('player.next'), FETCHING, 4),
  act('previous', testbed => testbed.act('player.previous')),
  act('replay', testbed => testbed.act('player.replay'), FETCHING, 1),
  act('seek', (testbed, random) => {
    const to = random.between(0, 15_000);
    return testbed.act('player.seek', random.next() < 0.5 ? { positionMs: to } : { offsetMs: to - 7_500 });
  }),
  act('thumb', (testbed, random) => testbed.act('feedback.set', { value: random.pick(['UP', 'DOWN']) })),
  act('another source', (testbed, random) =>
    testbed.act('player.play', { sourceId: stationOf(testbed.sandbox, random.between(0, 2)) }),
  ),
  act('preset', async (testbed, random) => {
    const number = random.between(1, 9);
    await testbed.act('preset.set', { number });
    await testbed.act('player.play', { preset: number });
  }),
  act(
    'sleep timer',
    async (testbed, random) => {
      await testbed.act('timer.sleep', { afterMs: random.between(500, 3_000) });
      await sleep(random.between(3_500, 6_000));
      await testbed.act('player.play');
    },
    ['paused', ...FETCHING],
  ),
  act(
    'sleep after the item',
    async (testbed, random) => {
      await testbed.act('timer.sleep', { afterItem: true });
      await sleep(random.between(1_000, 20_000));
      await testbed.act('timer.sleep', {});
      await testbed.act('player.play');
    },
    ['paused', ...FETCHING],
    1,
  ),
  act(
    'mute',
    async (testbed, random) => {
      await testbed.act('player.setMuted', { muted: true });
      await sleep(random.between(200, 5_000));
      await testbed.act('player.setMuted', { muted: false });
    },
    ['muted'],
    1,
  ),
  act('announcement', announce, ANNOUNCED, 6),
  act(
    'announcements',
    (testbed, random) => Promise.all(Array.from({ length: 3 }, () => announce(testbed, random))),
    ANNOUNCED,
    4,
  ),
  act(
    'volume',
    // Lowered for an announcement it can still be read.
    (testbed, random) => testbed.act('player.setVolume', { volume: random.between(60, 100) }),
    [],
    1,
  ),
  act(
    'many at once',
    async (testbed, random) => {
      const words = Array.from({ length: random.between(3, 8) }, () =>
        random.pick(['player.next', 'player.playPause', 'player.pause', 'player.play', 'player.next']),
      );
      await Promise.all(words.map(method => testbed.act(method)));
      await testbed.act('player.play');
    },
    ['paused', ...FETCHING],
    2,
  ),
];
