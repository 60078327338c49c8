import t from 'tap';
import { ACCESS, calm, faultOf, setUp, signIn } from '../rigs/service/bench.js';
import { grant, json, type Received, silence, unauthenticated } from '../fakes/service/server.js';

const CODE = { code: 'c', redirectUri: 'http://speaker.local/pair/callback', codeVerifier: 'v'.repeat(43) };
const REPORT = { sourceId: 'ST:1', index: 3, elapsedS: 7 };
const turn = () => new Promise(resolve => setImmediate(resolve));
const profileOf = (id: string) => json({ data: { profile: { id } } });
const withToken = (received: readonly Received[], token: string) =>
  received
    .filter(({ headers }) => headers.authorization === `Bearer ${token}`)
    .map(({ graphql }) => graphql.operationName);

t.test('A call that awaits a renewal never uses the next listener’s tokens', async t => {
  const { server, service } = await setUp(t);
  let renew = () => {};
  server.token((received, response) => {
    renew = () => grant('late')(received, response);
  }, grant('other'));
  server.graphql(unauthenticated, profileOf('LI:2'));
  const report = faultOf(service.playback.setProgress(REPORT, calm()));
  while (server.to('token').length === 0) await turn();
  const list = faultOf(service.library.topArtists({}, calm()));
  await service.account.signOut();
  t.equal(await signIn(service, CODE), 'none', 'nobody was there any more');
  renew();
  t.match(await Promise.all([report, list]), [{ code: 'notPaired' }, { code: 'notPaired' }]);
  t.strictSame(withToken(server.to('graphql'), 'other'), ['ProfileName']);
  server.graphql(json({ data: { playback: { setProgress: { status: 'OK', current: null } } } }));
  await service.playback.setProgress(REPORT, calm());
  t.strictSame(withToken(server.to('graphql'), 'other'), ['ProfileName', 'SetProgress'], 'his own are');
});

t.test('another listener in the place of the first: what is under way is given up', async t => {
  const { server, service } = await setUp(t);
  server.graphql(silence, profileOf('LI:2'));
  const report = faultOf(service.playback.setProgress(REPORT, calm()));
  while (server.to('graphql').length === 0) await turn();
  t.equal(await signIn(service, CODE), 'other');
  t.match(await report, { code: 'notPaired', answerLost: true });
  t.equal(service.reachability, 'unknown', 'which says nothing of the service');
});

t.test('the same listener again: what is under way is answered', async t => {
  const { server, service } = await setUp(t);
  let answer = () => {};
  server.graphql((received, response) => {
    answer = () => profileOf('LI:1')(received, response);
  }, profileOf('LI:1'));
  const asked = service.library.profile(calm());
  while (server.to('graphql').length === 0) await turn();
  t.equal(await signIn(service, CODE), 'same');
  answer();
  t.match(await asked, { id: 'LI:1' });
  t.strictSame(withToken(server.to('graphql'), ACCESS), ['Profile']);
});
