import t from 'tap';
import type { PublicState } from '../../src/contract/public-state.js';
import { toStatusLine } from '../../src/host/status-line.js';

t.test('a speaker that is not paired says how to pair it, also once the time for it is over', t => {
  const state = { silenceReason: 'notPaired', item: null } as PublicState;
  const address = 'http://kitchen.local:8710';
  t.equal(
    toStatusLine(state, { address, isPairingOver: false }),
    'Not paired: open http://kitchen.local:8710/ in a browser.',
  );
  t.equal(
    toStatusLine(state, { address, isPairingOver: true }),
    'Not paired, and the 15 minutes for pairing are over: restart the speaker, then open http://kitchen.local:8710/ in a browser.',
  );
  t.end();
});
