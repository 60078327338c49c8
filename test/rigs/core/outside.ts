import type { Ask } from '../../../src/core/model/ledger.js';
import { loadOf as heldOf } from '../../../src/core/facts/player.js';
import type { Effect } from '../../../src/core/reconcile/effect.js';
import { toPlaying } from '../../../src/core/playing.js';
import type { PlayerEvent } from '../../../src/core/vocabulary/player-event.js';
import type { Stage } from './stage.js';

/** What the service is asked, as it is asked; what the player is told, as it is told. */
type Outside = Ask | Extract<Effect, { readonly type: `player.${string}` }>;

/** What the last event has the service asked and the player told, in this order. */
export function outside({ effects }: Pick<Stage, 'effects'>): readonly Outside[] {
  return effects.flatMap((effect): readonly Outside[] => {
    if (effect.type === 'service.ask') return [effect.ask];
    return isOfPlayer(effect) ? [effect] : [];
  });
}

/** The same of everything since the stage was set. */
export function allOutside({ log }: Stage): readonly Outside[] {
  return outside({ effects: log });
}

function isOfPlayer(effect: Effect): effect is Extract<Outside, { readonly type: string }> {
  return effect.type.startsWith('player.');
}

type Made<T extends Effect['type']> = Extract<Effect, { readonly type: T }>;

/** The one effect of this type that the last event made; null: none. Two are a mistake of the test. */
export function effectOf<T extends Effect['type']>(
  { effects }: Pick<Stage, 'effects'>,
  type: T,
): Made<T> | null {
  return theOnly(effects.filter((effect): effect is Made<T> => effect.type === type));
}

/** The timer of this name as the last event set it; null: it did not. */
export function timerOf({ effects }: Pick<Stage, 'effects'>, name: Made<'timer.set'>['name']) {
  return theOnly(effects.filter(effect => effect.type === 'timer.set').filter(timer => timer.name === name));
}

function theOnly<T extends Effect>(found: readonly T[]): T | null {
  if (found.length > 1) throw new Error(`there are ${found.length}: ${JSON.stringify(found)}`);
  return found.at(0) ?? null;
}

/** The load that the last event asked for; null: none. */
export function loadOf(stage: Pick<Stage, 'effects'>) {
  return effectOf(stage, 'player.load');
}

/** What the last event has the service asked; null: nothing. */
export function askOf(stage: Pick<Stage, 'effects'>): Ask | null {
  return effectOf(stage, 'service.ask')?.ask ?? null;
}

/** What the service was asked last since the stage was set; null: nothing. */
export function lastAskOf({ log }: Pick<Stage, 'log'>): Ask | null {
  return log.reduce<Ask | null>((last, effect) => (effect.type === 'service.ask' ? effect.ask : last), null);
}

/** What listeners were told by the last event. */
export function toldListeners({ effects }: Pick<Stage, 'effects'>) {
  return effects.filter(({ type }) => type.startsWith('command.'));
}

/** The delays of this timer that the last event set, milliseconds. */
export function delaysOf({ effects }: Stage, name: Made<'timer.set'>['name']) {
  return effects.flatMap(effect =>
    effect.type === 'timer.set' && effect.name === name ? [effect.delayMs] : [],
  );
}

/** The load of the item that is current. */
export function heldId({ state }: Stage): number {
  return toPlaying(state).loadId ?? 0;
}

/** What is loaded for the current item comes to its end, also where the next one is appended behind it. */
export function ends(stage: Stage, positionMs = 180_000, lengthMs: number | null = 180_000): Stage {
  return stage.send({ type: 'player.ended', loadId: heldId(stage), positionMs, lengthMs });
}

/** A load fails, and where it is loaded again, with its host asked first, that fails, too. */
export function failsTwice(
  stage: Stage,
  failed: Extract<PlayerEvent, { readonly type: 'player.failed' }>,
): Stage {
  const wasAsked = heldOf(stage.state, failed.loadId)?.shown !== null;
  const again = loadOf(stage.send(failed));
  return wasAsked || again?.probe === undefined ? stage : stage.send({ ...failed, loadId: again.loadId });
}

/** The current item's load fails. */
export function fails(
  stage: Stage,
  failure: {
    readonly fault: 'refused' | 'undecodable' | 'unreachable';
    readonly httpStatus?: number;
    readonly positionMs?: number;
    readonly loadId?: number;
  },
): Stage {
  const { loadId = heldId(stage), httpStatus = null, positionMs = null, fault } = failure;
  return failsTwice(stage, { type: 'player.failed', loadId, fault, httpStatus, positionMs, detail: 'x' });
}

export function dies(stage: Stage): Stage {
  return stage.send({ type: 'player.died', detail: 'killed' });
}
