import { REASONS } from '../contract/command.js';
import { NOTICE_DETAILS, SILENCE_REASONS } from '../contract/public-state.js';
import { LANES } from '../core/model/ledger.js';
import type { State } from '../core/model/state.js';
import type { Effect } from '../core/reconcile/effect.js';
import type { Event } from '../core/vocabulary/event.js';
import { FAILURE_CODES, OUTCOMES } from '../core/vocabulary/failure.js';
import { FEEDBACKS, ITEM_KINDS, SOURCE_TYPES } from '../core/vocabulary/item.js';
import { BARRED_FAULTS, HOST_FAULTS, SHOWN } from '../core/vocabulary/player-event.js';
import { TIMERS } from '../core/vocabulary/timer.js';
import { TONE_ITEM, TONE_URL } from '../core/vocabulary/tone.js';

/** The words of all string unions in a shape. Names of members must be the program's own, too. */
type WordsIn<T> = T extends string
  ? string extends T
    ? never
    : T
  : T extends readonly (infer One)[]
    ? WordsIn<One>
    : T extends object
      ? string extends keyof T
        ? 'a name from outside'
        : { readonly [Key in keyof T]-?: WordsIn<T[Key]> }[keyof T]
      : never;

// In pieces, as the formatter would put each word on a line of its own.
const OF_SHAPES = [
  ...(['player.ready', 'player.died', 'player.started', 'player.fetched', 'player.position'] as const),
  ...(['player.seeked', 'player.starved', 'player.flowing', 'player.ended', 'player.failed'] as const),
  ...(['player.stopped', 'player.cut', 'player.probed', 'player.output', 'announcement.over'] as const),
  ...(['service.answered', 'service.failed', 'service.abilitiesChanged', 'engine.started'] as const),
  ...(['pairing.began', 'pairing.ended', 'account.named', 'clock.set', 'network.linkUp'] as const),
  ...(['zone.told', 'command.received', 'command.expired', 'timer.fired'] as const),
  ...(['player.load', 'player.pause', 'player.resume', 'player.releaseDevice', 'player.seek'] as const),
  ...(['player.unload', 'player.next', 'player.dropAppended', 'player.setVolume'] as const),
  ...(['player.setMuted', 'player.duck', 'announcement.begin', 'service.ask', 'service.abort'] as const),
  ...(['timer.set', 'timer.cancel', 'command.resolve', 'command.reject'] as const),
  ...(['play', 'next', 'previous', 'replay', 'setFeedback', 'pause', 'playPause', 'stop', 'seek'] as const),
  ...(['setVolume', 'setMuted', 'setPreset', 'sleep', 'setAlarm', 'removeAlarm', 'snooze'] as const),
  ...(['dismiss', 'announce', 'cancelAnnouncement'] as const),
  ...(['current', 'source', 'peek', 'setSource', 'setEnded', 'skip', 'setStarted', 'setPaused'] as const),
  ...(['setProgress', 'listener', 'service', 'device', 'unreachable', 'undecodable', 'address'] as const),
  ...(['replace', 'append', 'paired', 'unpaired', 'playing', 'paused', 'stopped', 'takenOver'] as const),
  ...(['idleTimeout', 'unasked', 'yes', 'no', 'unknown', 'interrupted', 'restored', 'ahead'] as const),
  ...(['due', 'sent', 'taken', 'settled', 'end', 'none', 'some', 'peeked', 'told', 'awaited'] as const),
  ...(['opening', 'sounding', 'starved', 'seeking', 'over', 'waiting', 'leaving', 'asked'] as const),
  ...(['answered', 'time', 'item', 'ringing', 'snoozed'] as const),
  ...[...TIMERS, ...LANES, ...REASONS, ...SILENCE_REASONS, ...FAILURE_CODES, ...OUTCOMES],
  ...[...ITEM_KINDS, ...FEEDBACKS, ...SHOWN, ...HOST_FAULTS, ...BARRED_FAULTS],
] as const;

type Unlisted = Exclude<WordsIn<State | Event | Effect>, (typeof OF_SHAPES)[number]>;

/** The program's own words, and those of the specification that the core or a reader interprets. */
export const OWN_WORDS: ReadonlySet<string> = new Set<string>([
  // A word that is missing does not compile.
  ...(OF_SHAPES satisfies [Unlisted] extends [never] ? readonly string[] : Unlisted),
  ...Object.keys(SOURCE_TYPES),
  ...['itemUnplayable', 'alarmMissed', 'clockNotSet', ...NOTICE_DETAILS],
  ...['TrackItem', 'PodcastEpisodeItem', 'IdleTimeoutItem', 'SimStreamViolationItem'],
  ...['SKIP', 'REPLAY', 'SEEK', 'PREVIOUS', 'THUMB', 'FORCE_ACTIVE', 'FORWARD_15_SECONDS', 'BACK_15_SECONDS'],
  // What the core says where others say texts of theirs: the tone of an alarm, and the cause of what an alarm does.
  ...[TONE_URL, TONE_ITEM.typename, 'alarm', 'alarm.set'],
]);
