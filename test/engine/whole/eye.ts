import type { Command } from '../../../src/contract/command.js';
import type { PublicState } from '../../../src/contract/public-state.js';
import type { Clock } from '../../../src/contract/ports.js';
import { TONE_URL } from '../../../src/core/vocabulary/tone.js';
import type { Host } from './host.js';
import { RELEASE_S } from './testbed.js';
import type { ModelPlayer } from './player.js';

/** A handover is given so long before it is called loading. */
const HANDOVER_MS = 300;
/** So far a phone may be off: what the player tells once a second, late. */
const DRIFT_MS = 1_500;

const MINUTE_MS = 60_000;
/** 1: Monday. */
export const weekdayOf = (epochMs: number): number => new Date(epochMs).getUTCDay() || 7;

/** How long an alarm may ring without a sound: a tone takes the place of a source that does not come. */
const ALARM_MS = 20_000;

/** An alarm waits for the announcement that speaks, not for those behind it. */
const LONGEST_CLIP_MS = 13_000;

/** What is too loud glides down in ten seconds, by steps. */
const GLIDE_MS = 11_000;

type Sound = ModelPlayer['sound'];

/** Compares what phones are told with what is heard, and with what the sound device is held for. */
export interface Eye {
  /** Once a tick. */
  look(known: PublicState, passed: { readonly tickMs: number; readonly isClockSet: boolean }): void;
  noteAsked(command: Command): void;
  noteAnswer(command: Command, refusal: string | null): void;
  /** What sounded before answers came must still sound where they only refused another source. */
  checkRefusal(before: Sound): void;
}

export function createEye(options: {
  readonly player: ModelPlayer;
  readonly host: Pick<Host, 'isDeviceGone'>;
  readonly clock: Clock;
  readonly fail: (message: string) => void;
}): Eye {
  const { player, host, clock, fail } = options;
  let disagreedMs = 0;
  let restedMs = 0;
  let crowdedMs = 0;
  let mixedMs = 0;
  let unheardMs = 0;
  let spokenMs = 0;
  let loudMs = 0;
  let isRefused = false;
  /** Of the only alarm there is. */
  let days: readonly number[] = [];

  function checkAlarm({ alarm }: PublicState, isClockSet: boolean): void {
    // A snooze ends whenever it does.
    if (alarm === null || alarm.ringing || alarm.atMs % MINUTE_MS !== 0) return;
    if (!isClockSet) fail('an alarm is to come without a clock');
    if (days.length > 0 && !days.includes(weekdayOf(alarm.atMs)))
      fail('an alarm is to come on a day that is none of its own');
  }

  function checkPosition({ position }: PublicState, sound: NonNullable<Sound>): void {
    const elapsedMs = position.rate === 1 ? clock.epochMs() - position.atMs : 0;
    const offMs = position.positionMs + elapsedMs - sound.positionMs;
    if (Math.abs(offMs) > DRIFT_MS) fail(`a phone is ${offMs} ms off`);
  }

  return {
    look(known, { tickMs, isClockSet }) {
      checkAlarm(known, isClockSet);
      if (player.outbox.length > 0) return;
      const { silenceReason, position, playbackStatus, source } = known;
      const isTone = player.sound?.url === TONE_URL;
      const isMusic = player.isAudible && !isTone;
      disagreedMs = (silenceReason === null) === isMusic ? 0 : disagreedMs + tickMs;
      if (disagreedMs > HANDOVER_MS) fail(`silenceReason is ${String(silenceReason)}, audible is ${isMusic}`);
      if (isTone && known.alarm?.ringing !== true) fail('the tone of an alarm sounds, and none rings');
      const isSilenced = known.muted || known.volume === 0 || host.isDeviceGone;
      const isRinging = known.alarm?.ringing === true;
      spokenMs = isRinging && player.isSpoken ? spokenMs + tickMs : 0;
      if (spokenMs > LONGEST_CLIP_MS) fail('an alarm waits for more than one announcement');
      const isUnheard = known.alarm?.ringing === true && !player.isAudible && !isSilenced;
      // It has its time once the announcement that spoke at its hour is over.
      unheardMs = isUnheard && !player.isSpoken ? unheardMs + tickMs : 0;
      if (unheardMs > ALARM_MS) fail('an alarm rings, and nothing sounds');
      loudMs = player.isAudible && player.volume > known.volumeMax ? loudMs + tickMs : 0;
      if (loudMs > GLIDE_MS) fail('it is louder than the hour allows');
      if (known.volume > known.volumeMax) fail('phones are told of more than the hour allows');
      const isSounding = silenceReason === null || silenceReason === 'muted';
      if ((position.rate === 1) !== isSounding) fail(`rate is ${position.rate}, ${String(silenceReason)}`);
      if (playbackStatus !== 'playing' && isSounding) fail(`it sounds though ${playbackStatus}`);
      if (silenceReason === 'sourceEnded' && source?.type === 'ST') fail('a station has ended');
      if (player.sound !== null && !isTone) checkPosition(known, player.sound);
      restedMs = playbackStatus === 'playing' || isTone || !player.holdsDevice ? 0 : restedMs + tickMs;
      crowdedMs = player.isCrowded ? crowdedMs + tickMs : 0;
      if (crowdedMs > HANDOVER_MS) fail('the music does not give the output to the announcement');
      mixedMs = player.isBadlyMixed ? mixedMs + tickMs : 0;
      if (mixedMs > HANDOVER_MS) fail('the music is lowered without an announcement, or not under one');
      if (restedMs > RELEASE_S * 1_000 + HANDOVER_MS) fail('the sound device is held for nothing');
    },
    noteAsked(command) {
      if (command.type === 'setAlarm') ({ days = [] } = command);
    },
    noteAnswer({ type }, refusal) {
      if (type === 'play' && refusal === 'notSupported') isRefused = true;
    },
    checkRefusal(before) {
      if (isRefused && before !== null && player.sound === null)
        fail('a refused source silences what sounds');
      isRefused = false;
    },
  };
}
