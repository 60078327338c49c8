import t from 'tap';
import { parseTarget, readFields } from '../../src/control/transport/request-target.js';

t.test('request targets: decoded once, never outside', async t => {
  t.match(parseTarget('/a%20b?x=1&y=%zz#z'), { path: '/a b', host: null });
  t.equal(parseTarget('/?x=1&x=2')?.query.get('x'), '1');
  t.match(parseTarget('http://Host:1/p?q=1'), { path: '/p', host: 'Host:1' });
  t.match(parseTarget('http://host'), { path: '/', host: 'host' });
  const bad = [
    '//',
    '//evil.example/x',
    '/%zz',
    '/%',
    '/a/../b',
    '/%2e%2e/b',
    '/./',
    '/%2F',
    '/a%00',
    '/a%0d',
    '/%5c',
    '*',
    'x',
    '?',
    'ftp://x/',
  ];
  for (const target of bad) t.equal(parseTarget(target), null, target);
  t.match(parseTarget(''), { path: '/' }, 'node never hands this out, and it harms nobody');
});

t.test('a query of very many fields is not read', async t => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=${at}`).join('&');
  t.equal(parseTarget(`/?${fields(64)}`)?.query.get('f63'), '63');
  t.equal(parseTarget(`/?${fields(65)}`)?.query.size, 0);
});

t.test('fields are read, but not very many', async t => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=%c3%a9`).join('&');
  t.equal(readFields('')?.size, 0);
  t.equal(readFields(fields(64))?.get('f63'), 'é');
  t.equal(readFields(fields(65)), null);
  t.equal(readFields('%ff&'.repeat(4_000)), null);
});
