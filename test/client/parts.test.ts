import { test } from 'tap';
import { backoffMs } from '../../src/client/backoff.js';
import { parseFrame } from '../../src/client/frame.js';
import { readerOf } from '../../src/client/shape.js';
import { PUBLIC_STATE } from '../../src/core/public-state.js';
import { STATE_CHANGE } from '../../src/protocol.js';
import { changed, renewed } from '../../src/client/state-copy.js';
import { playingState } from '../fakes/speaker/state.js';

void test('waits longer after each failure, spread out, with an end', async t => {
  const bounds = [1, 2, 3, 4, 5, 6, 7, 100].map(failures => backoffMs(failures, () => 1));
  t.same(bounds, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  t.equal(
    backoffMs(3, () => 0),
    1_000,
    'never less than half of it',
  );
});

void test('reads frames', async t => {
  t.same(parseFrame('{"jsonrpc":"2.0","id":4,"result":{"a":1}}'), {
    type: 'result',
    id: 4,
    result: { a: 1 },
  });
  const invalid = '{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"volume is missing."}}';
  t.match(parseFrame(invalid), { type: 'error', id: 4, error: { reason: 'invalidParams', code: -32602 } });
  const unread = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Not JSON."}}';
  t.match(parseFrame(unread), { type: 'error', id: null, error: { reason: 'parseError' } });
  for (const bad of [new Uint8Array(2), '', 'null', '7', '{}', '{"id":1,"error":{}}']) {
    t.throws(() => parseFrame(bad), { name: 'ControlError' });
  }
});

const parseState = readerOf(PUBLIC_STATE);
const parseChanged = readerOf(STATE_CHANGE);

void test('reads a state, and refuses one that lacks a member', async t => {
  const state = playingState({
    notice: { code: 'skipLimitReached', title: 'No more skips', message: 'Try again later.' },
    item: { kind: 'ad', index: null, title: 'Advertisement', feedback: null, interactions: [] },
  });
  t.same(parseState({ ...state, later: 1 }, 'state'), state);
  for (const member of Object.keys(state)) {
    const rest = Object.fromEntries(Object.entries(state).filter(([name]) => name !== member));
    t.throws(() => parseState(rest, 'state'), { message: new RegExp(member) });
  }
});

void test('applies changes in order, once, and never across a gap', async t => {
  const first = renewed(null, { revision: 10, nowMs: 1, state: playingState() }, 0);
  if (first === null) throw new Error('a whole state always makes a copy');
  t.equal(renewed(null, { revision: 10, nowMs: 1, changes: [] }, 0), null);
  t.equal(changed(first, { revision: 10, nowMs: 2, changes: { volume: 1 } }, 5), first, 'an old one');
  t.equal(changed(first, { revision: 12, nowMs: 2, changes: { volume: 1 } }, 5), null, 'a gap');
  const next = changed(first, { revision: 11, nowMs: 2, changes: { volume: 1 } }, 5);
  t.match(next, { revision: 11, nowMs: 2, heardMs: 5, state: { volume: 1, muted: false } });
  const changes = [
    { revision: 11, changes: { volume: 1, muted: true } },
    { revision: 12, changes: { volume: 2 } },
  ];
  t.match(renewed(first, { revision: 12, nowMs: 9, changes }, 7), {
    revision: 12,
    state: { volume: 2, muted: true },
  });
});

void test('what changed is read whole: nothing that cannot be null is dropped', async t => {
  const change = { revision: 8, nowMs: 1, changes: { item: null, notice: null, silenceReason: null } };
  t.same(parseChanged(change, 'params'), change);
  t.throws(() => parseChanged({ ...change, changes: { volume: null } }, 'params'), /volume is not a number/);
  const named = { ...playingState(), source: { id: 'ST:1', type: 'ST', name: null } };
  t.same(parseState(named, 'state').source, { id: 'ST:1', type: 'ST' }, 'as good as missing');
  const listed = '{"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"No.","data":[]}}';
  t.match(parseFrame(listed), { type: 'error', error: { message: 'No.' } });
});
