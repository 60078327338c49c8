import { isReport } from '../../../src/core/facts/read.js';
import { toPublicState } from '../../../src/core/projections.js';
import type { Question } from '../../../src/core/model/ledger.js';
import type { State } from '../../../src/core/model/state.js';
import { SOUND } from '../../../src/core/tables/sound.js';
import { stateSettled } from '../../../src/core/transition.js';
import type { Decision } from '../../../src/contract/ports.js';
import { createEffectLedger } from '../../rigs/engine/ledger.js';

/** More questions than this, with nothing but answers between, are asked for ever. Seen: 4. */
const MOST_QUESTIONS = 8;

/** What holds after every event, whatever comes. */
export interface Laws {
  /** To be told of every decision, in order; throws where a law is broken. */
  check(decision: Decision): void;
}

export function createLaws(): Laws {
  const progress = createProgress();
  const ledger = createEffectLedger(broken);
  return {
    check(decision) {
      const { event, after, effects } = decision;
      checkSubjects(after);
      checkRest(decision);
      progress.check(decision);
      if (after.ledger.inARow > MOST_QUESTIONS) broken(`progress: ${after.ledger.inARow} questions in a row`);
      ledger.note(event, effects, after.ledger.calls);
      checkSilence(after);
    },
  };
}

function broken(message: string): never {
  throw new Error(message);
}

/** Rest: deciding again yields nothing, and changes nothing. */
function checkRest({ event, after, steadyMs }: Decision): void {
  const again = stateSettled({ ...after, now: steadyMs });
  for (const { type } of again.effects) broken(`rest: after ${event.type} there is still ${type}`);
  for (const name of Object.keys(after) as (keyof State)[])
    if (name !== 'now' && again.state[name] !== after[name])
      broken(`rest: after ${event.type} ${name} still changes`);
}

/** Progress: no question twice on equal facts, where nothing but answers came between. */
function createProgress() {
  const asked = new Set<string>();
  let count = 0;
  return {
    check({ event, after, effects }: Decision): void {
      if (event.type !== 'service.answered' && event.type !== 'service.failed') {
        asked.clear();
        count = 0;
      }
      // The next of those that wait has begun.
      if (effects.some(({ type }) => type === 'command.resolve' || type === 'command.reject')) count = 0;
      for (const effect of effects) {
        if (effect.type !== 'service.ask') continue;
        const { op } = effect.ask;
        const key = JSON.stringify([effect.ask, after], onlyFacts);
        if (asked.has(key)) broken(`progress: ${op} is asked again on the same facts`);
        asked.add(key);
        count += 1;
        if (count > MOST_QUESTIONS) broken(`progress: ${op} is question ${count} in a row`);
      }
    },
  };
}

/** What is under way is no fact to judge by. */
const UNDER_WAY: readonly string[] = ['ledger', 'timers'];
/** Numbers that are given anew, times and addresses: with them nothing would ever be the same. */
const ANEW = ['id', 'lastId', 'lastNote', 'serial', 'entry', 'loadId', 'about', 'setting', 'now'];
const TIMES = ['steadyMs', 'sinceMs', 'firstHeardMs', 'claimedAtMs', 'url', 'audioUrl'];

function onlyFacts(name: string, value: unknown): unknown {
  if (UNDER_WAY.includes(name)) return undefined;
  const isAnew = ANEW.includes(name) && typeof value === 'number';
  return isAnew || (TIMES.includes(name) && value !== null) ? '…' : value;
}

/** Subject: a question is open exactly as long as there is what it is about, under the pairing that it was asked under. */
function checkSubjects(state: State): void {
  const { ledger, pairing } = state;
  const awaited = ledger.open.filter(({ isLate }) => !isLate);
  const lanes = awaited.map(({ lane }) => lane);
  if (new Set(lanes).size < lanes.length) broken(`subject: a lane waits twice: ${lanes.join()}`);
  for (const question of ledger.open) {
    const { id, ask } = question;
    const isOurs = pairing.is === 'paired' && pairing.serial === question.pairing;
    if (!isOurs) broken(`subject: ${ask.op} outlives its pairing`);
    if (!ledger.calls.includes(id)) broken(`subject: nobody will answer ${ask.op}`);
    if (!isAlive(state, question)) broken(`subject: ${ask.op} of ${question.lane} outlives its subject`);
  }
  for (const call of ledger.calls)
    if (ledger.open.every(({ id }) => id !== call)) broken('subject: a call is nobody’s');
  checkAwaited(state, awaited);
}

/** What is being told, or asked for, is so by a question that is open. */
function checkAwaited({ playlist, queue }: State, awaited: readonly Question[]): void {
  for (const entry of [playlist.previous, playlist.current]) {
    const isTold = awaited.some(({ ask, about }) => isReport(ask) && about === entry?.id);
    if ((entry?.end.at === 'sent') !== isTold) broken(`subject: the end of ${entry?.id} is told by nobody`);
  }
  for (const { ref, progress } of queue) {
    const isAsked = awaited.some(({ lane, about }) => lane === 'command' && about === ref);
    if (progress.at === 'asked' && !isAsked) broken(`subject: command ${ref} is asked by nobody`);
  }
}

/** By what is asked, and of whom: an entry, a command, the source, a line to tell, or another question. */
function isAlive({ playlist, setting, queue, ledger }: State, { lane, ask, about }: Question): boolean {
  const { previous, current, next } = playlist;
  const following = next.is === 'some' ? next.entry : null;
  const entry = [previous, current, following].find(one => one?.id === about) ?? null;
  if (lane === 'command') {
    const at = queue.find(({ ref }) => ref === about)?.progress.at;
    const isLook = ask.op === 'current' || ask.op === 'source';
    return isLook ? at === 'unknown' || at === 'taken' : at === 'asked';
  }
  switch (ask.op) {
    case 'setEnded':
    case 'skip':
      return entry?.end.at === 'sent' && ask.sourceId === setting.source?.id;
    case 'setSource':
      return about === setting.serial && ask.sourceId === setting.source?.id;
    case 'peek':
      return entry === current && entry?.end.at === 'ahead';
    case 'current': {
      const isWatched = ledger.open.some(({ id, ask: told }) => id === about && isReport(told));
      return lane === 'watch' ? isWatched : entry !== null || about === setting.serial;
    }
    default:
      // What happened is told to its end, also where the entry has gone meanwhile.
      return lane === 'tell';
  }
}

/** Silence: phones are told the reason of the row that fits. What is heard is the eye's to compare. */
function checkSilence(state: State): void {
  const row = SOUND.find(({ when }) => when(state));
  const { silenceReason, muted, volume } = toPublicState(state);
  const silence = row?.want(state).silence ?? (muted || volume === 0 ? 'muted' : null);
  if (silenceReason !== silence) broken(`silence: ${String(silenceReason)} is told in row “${row?.name}”`);
}
