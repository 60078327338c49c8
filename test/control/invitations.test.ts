import t, { type Test } from 'tap';
import type { HeldCode } from '../../src/contract/pairing-ports.js';
import { LIMITS } from '../../src/contract/limits.js';
import { Invitations } from '../../src/control/access/invitations.js';
import { createMeter } from '../../src/lib/meter.js';
import { OF_PAIRING, type Terms } from '../../src/control/access/terms.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, post } from '../rigs/control/rpc.js';

interface Invited {
  readonly code: string;
  readonly link: string;
  readonly expiresMs: number;
}

/** A device whose clock stands still, and its owner. */
async function setUp(t: Test) {
  const time = { ms: 1_000 };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.ms };
  const device = await startFakeDevice({ control: { clock } });
  t.teardown(device.stop);
  const owner = await device.join();
  const invite = async () =>
    (await owner.call('access.invite', { role: 'owner' })).result as unknown as Invited;
  const claim = (code: string, name = 'Bob') =>
    callByHttp(device.origin, 'none', 'access.claim', { code, name });
  /** As this peer. */
  const claimFrom = async (localAddress: string, code: string) => {
    const phone = await device.connect(localAddress);
    const answer = await phone.call('access.claim', { code, name: 'Eve' });
    phone.ws.terminate();
    return answer;
  };
  return { device, owner, invite, claim, claimFrom, time };
}

/** Invitations by themselves. */
function setUpAlone(steadyMs = () => 0) {
  const invitations = new Invitations({
    meter: createMeter(LIMITS, steadyMs),
    incidents: { note: () => undefined },
    steadyMs,
    onCodeEnded: () => undefined,
  });
  /** An owner's code, typed in while pairing. */
  const hold = (code: string, peer: string): HeldCode => {
    const judged = invitations.judge(code, peer);
    if (judged.type === 'owner') return judged.code;
    throw new Error(judged.type);
  };
  return { invitations, hold };
}

/** As the methods ask for one. */
const DIGITS = { secret: 'the-secret-of-one-link', hasDigits: true } as const;

const secretOf = ({ link }: Invited): string => /#invite=([\w-]+)$/.exec(link)?.[1] ?? '';
/** Six digits that are none of these. */
const otherThan = (codes: readonly string[]): string =>
  ['111111', '222222', '333333', '444444', '555555', '666666'].find(code => !codes.includes(code)) ?? '';

t.test('an invitation admits one phone, before it has a token or a session', async t => {
  const { device, invite, claim } = await setUp(t);
  const invited = await invite();
  t.match(invited, { code: /^\d{6}$/, expiresMs: 300_000 });
  t.match(
    invited.link,
    /^http:\/\/speaker\.local:8710\/#invite=[\w-]{22}$/,
    'behind the #: no server sees it',
  );
  const phone = await device.connect();
  await phone.next();
  t.equal((await phone.call('access.list')).error?.code, 1001);
  const claimed = await phone.call('access.claim', { code: invited.code, name: 'Ada' });
  const token = String(claimed.result?.['token']);
  t.match(token, /^[\w-]{43}$/);
  t.equal((await phone.call('state.get')).error?.code, 1001, 'a claim opens nothing by itself');
  t.match(await phone.call('session.open', { protocol: 1, client: { name: 'x' }, token }), {
    result: { protocol: 1 },
  });
  t.match((await phone.call('access.list')).result, { clients: [{ name: 'Ada', self: true, id: String }] });
  for (const used of [invited.code, secretOf(invited)]) {
    t.match((await claim(used)).error, { code: 1001, data: { reason: 'unauthorized' } }, 'one phone each');
  }
  for (const between of [' ', '-', '\u00a0', ' \u2013 ']) {
    const { code } = await invite();
    const written = `${code.slice(0, 3)}${between}${code.slice(3)}`;
    t.match(await claim(written, 'Eve'), { result: { token: /^[\w-]{43}$/ } }, JSON.stringify(written));
  }
  for (const { id, name } of device.access.list()) if (name.startsWith('Eve')) await device.access.revoke(id);
  const byLink = await invite();
  t.match(await claim(secretOf(byLink), 'Bob'), { result: { token: /^[\w-]{43}$/ } });
  t.equal((await claim(byLink.code)).error?.code, 1001);
  t.match(device.access.list(), [{ name: 'Ada' }, { name: 'Bob' }]);
  for (const secret of [invited.code, secretOf(invited), token]) {
    t.notOk(device.logger.lines.some(({ message }) => message.includes(secret)));
    t.notMatch(JSON.stringify(device.clients.value), secret);
  }
});

