import * as metaSchemaModule from '@open-rpc/meta-schema';
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { type Declaration, METHODS } from '../../src/contract/methods.js';
import { renewControlApiPage } from '../../src/control/api/api-page.js';
import { EXAMPLE_STATE } from '../../src/control/api/examples.js';
import type { OpenRpcMethod } from '../../src/control/api/openrpc.js';
import type { RpcMessage } from '../fakes/phones/client.js';
import { follow, type Greeting, prove } from '../fakes/phones/proof.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, connectLines, discover, post } from '../rigs/control/rpc.js';

type Device = Awaited<ReturnType<typeof startFakeDevice>>;

const FOREIGN = 'https://meta.json-schema.tools';
const ajv = new Ajv({ strict: false });

t.test('rpc.discover answers an OpenRPC document by the meta-schema of OpenRPC', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const document = await discover(device.origin, FIXED_TOKEN);
  // Its types do not know what a CommonJS module looks like from here.
  const { openrpcDocument } = metaSchemaModule as unknown as { openrpcDocument: Record<string, object> };
  // What it takes for a schema lies on another server; that is draft 7, which Ajv knows.
  const text = JSON.stringify({ ...openrpcDocument, $schema: undefined })
    .replaceAll(`{"$ref":"${FOREIGN}/#/definitions/JSONSchemaObject/properties/$ref"}`, '{"type":"string"}')
    .replaceAll(`"${FOREIGN}"`, '"http://json-schema.org/draft-07/schema#"');
  t.notMatch(text, FOREIGN);
  const accepts = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object);
  t.ok(accepts(document), JSON.stringify(accepts.errors));
  t.notOk(accepts({ ...document, methods: [{ name: 'x' }] }), 'the check checks');
  const names = document.methods.map(({ name }) => name);
  t.equal(new Set(names).size, names.length);
  const declared = Object.entries<Declaration>(METHODS).filter(([, { localOnly }]) => localOnly !== true);
  t.same(
    names,
    declared.map(([name]) => name),
  );
  for (const method of document.methods) {
    t.match(method.summary, /^[A-Z].*\.$/, method.name);
    for (const { $ref } of method.errors) t.ok($ref.slice(20) in document.components.errors, $ref);
    t.ok(method.examples.length > 0, method.name);
    const required = method.params.map(param => param.required === true);
    t.same(required, [...required].sort().reverse(), `${method.name}: the required params come first`);
  }
});

t.test('every example is its method’s own, and valid by the schemas of that method', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const { methods, components } = await discover(device.origin, FIXED_TOKEN);
  const seen = new Map<string, string>();
  const values = new Map<string, string>();
  for (const { name, params, result, examples } of methods) {
    const check = (schema: object) => ajv.compile({ ...schema, components });
    const checks = new Map(params.map(param => [param.name, check(param.schema)]));
    for (const example of examples) {
      const text = JSON.stringify([example.params, example.result]);
      t.equal(seen.get(text), undefined, `${name}: nobody else’s`);
      seen.set(text, name);
      for (const { name: param, value } of example.params)
        t.ok(checks.get(param)?.(value), `${name} ${param}`);
      const given = new Set(example.params.map(({ name: param }) => param));
      for (const { name: param } of params.filter(({ required }) => required)) t.ok(given.has(param), param);
      if (example.result === undefined) continue;
      t.ok(check(result.schema)(example.result.value), name);
      const answer = JSON.stringify(example.result.value);
      if (answer !== '{}')
        t.ok([undefined, name].includes(values.get(answer)), `${name}: an answer of its own`);
      values.set(answer, name);
    }
    // A result without members can only be like another.
    t.ok(examples.some(example => example.result !== undefined) || name === 'rpc.discover', name);
  }
});

t.test('The document describes each named schema once and refers to it', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const document = await discover(device.origin, FIXED_TOKEN);
  const { schemas } = document.components;
  const text = JSON.stringify(document);
  const inNames = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  t.same([...inNames].sort(), Object.keys(schemas).sort(), 'every name is used, and every used one is there');
  t.notMatch(text, /\\\\p\{/, 'patterns are of the dialect that every reader knows');
  for (const [name, schema] of Object.entries(schemas)) {
    t.match(schema, { title: name });
    const content = JSON.stringify({ ...schema, title: undefined }).slice(1, -1);
    t.equal(text.split(content).length, 2, `${name} stands there once`);
  }
});

t.test('the page is made of the document: npm run build && npm run control-api', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const page = readFileSync(new URL('../../../docs/control-api.md', import.meta.url), 'utf8');
  t.ok(page.includes('<!-- reference: begin -->\n\n## Notifications'));
  t.equal(page, renewControlApiPage(page, await discover(device.origin, FIXED_TOKEN)));
});

/** The params of an example, with what only this device knows in place of what the page makes up. */
function toParams(
  method: OpenRpcMethod,
  example: OpenRpcMethod['examples'][number],
  known: { readonly code: string; readonly secret: string; readonly id: string; readonly revision: number },
  greeting: Greeting | null,
): Record<string, unknown> {
  const params = Object.fromEntries(example.params.map(({ name, value }) => [name, value]));
  const nonce = String(params['nonce']);
  const proven = greeting !== null && 'proof' in params ? prove(FIXED_TOKEN, greeting, { nonce }) : null;
  const claimed = greeting === null ? {} : follow(known.secret, greeting, { nonce }).shown;
  const own: Readonly<Record<string, object>> = {
    'session.open': proven === null ? {} : { nonce, proof: proven.proof },
    'access.claim': 'link' in params ? claimed : { code: known.code },
    'access.rename': { id: known.id },
    'access.revoke': { id: known.id },
    'state.subscribe': 'sinceRevision' in params ? { sinceRevision: known.revision - 1 } : {},
  };
  return { ...params, ...own[method.name] };
}

