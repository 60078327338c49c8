import t from 'tap';
import { LIMITS } from '../../src/contract/limits.js';
import type { Reason } from '../../src/contract/command.js';
import type { OpenRpcMethod } from '../../src/control/api/openrpc.js';
import { NOBODY } from '../../src/control/access/terms.js';
import { RefusedError, ServiceFault, type ServiceFaultCode } from '../../src/contract/errors.js';
import type { RpcMessage } from '../fakes/phones/client.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { discover } from '../rigs/control/rpc.js';

type Device = Awaited<ReturnType<typeof startFakeDevice>>;

/** A bucket that a slow machine does not fill again in the meantime. */
const FEW = { tooManyCalls: { ...LIMITS.tooManyCalls, perSecond: 1, burst: 3 } };

/** Calls as the document's first example does, and gets the error meant. */
type Provocation = (device: Device, method: OpenRpcMethod) => Promise<RpcMessage>;

function paramsOf({ examples }: OpenRpcMethod): Record<string, unknown> {
  return Object.fromEntries(examples[0]?.params.map(({ name, value }) => [name, value]) ?? []);
}

const isOpening = ({ name }: OpenRpcMethod): boolean => name === 'session.open';

async function callOpened(device: Device, method: OpenRpcMethod): Promise<RpcMessage> {
  const client = await device.join();
  const answer = await client.call(method.name, paramsOf(method));
  client.ws.terminate();
  return answer;
}

/** Before the session is open; a token, or a code, that admits nobody. */
async function callAsStranger(device: Device, method: OpenRpcMethod): Promise<RpcMessage> {
  const client = await device.connect();
  await client.next();
  const wrong = { ...paramsOf(method), ...(isOpening(method) && { token: 'wrong' }) };
  const answer = await client.call(method.name, wrong);
  client.ws.terminate();
  return answer;
}

async function callTooOften(device: Device, method: OpenRpcMethod): Promise<RpcMessage> {
  const client = isOpening(method) ? await device.connect() : await device.join();
  const flood = Array.from({ length: 30 }, () => client.call(method.name, paramsOf(method)));
  const answers = await Promise.all(flood);
  client.ws.terminate();
  return answers.find(({ error }) => error?.data?.['reason'] === 'rateLimited') ?? {};
}

/** What the engine, or the service behind the library, answers is handed on. */
function refusedFor(reason: Reason): Provocation {
  return (device, method) => {
    const refusal = { reason, message: 'because', ...(reason === 'notAllowed' && { interaction: 'SKIP' }) };
    device.agent.answer = () => Promise.reject(new RefusedError(refusal));
    device.library.before = () => Promise.reject(new ServiceFault(reason as ServiceFaultCode, 'because'));
    return callOpened(device, method);
  };
}

/** Whoever has a token, and not the role. */
async function callAsGuest(device: Device, method: OpenRpcMethod): Promise<RpcMessage> {
  const terms = { role: 'guest', validMs: null, volumeMax: null, by: NOBODY } as const;
  const client = await device.join((await device.access.accept('Guest', null, terms)).token);
  const answer = await client.call(method.name, paramsOf(method));
  client.ws.terminate();
  return answer;
}

/** What the item does not allow, the engine says; who the last owner is, the access. */
async function callInVain(device: Device, method: OpenRpcMethod): Promise<RpcMessage> {
  if (method.name !== 'access.revoke') return refusedFor('notAllowed')(device, method);
  await device.access.admit('Ada', null);
  const client = await device.join();
  return client.call(method.name, { id: device.access.list()[0]?.id });
}

const PROVOCATIONS: Readonly<Record<Reason, Provocation>> = {
  unauthorized: callAsStranger,
  forbidden: callAsGuest,
  rateLimited: callTooOften,
  notPaired: refusedFor('notPaired'),
  noSource: refusedFor('noSource'),
  notAllowed: callInVain,
  skipLimitReached: refusedFor('skipLimitReached'),
  notSupported: refusedFor('notSupported'),
  serviceError: refusedFor('serviceError'),
  offline: refusedFor('offline'),
  playerUnavailable: refusedFor('playerUnavailable'),
};

t.test('every error of every method, as it is described', async t => {
  const first = await startFakeDevice();
  t.teardown(first.stop);
  const { methods, components } = await discover(first.origin, FIXED_TOKEN);
  const seen = new Set<string>();
  for (const method of methods) {
    await t.test(method.name, async t => {
      for (const { $ref } of method.errors) {
        const reason = $ref.slice('#/components/errors/'.length) as Reason;
        const described = components.errors[reason] as { readonly code: number } | undefined;
        const device = await startFakeDevice({ limits: FEW });
        const { error } = await PROVOCATIONS[reason](device, method);
        await device.stop();
        t.match(error, { code: described?.code, message: /\w/, data: { reason } }, reason);
        if (reason === 'rateLimited') t.ok(Number.isInteger(error?.data?.['retryAfterMs']));
        if (reason === 'notAllowed' && method.name !== 'access.revoke')
          t.equal(error?.data?.['interaction'], 'SKIP');
        seen.add(reason);
      }
    });
  }
  t.same([...seen].sort(), Object.keys(PROVOCATIONS).sort(), 'each error is some method’s');
});

t.test('and JSON-RPC’s own: -32602 names the member, whatever the method', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  const { methods } = await discover(device.origin, FIXED_TOKEN);
  for (const method of methods) {
    if (isOpening(method)) continue;
    const { error } = await client.call(method.name, []);
    t.match(error, { code: -32602, data: { member: 'params' } }, method.name);
  }
  t.match(await client.call('player.dance'), { error: { code: -32601 } });
});