t.test('it is good for five minutes, and five may be open', async t => {
  const { owner, invite, claim, time } = await setUp(t);
  const open = [await invite(), await invite(), await invite(), await invite(), await invite()];
  t.equal(new Set(open.map(({ code }) => code)).size, 5);
  const { error } = await owner.call('access.invite');
  t.match(error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 300_000 } });
  t.match(await claim(secretOf(open[0] as Invited)), { result: {} });
  t.ok((await owner.call('access.invite')).result, 'a place is free again');
  time.ms += 299_999;
  t.match(await claim(secretOf(open[1] as Invited)), { result: {} });
  time.ms += 1;
  t.equal((await claim(secretOf(open[2] as Invited))).error?.code, 1001);
  t.equal((await claim((open[3] as Invited).code)).error?.code, 1001);
  t.ok(await invite());
});

t.test('three wrong codes a minute of a peer; then its right ones wait, links and others do not', async t => {
  const { device, invite, claim, claimFrom, time } = await setUp(t);
  const invited = [await invite(), await invite(), await invite()] as const;
  const wrong = otherThan(invited.map(({ code }) => code));
  const phone = await device.connect();
  await phone.next();
  for (let count = 0; count < 3; count += 1) {
    const params = { code: wrong, name: 'Eve' };
    const spaced = `${wrong.slice(0, 3)} ${wrong.slice(3)}`;
    const answer = count % 2 === 0 ? await claim(spaced) : await phone.call('access.claim', params);
    t.equal(answer.error?.code, 1001);
    time.ms += 1_000;
  }
  const limited = { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 57_000 } };
  t.match((await claim(invited[0].code)).error, limited, 'the right one too');
  t.match((await phone.call('access.claim', { code: wrong, name: 'Eve' })).error, limited);
  t.ok((await claim(secretOf(invited[1]))).result, 'a secret cannot be guessed');
  t.ok((await claimFrom('127.0.0.2', invited[2].code)).result, 'a peer without a mistake never waits');
  time.ms += 56_999;
  t.match((await claim(invited[0].code)).error, { code: 1003, data: { retryAfterMs: 1 } });
  time.ms += 1;
  t.ok((await claim(invited[0].code)).result);
});

t.test(
  'ten wrong codes, from wherever, end the digits of what is open; links, and what is made later, live',
  async t => {
    const { device, invite, claimFrom } = await setUp(t);
    const [one, other] = [await invite(), await invite()];
    const wrong = otherThan([one.code, other.code]);
    for (let count = 0; count < 9; count += 1)
      t.equal((await claimFrom(`127.0.0.${2 + (count % 3)}`, wrong)).error?.code, 1001);
    t.ok((await claimFrom('127.0.0.9', one.code)).result, 'after nine it is good');
    t.equal((await claimFrom('127.0.0.5', wrong)).error?.code, 1001);
    t.equal((await claimFrom('127.0.0.9', other.code)).error?.code, 1001, 'after ten it is not');
    t.ok((await claimFrom('127.0.0.9', secretOf(other))).result);
    t.ok((await claimFrom('127.0.0.9', (await invite()).code)).result);
    const lines = device.logger.lines.filter(({ message }) => message.includes('turned away'));
    t.match(lines, [{ level: 'warn', message: /"what":"wrongCode","peer":"127.0.0.2"/ }], 'one line');
  },
);

t.test('many guesses at once are counted like one after the other', async t => {
  const { device, invite } = await setUp(t);
  const { code } = await invite();
  const wrong = otherThan([code]);
  const clients = await Promise.all(Array.from({ length: 12 }, () => device.connect()));
  const answers = await Promise.all(
    clients.map(client => client.call('access.claim', { code: wrong, name: 'Eve' })),
  );
  const codes = answers.map(({ error }) => error?.code);
  t.equal(codes.filter(each => each === 1001).length, 3);
  t.equal(codes.filter(each => each === 1003).length, 9);
});

t.test('one invitation claimed by many at once admits one', async t => {
  const { device, invite } = await setUp(t);
  const invited = await invite();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      callByHttp(device.origin, '', 'access.claim', { code: secretOf(invited), name: `phone ${index}` }),
    ),
  );
  t.equal(answers.filter(({ result }) => result !== undefined).length, 1);
  t.equal(device.access.list().length, 1);
});

