import t from 'tap';
import type { Effect } from '../../src/core/reconcile/effect.js';
import type { Event } from '../../src/core/vocabulary/event.js';
import { createEffectLedger } from '../rigs/engine/ledger.js';

const STARTED: Event = { type: 'engine.started' };
const load = (loadId: number, mode: 'append' | 'replace'): Effect => ({
  type: 'player.load',
  loadId,
  url: 'http://audio.test/0',
  startMs: 0,
  gainDb: null,
  mode,
  paused: false,
});
const next = (loadId: number): Effect => ({ type: 'player.next', loadId });
const question = (id: number): Effect => ({ type: 'service.ask', question: id, ask: { op: 'current' } });

/** What the ledger says to these effects, where core believes `open`. */
function said(effects: readonly Effect[], open: readonly number[]): readonly string[] {
  const complaints: string[] = [];
  createEffectLedger(complaint => void complaints.push(complaint)).note(STARTED, effects, open);
  return complaints;
}

t.test('the judge of the model knows an effect that names what is not there', async t => {
  t.match(said([{ type: 'service.abort', question: 1 }], []), [/given up, and not open/]);
  t.match(said([question(1), question(1)], [1]), [/given before/]);
  t.match(said([next(1)], []), [/not there/]);
  t.match(said([load(1, 'append'), { type: 'player.unload' }, next(1)], []), [/not there/]);
  t.match(said([question(1)], []), [/core believes/]);
  t.strictSame(said([load(1, 'append'), next(1), question(2)], [2]), []);
});
