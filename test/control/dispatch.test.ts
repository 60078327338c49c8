import t from 'tap';
import type { Caller } from '../../src/control/access/caller.js';
import { createCommandMemory } from '../../src/control/api/command-memory.js';
import { createDispatch } from '../../src/control/api/dispatch.js';
import { createMethods } from '../../src/control/api/methods.js';
import type { Listed } from '../../src/control/access/client-list.js';

const CALLER: Caller = {
  clientId: 'mallory',
  name: 'Mallory',
  role: 'owner',
  volumeMax: null,
  hasToken: true,
  serverKey: null,
  key: 'mallory',
};
const LISTED: Listed = { id: 'mallory', name: 'Mallory', role: 'owner', createdMs: 0 };

t.test('a call that waited for its turn is refused if its client was revoked meanwhile', async t => {
  let clients: readonly Listed[] = [LISTED];
  let invited = 0;
  const invite = createMethods({} as never).get('access.invite');
  if (invite === undefined) throw new Error('there is no such method');
  const dispatch = createDispatch({
    access: { list: () => clients },
    methods: new Map([[invite.name, { ...invite, call: () => (invited += 1) }]]),
    memory: createCommandMemory({ steadyMs: () => 0, commandIdsOfClient: 10, commandIds: 10 }),
    shares: { spend: (_what, perform) => perform() },
    incidents: { note: () => undefined, tellAll: () => undefined } as never,
    clock: { epochMs: () => 0 },
    logger: { error: () => undefined } as never,
  });
  const call = () =>
    dispatch(
      { id: 1, method: 'access.invite', params: {} },
      { caller: CALLER, session: null, peer: '192.0.2.1' },
    );
  t.same(await call(), { result: 1 });
  clients = [];
  t.match(await call(), { error: { code: 1001, data: { reason: 'unauthorized' } } });
  t.equal(invited, 1);
});
