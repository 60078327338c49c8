import t from 'tap';
import { withoutNearArt } from '../../src/service/art.js';
import { json } from '../fakes/service/server.js';
import { calm, setUp } from '../rigs/service/bench.js';

const answer = (art: string) => ({
  current: { audioUrl: 'http://192.168.0.1/a', track: { name: 'A', art: { url: art } } },
  items: [{ id: 'TR:1', art: { url: art } }],
  imageUrl: art,
});
const without = {
  current: { audioUrl: 'http://192.168.0.1/a', track: { name: 'A', art: {} } },
  items: [{ id: 'TR:1', art: {} }],
};

t.test('a public service shows no picture of the household’s network', async t => {
  const near = [
    ...[
      'http://192.168.0.1/admin?reboot=1',
      'http://127.0.0.1:8710/',
      'https://10.0.0.1/x',
      'http://localhost/',
    ],
    ...['http://nas/x', 'http://nas.local/', 'http://router.lan./x', 'http://[fd00::1]/', 'http://[::1]/'],
    ...[
      'http://2130706433/',
      'http://0x7f.1/',
      'http://１２７.0.0.1/',
      'http://[::ffff:10.0.0.1]/',
      'http://u@10.0.0.1/',
    ],
  ];
  for (const art of near) {
    t.strictSame(withoutNearArt(answer(art), '8.8.8.8'), without, art);
    t.strictSame(
      withoutNearArt(answer(art), '192.168.7.1'),
      answer(art),
      `${art}, of a service that is near itself`,
    );
  }
  for (const art of ['https://art.example.com/x', 'http://8.8.4.4/', 'http://[2606:4700::1]/', 'rubbish', ''])
    t.strictSame(withoutNearArt(answer(art), '8.8.8.8'), answer(art), art);
});

t.test('an answer full of pictures holds nobody up', async t => {
  const items = Array.from({ length: 41_000 }, () => ({ url: 'http://8.8.8.8' }));
  const kept = withoutNearArt({ items }, '8.8.8.8') as { readonly items: readonly object[] };
  t.equal(kept.items.filter(item => 'url' in item).length, 2_000, 'more than any list has');
});

t.test('an answer of any depth is read', async t => {
  const depth = 300_000;
  const deep: unknown = JSON.parse(`{"name":"A","art":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  t.match(withoutNearArt(deep, '8.8.8.8'), { name: 'A' });
});

t.test('The address that answered counts as the service’s peer', async t => {
  const { server, service } = await setUp(t);
  t.equal(service.peer(), null);
  const item = { id: 'AL:1', type: 'AL', name: 'A', art: { url: 'http://127.0.0.1/x' } };
  server.graphql(json({ data: { collection: { items: [item] } } }));
  t.match(await service.library.collection({}, calm()), { items: [{ artUrl: 'http://127.0.0.1/x' }] });
  t.match(service.peer(), /127\.0\.0\.1$/);
});
