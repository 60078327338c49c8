/** What owners and guests may do, as the contract lists it, seen from outside. */
import t, { type Test } from 'tap';
import { type FakeDeviceOptions, FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, connectLines, discover, post } from '../rigs/control/rpc.js';

/** The contract's own words, of the methods that there are. */
const OF_GUESTS = [
  /^session\./,
  /^state\./,
  /^library\.(?!profile$)/,
  /^player\.(?!announce$)/,
  /^feedback\.set$/,
  /^timer\.sleep$/,
  /^preset\.list$/,
  /^speakers\.list$/,
  /^alarm\.(snooze|dismiss)$/,
  /^rpc\.discover$/,
  /^system\.info$/,
  // Answered before the session is opened, to everybody.
  /^access\.claim$/,
];
const mayGuest = (method: string) => OF_GUESTS.some(pattern => pattern.test(method));

type Device = Awaited<ReturnType<typeof startFakeDevice>>;

async function setUp(t: Test, options: FakeDeviceOptions = {}) {
  const device = await startFakeDevice(options);
  t.teardown(device.stop);
  const owner = await device.join();
  const invite = async (params: object): Promise<Record<string, unknown>> =>
    (await owner.call('access.invite', params)).result ?? {};
  return { device, owner, invite, claim: claimer(device), admit: admitter(device) };
}

function claimer(device: Device) {
  return (code: unknown, name = 'Guest') => callByHttp(device.origin, '', 'access.claim', { code, name });
}

/** A client by an invitation of the fixed token's; answers what the claim was worth. */
function admitter(device: Device) {
  return async (params: object = {}, name = 'Guest') => {
    const { result } = await callByHttp(device.origin, FIXED_TOKEN, 'access.invite', params);
    const claimed = await claimer(device)(result?.['code'], name);
    return claimed.result as unknown as {
      readonly token: string;
      readonly id: string;
      readonly role: string;
    };
  };
}

t.test('a guest may do what is listed, and the rest is forbidden; an owner may do all', async t => {
  const { device, admit } = await setUp(t);
  const { methods } = await discover(device.origin, FIXED_TOKEN);
  const guest = await admit();
  t.equal(guest.role, 'guest', 'where the invitation does not say, it is for a guest');
  for (const { name, 'x-needsSession': inSession } of methods) {
    const phone = await device.join(guest.token);
    const inSocket = await phone.call(name, { id: 'x' });
    t.equal(inSocket.error?.code === 1002, !mayGuest(name), name);
    if (!mayGuest(name)) t.equal(inSocket.error?.data?.['reason'], 'forbidden');
    phone.ws.terminate();
    if (inSession) continue;
    const byHttp = await callByHttp(device.origin, guest.token, name, { id: 'x' });
    t.equal(byHttp.error?.code === 1002, !mayGuest(name), name);
  }
  t.match((await callByHttp(device.origin, guest.token, 'system.record')).error, { code: -32601 });
  t.equal(device.access.list().length, 1, 'nothing came of what was forbidden');
  const owner = await admit({ role: 'owner' }, 'Ada');
  t.equal(owner.role, 'owner');
  for (const { name } of methods) {
    if (name === 'system.unpair') continue;
    const { error } = await callByHttp(device.origin, owner.token, name, { id: 'x' });
    t.not(error?.code, 1002, name);
    t.not(error?.code, 1001, name);
  }
});

t.test('Open access makes everyone without a token a guest', async t => {
  const { device, admit } = await setUp(t, { mode: 'open' });
  const { methods } = await discover(device.origin, FIXED_TOKEN);
  const stranger = await device.connect();
  await stranger.next();
  t.match(await stranger.call('session.open', { protocol: 1, client: { name: 'x' } }), {
    result: { protocol: 1, role: 'guest' },
  });
  for (const { name, 'x-needsSession': inSession } of methods) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params: { id: 'x' } });
    if (!inSession) t.equal((await post(device.origin, body)).status === 401, !mayGuest(name), name);
    const { error } = await stranger.call(name, { id: 'x' });
    // A claim is answered to anybody, here: that the code admits nobody.
    if (name !== 'access.claim') t.equal(error?.code === 1001, !mayGuest(name), name);
  }
  const owner = await admit({ role: 'owner' }, 'Ada');
  t.ok((await callByHttp(device.origin, owner.token, 'access.list')).result);
  const guest = await admit({}, 'Bob');
  t.equal((await callByHttp(device.origin, guest.token, 'access.list')).error?.code, 1002);
});

