import t from 'tap';
import { hasProgram } from '../bench/frame/machine.js';
import { startSoundServer } from '../bench/rig/sound-server.js';
import type { AudioTrouble } from '../chaos/stage/audio-answer.js';
import type { Testbed } from '../chaos/stage/testbed.js';
import { skip } from '../rigs/agent/rig.js';
import { CALM, checkFault, createShortFolder, type FaultRow, wasSilent } from '../rigs/agent/fault-row.js';

t.jobs = 4;

/** What is under way is cut, and what is asked for anew is so. */
function trouble(testbed: Testbed, audio: AudioTrouble): () => void {
  testbed.front.audio = audio;
  testbed.front.cutAudio();
  return () => {
    testbed.front.audio = CALM;
  };
}

const isStruck = ({ front }: Testbed): boolean => front.struck > 0;
const isGivenUp = ({ phone }: Testbed): boolean =>
  phone.notices.some(({ code }) => code === 'itemUnplayable');

const ROWS: readonly FaultRow[] = [
  {
    name: 'a stream is cut in the middle',
    begin: testbed => trouble(testbed, CALM),
    lasts: 0,
    tells: [],
    felt: isStruck,
  },
  {
    name: 'a stream stalls',
    profile: 'full',
    seconds: 12,
    // Far from the cut before it: a stream that ends at the same place twice is over, by the rules.
    begin: testbed => trouble(testbed, { kind: 'stall', afterS: 3 }),
    lasts: 'loading',
    tells: ['loading'],
    mayTell: ['offline'],
    felt: isStruck,
    lingersMs: 16_000,
    // The fresh address stalls, too.
    breaks: 2,
  },
  {
    name: 'a stream is slower than sound',
    begin: testbed => trouble(testbed, { kind: 'none', pace: 0.5 }),
    lasts: 5_000,
    tells: ['loading'],
    felt: wasSilent,
    lingersMs: 12_000,
  },
  {
    name: 'a file that cannot be decoded',
    profile: 'full',
    begin: testbed => trouble(testbed, { kind: 'rubbish' }),
    lasts: isGivenUp,
    tells: [],
    notice: 'itemUnplayable',
  },
  {
    name: 'a file that is said to be compressed, and is not',
    profile: 'full',
    // mpv would read and read: it is replaced, too quickly to be told each time.
    begin: testbed => trouble(testbed, { kind: 'packed' }),
    lasts: isGivenUp,
    tells: [],
    mayTell: ['playerUnavailable'],
    notice: 'itemUnplayable',
  },
  {
    name: 'an address that has lapsed: 403, for a while',
    begin: testbed => trouble(testbed, { kind: 'status', status: 403 }),
    lasts: 'serviceError',
    tells: ['serviceError'],
    notice: 'serviceError',
  },
  {
    name: 'an address that is not found: 404, once or twice',
    profile: 'full',
    begin: testbed => trouble(testbed, { kind: 'status', status: 404 }),
    lasts: 600,
    tells: [],
    felt: isStruck,
  },
  {
    name: 'an address that is gone: 410, and stays so',
    begin: testbed => trouble(testbed, { kind: 'status', status: 410 }),
    lasts: isGivenUp,
    tells: [],
    notice: 'itemUnplayable',
  },
];

for (const row of ROWS) checkFault(t, row, { skip });

/** A sound server of the test's own, which can be taken away. */
function withSoundServer(row: Omit<FaultRow, 'environment' | 'begin'>): FaultRow {
  const testbed = { stop: async () => undefined as unknown, start: async () => undefined as unknown };
  return {
    ...row,
    async environment(t) {
      const folder = createShortFolder(t);
      testbed.start = async () => {
        const server = await startSoundServer(folder);
        testbed.stop = () => server.stop();
        await server.addSink('speaker');
        return server.environment('speaker');
      };
      t.teardown(() => testbed.stop());
      return { TONEARM_AUDIO_OUTPUT: 'pulse', ...((await testbed.start()) as Record<string, string>) };
    },
    async begin() {
      await testbed.stop();
      return () => testbed.start();
    },
  };
}

const hasSoundServer = hasProgram('pulseaudio') && hasProgram('pactl');
checkFault(
  t,
  withSoundServer({
    name: 'the sound device goes and comes back',
    lasts: 'audioDeviceUnavailable',
    tells: ['audioDeviceUnavailable'],
    unnoticedMs: 2_000,
  }),
  { skip: skip === false && !hasSoundServer ? 'no sound server is installed' : skip },
);
