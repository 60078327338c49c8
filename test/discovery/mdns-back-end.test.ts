import t from 'tap';
import { createMdnsBackEnd } from '../../src/discovery/mdns-back-end.js';
import { checkAgainstAvahi } from '../rigs/discovery/checks.js';

const name: string = 'mdns';
const isBuilt = await import(name).then(
  () => true,
  () => false,
);

checkAgainstAvahi(() => createMdnsBackEnd(), !isBuilt && 'the mdns package is not built here');
t.test('counts as a test where nothing can be tried', async t => t.equal(createMdnsBackEnd().name, 'mdns'));