t.test('the opening says what a token is worth', async t => {
  const { device, admit } = await setUp(t);
  const open = async (token: string) => {
    const client = await device.connect();
    return (await client.open(token)).result;
  };
  t.strictSame(await open(FIXED_TOKEN), { protocol: 1, role: 'owner' });
  const owner = await admit({ role: 'owner' }, 'Ada');
  t.strictSame(await open(owner.token), { protocol: 1, role: 'owner', id: owner.id });
  const before = Date.now();
  const guest = await admit({ role: 'guest', validMs: 60_000, volumeMax: 40 }, 'Bob');
  const opened = await open(guest.token);
  t.match(opened, { protocol: 1, role: 'guest', id: guest.id, volumeMax: 40, expiresAtMs: Number });
  const endMs = Number(opened?.['expiresAtMs']);
  t.ok(endMs >= before + 60_000 && endMs <= Date.now() + 60_000, 'from the claim on');
  const program = connectLines(device.socketPath);
  await program.next();
  t.strictSame((await program.call('session.open', { protocol: 1, client: { name: 'ctl' } })).result, {
    protocol: 1,
    role: 'owner',
  });
  t.match((await program.call('access.list')).result, {
    clients: [
      { name: 'Ada', role: 'owner', id: owner.id },
      { name: 'Bob', role: 'guest', expiresAtMs: endMs, volumeMax: 40 },
    ],
  });
});

t.test('An invitation bears only valid terms', async t => {
  const { owner } = await setUp(t);
  const wrong: [object, string][] = [
    [{ role: 'admin' }, 'role'],
    [{ role: null }, 'role'],
    [{ validMs: 999 }, 'validMs'],
    [{ validMs: 365 * 86_400_000 + 1 }, 'validMs'],
    [{ validMs: 1_000.5 }, 'validMs'],
    [{ volumeMax: -1 }, 'volumeMax'],
    [{ volumeMax: 101 }, 'volumeMax'],
    [{ volumeMax: '50' }, 'volumeMax'],
    [{ digits: 1 }, 'digits'],
    [{ role: 'owner', validMs: 60_000 }, 'validMs'],
    [{ role: 'owner', volumeMax: 50 }, 'volumeMax'],
  ];
  for (const [params, member] of wrong) {
    const { error } = await owner.call('access.invite', params);
    t.match(error, { code: -32602, data: { member } }, JSON.stringify(params));
  }
  for (const params of [{ validMs: 1_000 }, { validMs: 365 * 86_400_000 }, { volumeMax: 0, digits: true }])
    t.match(await owner.call('access.invite', params), { result: { code: /^\d{6}$/ } });
});

t.test('each volume that a guest with a ceiling sets is lowered to it', async t => {
  const { device, admit } = await setUp(t);
  const guest = await device.join((await admit({ volumeMax: 40 })).token);
  const free = await device.join((await admit({}, 'Free')).token);
  const told = () => device.agent.commands.at(-1)?.command;
  const rows: [now: number, params: object, volume: number][] = [
    [35, { volume: 30 }, 30],
    [35, { volume: 41 }, 40],
    [35, { volume: 100 }, 40],
    [35, { offset: 4 }, 39],
    [35, { offset: 20 }, 40],
    [35, { offset: -50 }, 0],
    [90, { offset: -5 }, 40],
    [90, { volume: 90 }, 40],
  ];
  for (const [volume, params, expected] of rows) {
    device.agent.change({ volume });
    await guest.call('player.setVolume', params);
    t.strictSame(told(), { type: 'setVolume', volume: expected }, JSON.stringify([volume, params]));
  }
  await free.call('player.setVolume', { volume: 100 });
  t.strictSame(told(), { type: 'setVolume', volume: 100 });
  await guest.call('player.pause');
  t.strictSame(told(), { type: 'pause' });
});

t.test('when a guest’s time is over his sessions close with 4401, and his token is worthless', async t => {
  const { device, owner, admit } = await setUp(t);
  const stays = await device.join((await admit({ validMs: 3_600_000 }, 'Stays')).token);
  const { token } = await admit({ validMs: 5_000 }, 'Goes');
  const [one, two] = [await device.join(token), await device.join(token)];
  t.ok((await one.call('state.get')).result);
  t.same([await one.closed, await two.closed], [4401, 4401]);
  t.equal((await callByHttp(device.origin, token, 'state.get')).error?.code, 1001);
  t.match((await owner.call('access.list')).result, { clients: [{ name: 'Stays' }] });
  t.ok((await stays.call('state.get')).result);
  t.match(
    device.clients.value?.clients.map(({ name }) => name),
    ['Stays'],
    'it is not kept, either',
  );
  const ended = device.logger.lines.filter(({ message }) => message.startsWith('A guest’s access expired.'));
  t.match(ended, [{ level: 'info', message: /"client":"Goes"/ }]);
});

