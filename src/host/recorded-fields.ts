import type { Ask } from '../core/model/ledger.js';
import { type Command, REASONS } from '../core/command.js';
import { FAILURE_CODES, OUTCOMES } from '../core/failure.js';
import { FEEDBACKS, ITEM_KINDS } from '../core/item.js';
import { TIMERS } from '../core/timer.js';
import { HOST_FAULTS } from '../core/player-event.js';
import { FAULT_KINDS } from './fault-kind.js';

/** Members whose numbers and truths are kept. */
const NUMBERS: ReadonlySet<string> = new Set([
  'loadId',
  'ref',
  'positionMs',
  'lengthMs',
  'startMs',
  'silentMs',
  'offsetMs',
  'delayMs',
  'retryAfterMs',
  'durationMs',
  'httpStatus',
  'index',
  'elapsedS',
  'lengthS',
  'gainDb',
  'volume',
  'offset',
  'muted',
  'paused',
  'sameListener',
  'question',
  'done',
  'empty',
  'lasting',
]);

const OPS: readonly Ask['op'][] = [
  'current',
  'source',
  'peek',
  'setSource',
  'setEnded',
  'skip',
  'previous',
  'replay',
  'setStarted',
  'setPaused',
  'setProgress',
  'setFeedback',
];

/** Members whose words are kept, if they are among these: whatever else stands there is somebody else's text. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  name: TIMERS,
  fault: [...FAULT_KINDS, ...HOST_FAULTS, 'unreachable', 'undecodable'],
  mode: ['replace', 'append'],
  op: OPS,
  outcome: OUTCOMES,
  by: ['listener', 'service'],
  code: FAILURE_CODES,
  reason: REASONS,
  kind: ITEM_KINDS,
  value: FEEDBACKS,
};

const COMMANDS: readonly Command['type'][] = [
  'play',
  'pause',
  'playPause',
  'stop',
  'next',
  'previous',
  'replay',
  'seek',
  'setVolume',
  'setMuted',
  'setFeedback',
];

/** Members that are looked into. */
const NESTED: ReadonlySet<string> = new Set(['command', 'item', 'failure', 'refusal', 'ask']);

/**
 * What may be written down of an event or an effect: numbers and words that are named here, nothing else. Addresses,
 * tokens, names and texts cannot get through, whatever member of whatever event they stand in.
 */
export function toRecordedFields(value: object): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (NESTED.has(name) && typeof member === 'object' && member !== null) {
      const type = 'type' in member ? member.type : null;
      const command = name === 'command' ? COMMANDS.find(known => known === type) : undefined;
      if (command !== undefined) kept['command'] = command;
      Object.assign(kept, toRecordedFields(member));
      // In a log a `code` is what a listener pairs with, and never shown.
    } else if (isKept(name, member)) kept[name === 'code' ? 'failure' : name] = member;
  }
  return kept;
}

function isKept(name: string, member: unknown): member is string | number | boolean {
  if (typeof member === 'string') return Object.hasOwn(WORDS, name) && (WORDS[name] ?? []).includes(member);
  return NUMBERS.has(name) && (typeof member === 'number' || typeof member === 'boolean');
}
