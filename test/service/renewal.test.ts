import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { ACCESS, calm, setUp } from '../rigs/service/bench.js';
import { grant, json, unauthenticated } from '../fakes/service/server.js';

const NEARLY_OVER_MS = (14_400 - 60 - 200) * 1_000;
const turn = () => new Promise(resolve => setImmediate(resolve));
const profile = json({ data: { profile: { id: 'LI:1' } } });

t.test('a renewal ahead of time that takes long holds no call back', async t => {
  const { server, service, clock } = await setUp(t);
  server.graphql(profile);
  let finish = () => {};
  server.token((received, response) => {
    finish = () => grant('late')(received, response);
  });
  await service.library.profile(calm());
  clock.steady += NEARLY_OVER_MS;
  for (let calls = 0; calls < 2; calls += 1) t.match(await service.library.profile(calm()), { id: 'LI:1' });
  while (server.to('token').length === 0) await turn();
  const used = () => server.to('graphql').map(({ headers }) => headers.authorization);
  t.strictSame(used(), Array(3).fill(`Bearer ${ACCESS}`));
  t.equal(server.to('token').length, 1, 'one renewal is under way');
  finish();
  while (used().at(-1) !== 'Bearer late') await service.library.profile(calm());
  t.equal(server.to('token').length, 1);
});

t.test('a call that is refused meanwhile waits for the new token', async t => {
  const { server, service, clock } = await setUp(t);
  let refuse = () => {};
  server.graphql((received, response) => {
    refuse = () => unauthenticated(received, response);
  }, profile);
  let finish = () => {};
  server.token((received, response) => {
    finish = () => grant('new')(received, response);
  });
  t.ok(service.account.paired, 'the token’s life is known');
  clock.steady += NEARLY_OVER_MS;
  const call = service.library.profile(calm());
  while (server.to('graphql').length === 0 || server.to('token').length === 0) await turn();
  refuse();
  await sleep(100);
  t.equal(server.to('graphql').length, 1);
  finish();
  t.match(await call, { id: 'LI:1' });
  const used = server.to('graphql').map(({ headers }) => headers.authorization);
  t.strictSame(used, [`Bearer ${ACCESS}`, 'Bearer new']);
});
