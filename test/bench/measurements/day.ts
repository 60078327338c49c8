import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePipe } from '../../rigs/input/keys.js';
import { startBareMpv, startMpvWith } from '../floors/bare-mpv.js';
import type { Measurement, Outcome, Verdict } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { stationOf } from '../rig/agent.js';
import { type Recording, startRecorder } from '../rig/recorder.js';
import { setStage } from '../rig/stage.js';
import { lastLoudness, untilLoudness } from '../sound/levels.js';
import { frequencyOf } from '../sound/tone.js';
import { ALL_MS, type Hall, measureKnob, measureNullKnob, MUSIC_HZ, type Taken } from './day-knob.js';

const MINUTE_MS = 60_000;
/** The piece whose tone is the clip: 1,000 Hz above the music's. */
const CLIP = 10;
/** Longer than all that is measured while it sounds. */
const MUSIC_S = 240;
const CLIP_S = 1;
/** Amplitudes: a rising alarm begins with a sixteenth of a tone's. */
const HEARD = { music: 500, clip: 2_500 };
/** Of the amplitude: what is lowered by 20 dB is below this. */
const LOWERED = 0.12;
const MOST = { knobMs: 100, knobNullMs: 60, duckedMs: 150, clipMs: 40, alarmTimes: 1.2 };

/** The floor fetches the clip, and starts an mpv with it. */
async function measureAnnouncement(hall: Hall): Promise<{ ducked: Taken; clip: Taken }> {
  const { agent, recorder, floor, service, server, context } = hall;
  const url = service.toneUrl(CLIP);
  const clipHeard = (recording: Recording, fromMs: number): number =>
    untilLoudness(recording, { frequency: frequencyOf(CLIP), fromMs, is: one => one > HEARD.clip });
  const ducked: number[] = [];
  const clip: number[] = [];
  const floorMs: number[] = [];
  for (let turn = 0; turn < context.flag('repeats', 10); turn += 1) {
    recorder.rewind();
    await sleep(ALL_MS);
    const full = lastLoudness(recorder.take(), MUSIC_HZ);
    recorder.rewind();
    const fromMs = performance.now();
    await agent.client.call('player.announce', { url, volume: 100 });
    await agent.whenState('announced', ({ announcement }) => announcement !== null);
    await agent.whenState('over', ({ announcement }) => announcement === null);
    const recording = recorder.take();
    ducked.push(untilLoudness(recording, { frequency: MUSIC_HZ, fromMs, is: one => one < LOWERED * full }));
    clip.push(clipHeard(recording, fromMs));
    floor.rewind();
    const floorFromMs = performance.now();
    await (await fetch(url)).arrayBuffer();
    const mpv = startMpvWith(url, {
      folder: context.folder,
      environment: server.environment('floor'),
    });
    await sleep(CLIP_S * 1_000 + ALL_MS);
    await mpv.stop();
    floorMs.push(clipHeard(floor.take(), floorFromMs));
  }
  return {
    ducked: { agentMs: ducked, floorMs: [] },
    clip: { agentMs: clip, floorMs },
  };
}

/** The floor is the listener's own choice of the same source. */
async function measureAlarm({ agent, recorder, service, context }: Hall): Promise<Taken> {
  const sourceId = stationOf(service.sandbox);
  const { client } = agent;
  /** From a moment that comes with `act` until the music is heard; silent again afterwards. */
  const heard = async (act: () => Promise<number>): Promise<number> => {
    await client.call('player.stop', {});
    await recorder.silence(2_000);
    recorder.rewind();
    const fromMs = await act();
    await agent.whenState('sound', ({ silenceReason }) => silenceReason === null);
    await sleep(ALL_MS);
    return untilLoudness(recorder.take(), { frequency: MUSIC_HZ, fromMs, is: one => one > HEARD.music });
  };
  const alarmMs: number[] = [];
  const playMs: number[] = [];
  for (let turn = 0; turn < context.flag('alarms', 5); turn += 1) {
    context.say(`alarm ${turn + 1}`);
    const ring = async (): Promise<number> => {
      const hourMs = Math.ceil((Date.now() + 2_000) / MINUTE_MS) * MINUTE_MS;
      const time = new Date(hourMs).toISOString().slice(11, 16);
      await client.call('alarm.set', { time, sourceId, volume: 100 });
      await agent.whenState('ringing', ({ alarm }) => alarm?.ringing === true, 2 * MINUTE_MS);
      return performance.now() - (Date.now() - hourMs);
    };
    alarmMs.push(await heard(ring));
    await client.call('alarm.dismiss', {});
    const play = async (): Promise<number> => {
      const fromMs = performance.now();
      await client.call('player.play', { sourceId });
      return fromMs;
    };
    playMs.push(await heard(play));
  }
  return { agentMs: alarmMs, floorMs: playMs };
}