t.test('wrong params of a claim, and a claim that cannot be kept', async t => {
  const { device, invite, claim } = await setUp(t);
  const { code } = await invite();
  const wrong: [object, string][] = [
    [{ name: 'Bob' }, 'code'],
    [{ code }, 'name'],
    [{ code: 123_456, name: 'Bob' }, 'code'],
    [{ code: '', name: 'Bob' }, 'code'],
    [{ code: 'x'.repeat(129), name: 'Bob' }, 'code'],
    [{ code, name: '' }, 'name'],
    [{ code, name: 'a\nb' }, 'name'],
    [{ code, name: 'a\u200bb' }, 'name'],
    [{ code, name: '\u202eb' }, 'name'],
    [{ code, name: 'x'.repeat(65) }, 'name'],
  ];
  for (const [params, member] of wrong) {
    const { error } = await callByHttp(device.origin, '', 'access.claim', params);
    t.match(error, { code: -32602, data: { member } }, JSON.stringify(params));
  }
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'access.claim',
    params: { code: '0', name: 'B' },
  });
  t.equal((await post(device.origin, body)).status, 200, 'no 401: this is how a token is come by');
  device.clients.failing = true;
  t.equal((await claim(code)).error?.code, -32603);
  device.clients.failing = false;
  t.ok((await claim(code)).result, 'it was not used up');
});

t.test('list and revoke: at once, with 4401, one’s own included', async t => {
  const { device, owner } = await setUp(t);
  const [adas, bobs] = [
    (await device.access.admit('Ada', null)).token,
    (await device.access.admit('Bob', null)).token,
  ];
  await device.access.admit('Cleo', null);
  const [ada, bob] = [await device.join(adas), await device.join(bobs)];
  const list = (await ada.call('access.list')).result as unknown as {
    clients: { id: string; name: string }[];
  };
  t.match(list.clients, [
    { name: 'Ada', role: 'owner', self: true, createdMs: Number, lastSeenMs: Number },
    { name: 'Bob', role: 'owner', createdMs: Number },
    { name: 'Cleo', role: 'owner' },
  ]);
  t.notMatch(JSON.stringify(list), 'oken');
  const idOf = (name: string) => list.clients.find(client => client.name === name)?.id ?? '';
  t.match((await ada.call('access.revoke', { id: 'nobody' })).error, {
    code: -32602,
    data: { member: 'id' },
  });
  t.same((await ada.call('access.revoke', { id: idOf('Bob') })).result, {});
  t.equal(await bob.closed, 4401);
  t.same((await ada.call('access.revoke', { id: idOf('Ada') })).result, {}, 'the answer still goes out');
  t.equal(await ada.closed, 4401);
  t.match((await owner.call('access.list')).result, { clients: [{ name: 'Cleo' }] });
  t.equal((await callByHttp(device.origin, adas, 'state.get')).error?.code, 1001);
});

t.test('An invitation of a revoked client or former listener admits nobody', async t => {
  const { device, owner, invite, claim } = await setUp(t);
  const ada = await device.join((await device.access.admit('Ada', null)).token);
  const given = (await ada.call('access.invite')).result as unknown as Invited;
  const [client] = device.access.list();
  await device.access.admit('Bob', null);
  await owner.call('access.revoke', { id: client?.id });
  t.equal((await claim(secretOf(given))).error?.code, 1001);
  const mine = await invite();
  t.same((await owner.call('system.unpair')).result, {});
  t.equal((await claim(secretOf(mine))).error?.code, 1001);
});

t.test('an invitation is by the inviter as he is called when it is used', async t => {
  const { device, owner, claim } = await setUp(t);
  const ada = await device.access.admit('Ada', null);
  const phone = await device.join(ada.token);
  const { code } = (await phone.call('access.invite', { role: 'owner' })).result as unknown as Invited;
  await owner.call('access.rename', { id: ada.id, name: 'Kitchen' });
  t.ok((await claim(code)).result);
  t.match(device.access.list().at(-1), { name: 'Bob', invitedBy: ada.id, invitedByName: 'Kitchen' });
  const line = device.logger.lines.findLast(({ message }) => message.includes('"admitted"'));
  t.match(line?.message, /"by":"Kitchen"/);
});

t.test('codes are six digits with every zero, and evenly drawn', async t => {
  const codes = Array.from(
    { length: 2_000 },
    () => setUpAlone().invitations.invite(OF_PAIRING, DIGITS).code ?? '',
  );
  t.ok(codes.every(code => /^\d{6}$/.test(code)));
  t.ok(codes.some(code => code.startsWith('0')));
  t.ok(new Set(codes).size > 1_950);
});

