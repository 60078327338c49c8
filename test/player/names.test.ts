/** Names by the system's own resolver, of a name server that takes its time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { DNS } from '../fakes/machine/dns.js';
import { THREADS } from '../../src/lib/threads.js';
import { createNames } from '../../src/player/address/names.js';
import { createNamespace, type Namespace, whyNoNamespace } from '../fakes/machine/namespace.js';

/** Answers each line, an address, with what is found of it; what nobody answers for is dismissed soon. */
const LOOKING = `
import { lookup } from 'node:dns/promises';
import { createInterface } from 'node:readline';
import { createReach } from '${import.meta.resolve('../../src/player/address/reach.js')}';
import { checkWay } from '${import.meta.resolve('../../src/player/address/way.js')}';
const [serviceUrl, peer] = process.argv.slice(-2);
const reach = createReach({ serviceUrl, servicePeer: () => peer, plain: false, hosts: [] });
const dismissed = url => url.includes('nobody.test') ? AbortSignal.timeout(100) : new AbortController().signal;
const find = url => url.startsWith('http') ? checkWay(url, reach, dismissed(url)) : lookup(url);
createInterface({ input: process.stdin }).on('line', async url => console.log(JSON.stringify(await find(url))));
`;

function start(t: Test, { words }: Namespace, ...program: readonly string[]): ChildProcess {
  const [command = '', ...rest] = words;
  const child = spawn(command, [...rest, process.execPath, ...program], {
    env: { ...process.env, UV_THREADPOOL_SIZE: THREADS },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

const skip = whyNoNamespace(['net', 'mount']);

/** A network in which every name is 127.0.0.1, and what is found there of an address. */
async function openNames(t: Test, options = 'timeout:6 attempts:2') {
  const resolver = join(t.testdir(), 'resolv.conf');
  writeFileSync(resolver, `nameserver 127.0.0.1\noptions ${options}\n`);
  const space = await createNamespace(t, ['net', 'mount']);
  space.run('ip link set lo up; mount --bind "$1" /etc/resolv.conf', resolver);
  const server = start(t, space, DNS);
  if (server.stdout !== null) await once(server.stdout, 'data');
  return {
    space,
    answer: async (mode: string) => {
      server.stdin?.write(`${mode}\n`);
      if (server.stdout !== null) await once(server.stdout, 'data');
    },
    lookFor: (serviceUrl: string, peer: string) => {
      const looking = start(t, space, '--input-type=module', '-e', LOOKING, serviceUrl, peer);
      const found: string[] = [];
      createInterface({ input: looking.stdout ?? process.stdin }).on('line', line => found.push(line));
      return async (url: string) => {
        const before = found.length;
        looking.stdin?.write(`${url}\n`);
        while (found.length === before) await new Promise(resolve => setTimeout(resolve, 20));
        return JSON.parse(found.at(-1) ?? '') as unknown;
      };
    },
  };
}

t.test('a name server that is slow is waited for, once', { skip }, async t => {
  const { answer, lookFor } = await openNames(t);
  const look = lookFor('http://service.test', '127.0.0.1');
  await answer('silent');
  const slow = look('http://audio.test/x');
  // The second time that the system asks, six seconds later, it is there.
  await new Promise(resolve => setTimeout(resolve, 1_500));
  await answer('well');
  t.match(await slow, { url: 'http://audio.test/x' });
  await answer('unknown');
  t.match(await look('http://audio.test/y'), { url: 'http://audio.test/y' }, 'it is not asked for again');
  t.match(await look('http://other.test/y'), { fault: 'unreachable', detail: 'name look-up: ENOTFOUND' });
  await answer('well');
  t.match(
    await look('http://other.test/y'),
    { url: 'http://other.test/y' },
    'what was not found is asked for again',
  );
});

t.test('hosts that nobody answers for hold back no other look-up', { skip }, async t => {
  const { lookFor } = await openNames(t, 'timeout:30 attempts:5');
  const look = lookFor('http://service.test', '8.8.8.8');
  for (let at = 0; at < 5; at += 1)
    t.match(await look(`http://h${at}.nobody.test/x`), { detail: 'name look-up: no answer in time' });
  t.match(await look('service.test'), { address: '127.0.0.1' });
});

t.test('two at a time; what is dismissed before its turn is never looked up', async t => {
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const names = createNames(host => {
    begun.push(host);
    return new Promise(resolve => ends.set(host, () => resolve([{ address: '192.0.2.1', family: 4 }])));
  });
  const calm = new AbortController().signal;
  const gone = [new AbortController(), new AbortController(), new AbortController()] as const;
  void names.find('dead', calm);
  void names.find('first', gone[0].signal);
  void names.find('second', gone[1].signal);
  void names.find('shared', gone[2].signal);
  const third = names.find('third', calm);
  const shared = names.find('shared', calm);
  for (const each of gone) each.abort();
  void names.find('late', AbortSignal.abort());
  t.strictSame(begun, ['dead', 'first']);
  ends.get('first')?.();
  while (begun.length < 3) await new Promise(resolve => setImmediate(resolve));
  ends.get('shared')?.();
  t.match(await shared, [{ address: '192.0.2.1' }]);
  while (begun.length < 4) await new Promise(resolve => setImmediate(resolve));
  ends.get('third')?.();
  await third;
  t.strictSame(begun, ['dead', 'first', 'shared', 'third']);
  t.equal(names.find('third', calm), third, 'and is known for a while');
});

t.test('a service that is a neighbour by its global address', { skip }, async t => {
  const { space, lookFor } = await openNames(t);
  space.run('ip address add 203.0.113.7/24 dev lo');
  const peer = '203.0.113.1';
  const byAddress = lookFor(`http://${peer}`, peer);
  for (const url of ['http://127.0.0.1/x', 'http://audio.test/x', 'http://192.168.1.1/x'])
    t.match(await byAddress(url), { fault: 'private' }, url);
  t.match(await byAddress('http://203.0.113.9/x'), { url: 'http://203.0.113.9/x' }, 'another neighbour');
  const byName = lookFor('http://service.test', peer);
  t.match(
    await byName('http://audio.test/x'),
    { url: 'http://audio.test/x' },
    'its name has a private one, too',
  );
  const stranger = lookFor('http://service.test', '8.8.8.8');
  t.match(
    await stranger('http://audio.test/x'),
    { fault: 'private' },
    'what a stranger’s name says is no proof',
  );
  t.match(await stranger('http://203.0.113.9/x'), { fault: 'private' });
});
