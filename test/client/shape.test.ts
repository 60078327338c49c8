import { test } from 'tap';
import { parseFrame } from '../../src/client/frame.js';
import { readerOf } from '../../src/client/shape.js';
import { PUBLIC_STATE } from '../../src/contract/public-state.js';
import { STATE_CHANGE } from '../../src/contract/protocol.js';
import { playingState } from '../fakes/speaker/state.js';

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

void test('The reader keeps the null members of a change and refuses others', async t => {
  const change = { revision: 8, nowMs: 1, changes: { item: null, notice: null, silenceReason: null } };
  t.same(parseChanged(change, 'params'), change);
  t.throws(() => parseChanged({ ...change, changes: { volume: null } }, 'params'), /volume is not a number/);
  const named = { ...playingState(), source: { id: 'ST:1', type: 'ST', name: null } };
  t.same(parseState(named, 'state').source, { id: 'ST:1', type: 'ST' }, 'as good as missing');
  const listed = '{"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"No.","data":[]}}';
  t.match(parseFrame(listed), { type: 'error', error: { message: 'No.' } });
});