t.test('an invitation that is withdrawn while somebody is admitted by it does not come back', async t => {
  const { invitations } = setUpAlone();
  const by = { id: 'ada', name: 'Ada', peer: null };
  const { secret } = DIGITS;
  const { code } = invitations.invite({ role: 'owner', validMs: null, volumeMax: null, by }, DIGITS);
  const admitting = invitations.claim(code ?? '', '192.0.2.1', async () => {
    await t.rejects(
      invitations.claim(secret, '192.0.2.2', async () => 'too'),
      /wrong, already used or expired/,
    );
    invitations.withdraw(new Set(['ada']));
    throw new Error('the disk is full');
  });
  await t.rejects(admitting, /disk is full/);
  await t.rejects(
    invitations.claim(secret, '192.0.2.1', async () => 'in'),
    /wrong, already used or expired/,
  );
  const again = { secret: 'another-secret-of-one-link' };
  invitations.invite({ role: 'guest', validMs: null, volumeMax: null, by }, { ...again, hasDigits: false });
  await t.rejects(invitations.claim(again.secret, '192.0.2.1', () => Promise.reject(new Error('full'))));
  t.equal(
    await invitations.claim(again.secret, '192.0.2.1', async () => 'in'),
    'in',
    'a failure uses none up',
  );
});

t.test('one that is held outlives its time, and nothing else', async t => {
  const time = { ms: 0 };
  const { invitations, hold } = setUpAlone(() => time.ms);
  const admit = () => Promise.resolve('in');
  /** With digits, and a link of this secret. */
  const invite = (terms: Terms, secret: string) => ({
    secret,
    code: invitations.invite(terms, { secret, hasDigits: true }).code ?? '',
  });
  const { code, secret } = invite(OF_PAIRING, 'the-first-secret-of-all');
  const byCode = hold(code, '192.0.2.1');
  const byLink = hold(secret, '192.0.2.2');
  t.strictSame(byCode.by, OF_PAIRING.by);
  time.ms += 299_999;
  hold(code, '192.0.2.3');
  time.ms += 1;
  t.throws(() => hold(code, '192.0.2.3'), 'its time is over');
  await t.rejects(
    byCode.use(() => Promise.reject(new Error('full'))) ?? admit(),
    /full/,
    'a failure uses none up',
  );
  t.equal(await byCode.use(admit), 'in', 'for who had it in time it is good');
  t.equal(byLink.use(admit), null, 'good for one');

  const claimed = invite(OF_PAIRING, 'the-second-secret-of-all');
  const held = hold(claimed.secret, '192.0.2.1');
  t.equal(await invitations.claim(claimed.code, '192.0.2.4', admit), 'in', 'held is not spent');
  t.equal(held.use(admit), null);
  const ada = { id: 'ada', name: 'Ada', peer: null };
  const withdrawn = invite({ ...OF_PAIRING, by: ada }, 'the-third-secret-of-all');
  const adas = hold(withdrawn.code, '192.0.2.1');
  invitations.withdraw(new Set(['ada']));
  t.equal(adas.use(admit), null, 'nor is one that was taken back');
  const spent = invite(OF_PAIRING, 'the-fourth-secret-of-all');
  t.equal(await hold(spent.code, '192.0.2.1').use(admit), 'in');
  await t.rejects(invitations.claim(spent.code, '192.0.2.9', admit), 'spent is spent');
  for (let at = 0; at < 3; at += 1) t.throws(() => hold(`x${at}`, '192.0.2.5'));
  t.match(invitations.judge('x', '192.0.2.5'), { type: 'wait', waitMs: 60_000 }, 'counted as claims are');
});

t.test('whoever uses one first has it for himself until it is known what comes of it', async t => {
  const { invitations, hold } = setUpAlone();
  const { code } = invitations.invite(OF_PAIRING, DIGITS);
  const peer = '192.0.2.1';
  const admit = () => Promise.resolve('in');
  const [one, other] = [hold(code ?? '', peer), hold(DIGITS.secret, peer)];
  let [keep, fail] = [() => {}, () => {}];
  const failing = one.use(() => new Promise((_, reject) => (fail = () => reject(new Error('full')))));
  t.equal(other.use(admit), null);
  await t.rejects(invitations.claim(DIGITS.secret, peer, admit), /wrong, already used or expired/);
  fail();
  await t.rejects(failing ?? admit(), /full/);
  const claiming = invitations.claim(
    DIGITS.secret,
    peer,
    () => new Promise<void>(resolve => (keep = resolve)),
  );
  t.equal(one.use(admit), null, 'a phone is being admitted by it');
  keep();
  await claiming;
  t.equal(other.use(admit), null);
});
