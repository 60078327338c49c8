import t from 'tap';
import { readFields } from '../../src/control/transport/fields.js';

t.test('fields are read, but not very many', async t => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=%c3%a9`).join('&');
  t.equal(readFields('')?.size, 0);
  t.equal(readFields(fields(64))?.get('f63'), 'é');
  t.equal(readFields(fields(65)), null);
  t.equal(readFields('%ff&'.repeat(4_000)), null);
});