t.test('The list keeps each client’s inviter and distinguishes alike names', async t => {
  const { device, admit } = await setUp(t);
  const ada = await admit({ role: 'owner' }, 'Anna');
  const invited = await callByHttp(device.origin, ada.token, 'access.invite', {});
  await claimer(device)(invited.result?.['code'], ' anna ');
  await admit({}, 'Anna');
  const { result } = await callByHttp(device.origin, ada.token, 'access.list');
  t.strictSame(
    (result?.['clients'] as { name: string; invitedBy?: string }[]).map(({ name, invitedBy }) => [
      name,
      invitedBy,
    ]),
    [
      ['Anna', undefined],
      ['anna 2', ada.id],
      ['Anna 3', undefined],
    ],
  );
  t.match(device.clients.value, { clients: [{}, { invitedBy: ada.id, role: 'guest' }, {}] });
});

t.test('The list names an inviter that is gone or was never listed', async t => {
  const { device, owner, admit } = await setUp(t);
  const ada = await admit({ role: 'owner' }, 'Ada');
  const invited = await callByHttp(device.origin, ada.token, 'access.invite', { role: 'owner' });
  await claimer(device)(invited.result?.['code'], 'Mallory');
  await owner.call('access.revoke', { id: ada.id });
  const program = connectLines(device.socketPath);
  t.teardown(() => program.socket.destroy());
  await program.next();
  await program.call('session.open', { protocol: 1, client: { name: 'tonearm invite' } });
  const { result } = await program.call('access.invite');
  await claimer(device)(result?.['code'], 'Bob');
  // Whoever bears that name later is not she.
  await admit({ role: 'owner' }, 'Ada');
  t.match((await owner.call('access.list')).result, {
    clients: [
      { name: 'Mallory', invitedBy: ada.id, invitedByName: 'Ada' },
      { name: 'Bob', invitedBy: undefined, invitedByName: 'tonearm invite' },
      { name: 'Ada', invitedBy: undefined, invitedByName: 'http' },
    ],
  });
  t.match(device.clients.value, { clients: [{ invitedByName: 'Ada' }, {}, {}] }, 'it is kept');
});

t.test(
  'The speaker takes ordinary names as they are, and numbers one that is spelt like another',
  async t => {
    const { device, admit } = await setUp(t);
    for (const [name, taken] of [
      ['Anna’s phone', 'Anna’s phone'],
      ['ANNA’S  PHONE', 'ANNA’S  PHONE 2'],
      ['Zoe', 'Zoe'],
      ['Zoé', 'Zoé'],
      ['Kim\ud800', 'Kim'],
      ['\udfffKim', 'Kim 2'],
    ] as const) {
      const { id } = await admit({}, name);
      t.equal(device.access.list().find(client => client.id === id)?.name, taken);
    }
  },
);

t.test('the last owner among the phones stays, save for a program on the device itself', async t => {
  const { device, owner, admit } = await setUp(t);
  const [ada, bob] = [await admit({ role: 'owner' }, 'Ada'), await admit({ role: 'owner' }, 'Bob')];
  const guest = await admit({}, 'Guest');
  const adas = await device.join(ada.token);
  t.same((await adas.call('access.revoke', { id: bob.id })).result, {});
  for (const caller of [adas, owner]) {
    const { error } = await caller.call('access.revoke', { id: ada.id });
    t.match(error, { code: 2003, data: { reason: 'notAllowed' } });
  }
  t.same((await adas.call('access.revoke', { id: guest.id })).result, {}, 'guests go');
  t.ok((await adas.call('state.get')).result);
  const program = connectLines(device.socketPath);
  await program.next();
  t.match(await program.call('access.revoke', { id: ada.id }), { result: {} });
  t.equal(await adas.closed, 4401);
});

t.test('two owners who revoke each other at once: one is left', async t => {
  const { device, admit } = await setUp(t);
  const [ada, bob] = [await admit({ role: 'owner' }, 'Ada'), await admit({ role: 'owner' }, 'Bob')];
  const [adas, bobs] = [await device.join(ada.token), await device.join(bob.token)];
  // Whoever was the slower is not answered.
  await Promise.all([
    Promise.race([adas.call('access.revoke', { id: bob.id }), adas.closed]),
    Promise.race([bobs.call('access.revoke', { id: ada.id }), bobs.closed]),
  ]);
  t.equal(device.access.list().length, 1);
});