/** What a device needs to have so that every example is about something. */
async function prepare(device: Device) {
  const by = { id: 'whoever', name: 'Ada', peer: null };
  await device.access.accept('Somebody', null, { role: 'guest', validMs: 60_000, volumeMax: 60, by });
  const [somebody] = device.access.list();
  const invited = await callByHttp(device.origin, FIXED_TOKEN, 'access.invite');
  device.agent.change({ ...EXAMPLE_STATE, volume: 35 });
  const revision = device.agent.change({ volume: 40 }, { client: 'Ada', method: 'player.setVolume' });
  const secret = String(invited.result?.['link']).split('#invite=')[1] ?? '';
  return { code: String(invited.result?.['code']), secret, id: somebody?.id ?? '', revision };
}

interface Way {
  /** What the server has said first; null where it says nothing. */
  readonly greeting: Greeting | null;
  ask(method: string, params: object): Promise<RpcMessage>;
}

const TRANSPORTS: Readonly<Record<string, (device: Device) => Promise<Way>>> = {
  async WebSocket(device) {
    const client = await device.connect();
    const greeting = (await client.next()).params as unknown as Greeting;
    const ask: Way['ask'] = async (method, params) => {
      if (method !== 'session.open' && method !== 'access.claim') {
        await client.call('session.open', { protocol: 1, client: { name: 'test' }, token: FIXED_TOKEN });
      }
      return client.call(method, params);
    };
    return { greeting, ask };
  },
  async HTTP(device) {
    return {
      greeting: null,
      ask: (method, params) => callByHttp(device.origin, FIXED_TOKEN, method, params),
    };
  },
  async socket(device) {
    const program = connectLines(device.socketPath);
    const greeting = ((await program.next())?.params ?? null) as unknown as Greeting;
    return { greeting, ask: (method, params) => program.call(method, params) };
  },
};

for (const [transport, connect] of Object.entries(TRANSPORTS)) {
  t.test(`every method as it is described, by ${transport}`, async t => {
    const first = await startFakeDevice();
    t.teardown(first.stop);
    const { methods, components } = await discover(first.origin, FIXED_TOKEN);
    t.ok(methods.length > 25);
    for (const method of methods) {
      const answers = ajv.compile({ ...method.result.schema, components });
      const takes = ajv.compile({ ...method['x-paramsSchema'], components });
      for (const example of method.examples) {
        const device = await startFakeDevice();
        const known = await prepare(device);
        const way = await connect(device);
        const params = toParams(method, example, known, way.greeting);
        t.ok(takes(params), `${example.name}: the params are described`);
        if (example.result !== undefined)
          t.ok(answers(example.result.value), `${example.name}: the answer too`);
        const quiet = { silenceReason: 'paused', announcement: null, notice: null } as const;
        if (method.name === 'announcement.code') device.agent.change(quiet);
        const answer = await way.ask(method.name, params);
        if (transport === 'HTTP' && method['x-needsSession']) t.equal(answer.error?.code, -32601);
        else if (transport === 'HTTP' && 'link' in params)
          t.match(answer.error, { data: { member: 'link' } });
        else {
          t.ok(answers(answer.result), `${example.name}: ${JSON.stringify(answer.error ?? answers.errors)}`);
          // A program on the device is known without a proof.
          const isProven = transport !== 'socket' || method.name !== 'session.open';
          if (example.result !== undefined && isProven)
            t.same(shapeOf(answer.result), shapeOf(example.result.value));
        }
        await device.stop();
      }
    }
  });
}

/** The names of the top-level members: an example shows those that come. */
function shapeOf(value: unknown): string[] {
  return Object.keys(value as object).sort();
}

t.test('Each method states its need of a token or session truthfully', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const open = await startFakeDevice({ mode: 'open' });
  t.teardown(open.stop);
  const { methods } = await discover(device.origin, FIXED_TOKEN);
  for (const method of methods) {
    const { name } = method;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params: { id: 'x' } });
    const access = method['x-access'];
    const inPaired = await post(device.origin, body);
    t.equal(inPaired.status === 401, access !== 'anyone' || method['x-needsSession'], name);
    const stranger = await device.connect();
    await stranger.next();
    const unopened = await stranger.call(name, {});
    t.equal(unopened.error?.data?.['reason'] === 'unauthorized', access !== 'anyone', name);
    stranger.ws.terminate();
    if (!method['x-needsSession'])
      t.equal((await post(open.origin, body)).status === 401, access === 'owner', name);
  }
});

t.test('notifications are as described', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const document = await discover(device.origin, FIXED_TOKEN);
  const { components } = document;
  const checks = new Map(
    document['x-notifications'].map(({ name, schema }) => [name, ajv.compile({ ...schema, components })]),
  );
  const client = await device.connect();
  const hello = await client.next();
  t.ok(checks.get('server.hello')?.(hello.params));
  await client.call('session.open', { protocol: 1, client: { name: 'test' }, token: FIXED_TOKEN });
  await client.call('state.subscribe');
  device.agent.change(EXAMPLE_STATE, { client: 'Ada', method: 'player.play', commandId: '1' });
  const event = await client.next();
  t.equal(event.method, 'state.changed');
  t.ok(checks.get('state.changed')?.(event.params), JSON.stringify(checks.get('state.changed')?.errors));
  await device.access.admit('Ada', null);
  const change = await client.next();
  t.equal(change.method, 'access.changed');
  t.ok(checks.get('access.changed')?.(change.params), JSON.stringify(checks.get('access.changed')?.errors));
});