export const day: Measurement = {
  name: 'day',
  title: 'Knobs, announcements, alarms',
  about:
    'Heard in the sound server’s recording (milliseconds, to 5): a knob of which five clicks come by a FIFO, from the last one to the new level; `player.announce` while music sounds, to the music lowered by 20 dB and to the clip; an alarm, from its minute. Floors in the same run: a bare mpv that is told the volume; one fetch of the clip and a bare mpv started with it; `player.play` of the alarm’s source. Each alarm (`--alarms`) takes a minute.',
  async run(context) {
    const knob = makePipe(join(context.folder, 'knob'));
    context.later(() => knob.leave());
    const environment = { TONEARM_INPUT_DEVICES: knob.path, TZ: 'UTC' };
    const stage = await setStage(context, { sandbox: { trackSeconds: MUSIC_S }, environment });
    const { service, server, agent, recorder } = stage;
    service.sound = index => ({ format: 'wav', rate: 44_100, seconds: index === CLIP ? CLIP_S : MUSIC_S });
    service.prepare(1);
    await (await fetch(service.toneUrl(CLIP))).arrayBuffer();
    await server.addSink('floor');
    const floor = await startRecorder(server, 'floor');
    context.later(() => floor.stop());
    const mpv = await startBareMpv({
      folder: context.folder,
      environment: server.environment('floor'),
      audioOutput: 'pulse',
    });
    context.later(() => mpv.stop());
    const hall = { ...stage, context, floor, knob };
    context.say('a knob');
    const sound = recorder.sound(performance.now());
    await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
    mpv.open(service.toneUrl(0));
    await sound;
    const knobs = await measureKnob(hall, mpv);
    await mpv.stop();
    context.say('announcements');
    await agent.client.call('player.setVolume', { volume: 100 });
    const { ducked, clip } = await measureAnnouncement(hall);
    const alarm = await measureAlarm(hall);
    await agent.stop();
    context.say('a knob, null output');
    const nullKnobs = await measureNullKnob(hall);
    const within = (what: string, ms: number, taken: Taken): Row => ({
      ...taken,
      what,
      target: `≤ ${ms} ms`,
      mostMs: () => ms,
    });
    return toOutcome([
      within('last click of a knob to level, PulseAudio', MOST.knobMs, knobs),
      within('last click of a knob to level, null output', MOST.knobNullMs, nullKnobs),
      within('announcement to lowered music', MOST.duckedMs, ducked),
      {
        ...clip,
        what: 'announcement to its clip',
        target: `≤ floor + ${MOST.clipMs} ms`,
        mostMs: ms => ms + MOST.clipMs,
      },
      {
        ...alarm,
        what: 'alarm to its first sound',
        target: `≤ ${MOST.alarmTimes} × floor`,
        mostMs: ms => ms * MOST.alarmTimes,
      },
    ]);
  },
};

interface Row extends Taken {
  readonly what: string;
  readonly target: string;
  /** The most, for the floor's median. */
  readonly mostMs: (floorMs: number) => number;
}

function toOutcome(rows: readonly Row[]): Outcome {
  return {
    verdicts: rows.map(({ what, target, mostMs, agentMs, floorMs }): Verdict => {
      const [own, floor] = [median(agentMs), median(floorMs)];
      const floorCell = floorMs.length === 0 ? {} : { floor: `${toFigure(floor)} ms` };
      return { what, target, figure: `${toFigure(own)} ms`, share: own / mostMs(floor), ...floorCell };
    }),
    tables: [
      {
        title: 'Milliseconds',
        table: {
          head: ['what', 'who', ...SUMMARY_HEAD],
          rows: rows.flatMap(({ what, agentMs, floorMs }) => [
            [what, 'Tonearm', ...summaryCells(agentMs)],
            ...(floorMs.length === 0 ? [] : [[what, 'floor', ...summaryCells(floorMs)]]),
          ]),
        },
      },
    ],
    notes: ['Clicks of a knob are one change until none has come for 40 ms.'],
  };
}
