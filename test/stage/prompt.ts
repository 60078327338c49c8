import type { Abilities } from '../../src/core/vocabulary/abilities.js';
import type { Command } from '../../src/contract/command.js';
import type { Event } from '../../src/core/vocabulary/event.js';
import { FAILURE_CODES } from '../../src/core/vocabulary/failure.js';
import { FEEDBACKS } from '../../src/core/vocabulary/item.js';
import { LANES } from '../../src/core/model/ledger.js';
import { TIMERS } from '../../src/core/vocabulary/timer.js';
import { tellDone, toTime } from '../../src/flight/report.js';
import { rowsOf } from '../../src/flight/rows.js';
import { tellEffect, tellEvent } from '../../src/flight/telling.js';
import type { Decision } from '../../src/contract/ports.js';
import { createItem, createStage, type Stage } from '../rigs/core/stage.js';
import { dies, ends, heldId } from '../rigs/core/outside.js';

/** Takes a line that was typed, and answers what is to be shown. */
export type Prompt = (line: string) => readonly string[];

type Words = readonly string[];
type Act = (stage: Stage, words: Words) => unknown;

const number = (word: string | undefined, usual: number): number => {
  const value = word === undefined ? usual : Number(word);
  if (!Number.isFinite(value)) throw new RangeError(`"${word ?? ''}" is no number`);
  return value;
};

function oneOf<Word extends string>(word: string | undefined, known: readonly Word[]): Word {
  const found = known.find(one => one === word);
  if (found === undefined) throw new RangeError(`"${word ?? ''}" is none of ${known.join(', ')}`);
  return found;
}

/** What the service answers with: an item by its index, or nothing. */
const itemOf = (word: string | undefined) =>
  word === undefined || word === 'none' ? null : createItem(number(word, 0));
/** The question that is meant: that of a lane, else the last one. */
const questionOf = (stage: Stage, lane: string | undefined): number =>
  lane === undefined ? stage.requestId : stage.asked(oneOf(lane, LANES));
const asks =
  (command: (words: Words) => Command): Act =>
  (stage, words) =>
    stage.ask(command(words));

const LISTENER: Readonly<Record<string, Act>> = {
  'play [ID]': asks(([sourceId]) => ({ type: 'play', ...(sourceId !== undefined && { sourceId }) })),
  pause: asks(() => ({ type: 'pause' })),
  stop: asks(() => ({ type: 'stop' })),
  next: asks(() => ({ type: 'next' })),
  previous: asks(() => ({ type: 'previous' })),
  replay: asks(() => ({ type: 'replay' })),
  'seek MS': asks(([ms]) => ({ type: 'seek', positionMs: number(ms, 0) })),
  'volume 0-100': asks(([volume]) => ({ type: 'setVolume', volume: number(volume, 50) })),
  'thumb UP|DOWN': asks(([value]) => ({ type: 'setFeedback', value: oneOf(value, FEEDBACKS) })),
};

const OUTSIDE: Readonly<Record<string, Act>> = {
  start: stage => stage.send({ type: 'engine.started' }),
  ready: stage => stage.send({ type: 'player.ready' }),
  'answer [INDEX|none] [LANE]': (stage, [item, lane]) => stage.answer(itemOf(item), questionOf(stage, lane)),
  'set [INDEX|none]': (stage, [item]) => stage.sourceSet(itemOf(item)),
  'failed [CODE] [LANE]': (stage, [code = 'offline', lane]) =>
    stage.failed({ code: oneOf(code, FAILURE_CODES) }, questionOf(stage, lane)),
  'started [MS]': (stage, [ms]) => stage.started(number(ms, 0)),
  'position MS': (stage, [ms]) =>
    stage.send({ type: 'player.position', loadId: heldId(stage), positionMs: number(ms, 0) }),
  'ended [MS]': (stage, [ms]) => ends(stage, number(ms, 180_000)),
  dies: stage => dies(stage),
  'fires TIMER': (stage, [name]) => stage.fires(oneOf(name, TIMERS)),
  'after MS': (stage, [ms]) => stage.after(number(ms, 1_000)),
};

const ACTS = { ...LISTENER, ...OUTSIDE };
const ACT_OF = new Map(Object.entries(ACTS).map(([usage, act]) => [usage.split(' ')[0] ?? '', act]));

const HELP = [
  'What a listener asks:  ' + Object.keys(LISTENER).join(', '),
  'What else happens:     ' + Object.keys(OUTSIDE).join(', '),
  'Any event:             {"type":"player.failed", …} (src/core/vocabulary/event.ts)',
  'To look:               state [MEMBER.MEMBER…], rows, help',
];

/** The core on a stage, and a word for whatever may happen to it. */
export function createPrompt(options: { readonly abilities?: Abilities } = {}): Prompt {
  let shown: string[] = [];
  const follow = ({ event, after, effects, steadyMs }: Decision): void => {
    shown.push(`${toTime(steadyMs)}${tellEvent(event)}`);
    shown.push(...tellDone({ rows: rowsOf(after), effects: effects.map(tellEffect) }));
  };
  const stage = createStage({ ...options, follow });

  function obey(line: string): readonly string[] {
    const [word = '', ...words] = line.split(/\s+/);
    if (line.startsWith('{')) stage.send(JSON.parse(line) as Event);
    else if (word === 'help') return HELP;
    else if (word === 'rows') return tellDone({ rows: rowsOf(stage.state), effects: [] });
    else if (word === 'state') return [JSON.stringify(memberOf(stage.state, words[0]), null, 2)];
    else {
      const act = ACT_OF.get(word);
      if (act === undefined) throw new RangeError(`"${word}" is no word here: help tells them`);
      act(stage, words);
    }
    return shown;
  }

  return line => {
    shown = [];
    try {
      return line.trim() === '' ? [] : obey(line.trim());
    } catch (error) {
      return [...shown, `! ${error instanceof Error ? error.message : String(error)}`];
    }
  };
}

function memberOf(state: object, path = ''): unknown {
  return path
    .split('.')
    .filter(name => name !== '')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name] ?? null, state);
}