t.test('owners are told who comes and goes; guests, and who has not opened a session, are not', async t => {
  const { device, owner, admit } = await setUp(t);
  const guest = await admit({ validMs: 60_000 }, 'Bob');
  t.match(await owner.next(), {
    method: 'access.changed',
    params: { what: 'admitted', name: 'Bob', by: 'http' },
  });
  const bobs = await device.join(guest.token);
  const program = connectLines(device.socketPath);
  await program.next();
  await program.call('session.open', { protocol: 1, client: { name: 'ctl' } });
  const silent = connectLines(device.socketPath);
  await silent.next();
  const cleo = await admit({}, 'Cleo');
  const admitted = { method: 'access.changed', params: { what: 'admitted', name: 'Cleo', by: 'http' } };
  t.match(await owner.next(), admitted);
  t.match(await program.next(), admitted);
  const adas = await device.join((await device.access.admit('Ada', null)).token);
  t.strictSame((await owner.next()).params, { what: 'admitted', name: 'Ada' });
  t.strictSame((await program.next())?.params, { what: 'admitted', name: 'Ada' });
  t.same((await adas.call('access.revoke', { id: cleo.id })).result, {});
  t.strictSame((await owner.next()).params, { what: 'revoked', name: 'Cleo', by: 'Ada' });
  t.strictSame((await program.next())?.params, { what: 'revoked', name: 'Cleo', by: 'Ada' });
  t.strictSame((await adas.next()).params, { what: 'revoked', name: 'Cleo', by: 'Ada' }, 'the caller too');
  device.agent.change({ volume: 3 });
  await bobs.call('state.subscribe');
  device.agent.change({ volume: 4 });
  t.match(await bobs.next(), { method: 'state.changed' }, 'the first that a guest is told');
  t.match(await silent.call('state.get'), { result: {} }, 'and the first that is told here');
});

t.test('owners are told once when the digits of an invitation end', async t => {
  const time = { ms: 1_000 };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.ms };
  const { owner, claim, invite } = await setUp(t, { control: { clock } });
  const { code, link } = await invite({});
  for (let count = 0; count < 12; count += 1) {
    const wrong = String((Number(code) + 1 + count) % 1_000_000).padStart(6, '0');
    t.match((await claim(wrong)).error, { code: 1001 });
    // Three a minute from a peer.
    time.ms += 21_000;
  }
  t.strictSame((await owner.next()).params, { what: 'codeEnded', by: 'phone' });
  t.match((await claim(code)).error, { code: 1001 });
  time.ms += 21_000;
  t.match((await claim(link, 'Bob')).result, { role: 'guest' }, 'the link goes on');
  t.match((await owner.next()).params, { what: 'admitted', name: 'Bob', by: 'phone' }, 'and nothing between');
});

t.test('twenty invitations an hour, whatever became of them', async t => {
  const time = { ms: 1_000 };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.ms };
  const { owner, claim, invite } = await setUp(t, { control: { clock } });
  for (let count = 0; count < 20; count += 1) {
    const { code } = await invite({});
    t.ok((await claim(code, `phone ${count}`)).result);
    time.ms += 60_000;
  }
  const { error } = await owner.call('access.invite');
  t.match(error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 2_400_000 } });
  time.ms += 2_399_999;
  t.match((await owner.call('access.invite')).error, { code: 1003, data: { retryAfterMs: 1 } });
  time.ms += 1;
  t.ok((await owner.call('access.invite')).result);
  t.match((await owner.call('access.invite')).error, { code: 1003, data: { retryAfterMs: 60_000 } });
});

t.test('64 clients: whoever pairs the speaker never throws out one that is connected', async t => {
  let now = 1_700_000_000_000;
  const clock = { epochMs: () => (now += 1), steadyMs: () => performance.now() };
  const device = await startFakeDevice({ control: { clock } });
  t.teardown(device.stop);
  const { access } = device;
  const tokens: string[] = [];
  while (tokens.length < 64) tokens.push((await access.admit(`phone ${tokens.length}`, null)).token);
  // Those that show their token after it came were seen later.
  const first = await device.join(tokens[0]);
  const twice = [await device.join(tokens[1]), await device.join(tokens[1])] as const;
  for (const token of tokens.slice(2, 63)) access.check(token, '192.0.2.1');
  twice[0].ws.terminate();
  await twice[0].closed;
  await access.admit('pairs', null);
  const names = () => access.list().map(({ name }) => name);
  t.notOk(names().includes('phone 63'), 'the one that never came');
  await access.admit('pairs too', null);
  t.notOk(names().includes('phone 2'), 'the longest unseen of those that are away');
  t.ok(names().includes('phone 0') && names().includes('phone 1'));
  t.match(await first.call('state.get'), { result: {} });
  t.match(await twice[1].call('state.get'), { result: {} });
});
