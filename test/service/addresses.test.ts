import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { type Addresses, createAddresses } from '../../src/service/addresses.js';

const HERE: LookupAddress = { address: '127.0.0.1', family: 4 };
/** A prefix that nobody routes (RFC 6666). */
const NOWHERE: LookupAddress = { address: '100::1', family: 6 };

/** Look-ups that end when the test says so, by a clock of its own. */
function setUp() {
  const clock = { ms: 0, steadyMs: () => clock.ms };
  const asked: ((found: readonly LookupAddress[] | Error) => void)[] = [];
  const addresses = createAddresses(
    clock,
    () =>
      new Promise((resolve, reject) => {
        asked.push(found => (found instanceof Error ? reject(found) : resolve(found)));
      }),
  );
  const find = () =>
    new Promise((resolve, reject) => {
      addresses.lookup('service.test', { all: true }, (error, found) => {
        if (error === null) resolve(found);
        else reject(error);
      });
    });
  return { clock, asked, addresses, find };
}

t.test('a slow look-up goes on without its caller, and its answer is kept for the next ones', async t => {
  const { clock, asked, addresses, find } = setUp();
  const first = find();
  const second = find();
  t.equal(asked.length, 1, 'a host is not asked for twice at a time');
  addresses.forget('service.test');
  clock.ms = 10_000;
  asked[0]?.([HERE]);
  t.strictSame([await first, await second, await find()], [[HERE], [HERE], [HERE]]);
  t.equal(asked.length, 1);
  addresses.forget('service.test');
  const third = find();
  t.equal(asked.length, 2, 'an address where nothing answers is asked for anew');
  clock.ms = 20_000;
  asked[1]?.([HERE]);
  await third;
  clock.ms += 600_000;
  void find();
  t.equal(asked.length, 3, 'after ten minutes it is asked for anew');
});

t.test('a quick answer and an error are not kept', async t => {
  const { clock, asked, find } = setUp();
  const first = find();
  asked[0]?.([HERE]);
  await first;
  const second = find();
  t.equal(asked.length, 2);
  clock.ms = 10_000;
  asked[1]?.(new Error('EAI_AGAIN'));
  await t.rejects(second, /EAI_AGAIN/);
  void find();
  t.equal(asked.length, 3);
});

async function connect(addresses: Addresses, port: number): Promise<string> {
  const agent = new Agent({ lookup: addresses.lookup, autoSelectFamilyAttemptTimeout: 1_000 });
  const request = get({ host: 'service.test', port, agent });
  addresses.follow(request);
  await once(request, 'response');
  const [first = ''] = request.socket?.autoSelectFamilyAttemptedAddresses ?? [];
  agent.destroy();
  return first;
}

t.test('IPv4 is tried first for ten minutes after IPv6 was tried in vain', async t => {
  const server = createServer((_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const clock = { ms: 0, steadyMs: () => clock.ms };
  const addresses = createAddresses(clock, () => Promise.resolve([NOWHERE, HERE]));
  t.match(await connect(addresses, port), /^100::1/);
  t.match(await connect(addresses, port), /^127\.0\.0\.1/);
  clock.ms = 600_000;
  t.match(await connect(addresses, port), /^100::1/);
});
