/** The host of the audio behind nginx and a private authority, which only the system's own list names. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import t, { type Test } from 'tap';
import { SYSTEM_AUTHORITIES } from '../../src/lib/authorities.js';
import { type CertificateName, createAuthority } from '../fakes/audio/authority.js';
import { type AudioHost, type Conduct, createAudioHost } from '../fakes/audio/host.js';
import { PATH_OF_SYSTEM } from '../fakes/machine/path.js';
import { isAt, isSounding, type Phone } from '../fakes/phones/phone.js';
import type { AgentProcess } from '../rigs/agent/process.js';
import { INSTALLED, PROGRAM } from '../rigs/program.js';
import { aStation, createRig, type Rig, skip, testsOf } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { createNamespace, type Namespace, whyNoNamespace } from '../fakes/machine/namespace.js';
import { createShortFolder } from '../rigs/agent/fault-row.js';

t.jobs = 4;
const isThere = (...words: readonly [string, ...string[]]) =>
  spawnSync(words[0], words.slice(1), { env: { PATH: PATH_OF_SYSTEM } }).status === 0;
const isMissing =
  isThere('nginx', '-v') && isThere('openssl', 'version') ? false : 'nginx or openssl is missing';
const why = skip || isMissing || whyNoNamespace(['mount']);
const test = testsOf(t, why);
const PATIENCE_MS = 90_000;
const SECONDS = 15;
/** What mpv and ffmpeg say, and nobody who listens to music. */
const FOREIGN =
  /ffmpeg|mpv|tls:|https?:|stream:|loading failed|verification|Forbidden|certificate's owner|Peer/;

/** Made once: that takes a while. */
const authority = why === false ? createAuthority(createShortFolder(t)) : null;

interface Testbed {
  readonly rig: Rig;
  readonly host: AudioHost;
  readonly agent: AgentProcess;
  readonly phone: Phone;
  readonly space: Namespace;
}

/** An agent in a mount of its own, whose system trusts one authority more; its host behaves so. */
async function open(
  t: Test,
  conduct: Conduct,
  more: (host: AudioHost) => Readonly<Record<string, string>> = () => ({}),
  publicUrl: (host: AudioHost) => string = host => host.url,
): Promise<Testbed> {
  if (authority === null) throw new Error('there is no authority');
  const folder = createShortFolder(t);
  const served = { url: '' };
  const host = await createAudioHost(t, {
    folder,
    authority,
    upstream: () => served.url,
  });
  const rig = await createRig(t, { trackSeconds: SECONDS, publicUrl: publicUrl(host) });
  served.url = rig.sandbox.url;
  await host.behave(conduct);
  const space = await createNamespace(t, ['mount']);
  space.run('mount --bind "$1" "$2"', authority.trusted, dirname(SYSTEM_AUTHORITIES));
  const agent = await rig.start(more(host), { before: space.words, nodeWords: INSTALLED.nodeWords });
  const phone = await rig.phone(agent, await rig.pair(agent));
  return { rig, host, agent, phone, space };
}

/** What `tonearm doctor` says of it there. */
function examine({ rig, space }: Testbed): Promise<string> {
  const [command = '', ...words] = space.words;
  return new Promise(resolve => {
    execFile(
      command,
      [...words, process.execPath, PROGRAM, 'doctor'],
      { env: rig.environment },
      (_error, stdout) => resolve(stdout.split('\n').find(line => /^\S+ +audio host/.test(line)) ?? stdout),
    );
  });
}

const WARNING = 'The audio host does not deliver audio.';

function warnings({ agent }: Testbed): readonly Record<string, unknown>[] {
  const lines = agent.stdout.split('\n').map(line => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ msg }) => msg === WARNING);
}

/** Nothing of any address but its host is in the log, nor a foreign word in what phones were told. */
function checkWords(t: Test, { agent, phone, rig }: Testbed): void {
  const secrets = [...rig.wire.secrets].filter(secret => secret.length > 8);
  t.ok(
    secrets.some(secret => secret.includes('/access/')),
    'audio addresses passed',
  );
  const leaked = secrets.filter(secret => agent.stdout.includes(secret));
  t.strictSame(leaked, [], 'no audio address in the log');
  t.notMatch(
    JSON.stringify(phone.seen.map(({ changes }) => [changes.notice, changes.silenceReason])),
    FOREIGN,
  );
}

interface Row {
  readonly name: string;
  readonly conduct: Conduct & { readonly certificate?: CertificateName };
  readonly notice: RegExp;
  readonly logged: object;
  readonly doctor: RegExp;
}

const ROWS: readonly Row[] = [
  {
    name: 'a certificate that nobody vouches for',
    conduct: { certificate: 'stranger' },
    notice: /certificate .* not trusted/,
    logged: { fault: 'untrusted', detail: /Peer certificate failed verification/ },
    doctor:
      /^BROKEN +audio host +https:\/\/localhost:\d+: its certificate comes from an unknown authority .*update-ca-certificates/,
  },
  {
    name: 'a certificate of another name',
    conduct: { certificate: 'wrongName' },
    notice: /certificate .* another name/,
    logged: { fault: 'untrusted', detail: /certificate/ },
    doctor: /^BROKEN +audio host +.*: its certificate is for another name .* → /,
  },
  {
    name: 'a certificate that has expired',
    conduct: { certificate: 'expired' },
    notice: /certificate .* has expired/,
    logged: { fault: 'untrusted', detail: /certificate/ },
    doctor: /^BROKEN +audio host +.*: its certificate has expired .* → /,
  },
  ...[403, 401, 451].map(status => ({
    name: `every address is answered with ${status}`,
    conduct: { status },
    notice: new RegExp(`refuses to send it \\(HTTP ${status}\\)`),
    logged: status === 401 ? {} : { fault: 'refused', httpStatus: status },
    doctor: new RegExp(`^BROKEN +audio host +.*with HTTP ${status} → ask the music service`),
  })),
  {
    name: 'every address leads to one without TLS',
    conduct: { leads: 'plain' },
    notice: /without encryption/,
    logged: {},
    doctor: /^BROKEN +audio host +.* redirects to an address without TLS/,
  },
];

for (const { name, conduct, notice, logged, doctor } of ROWS) {
  test(name, async t => {
    const testbed = await open(t, conduct);
    const { rig, phone, host } = testbed;
    await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
    const told = await phone.until('told why', state => state.notice !== null, PATIENCE_MS);
    t.match(told, {
      playbackStatus: 'playing',
      silenceReason: 'serviceError',
      notice: { code: 'serviceError', message: notice },
      item: { index: 0 },
    });
    t.notOk(
      phone.seen.some(({ state }) => state.silenceReason === 'offline'),
      'it was never offline',
    );
    const [first, ...more] = warnings(testbed);
    t.match(first, { level: 'warn', host: host.url, ...logged });
    t.ok(more.length <= (logged === ROWS[0]?.logged ? 0 : 1), 'said once for each reason');
    t.match(await examine(testbed), doctor);
    t.strictSame(host.plainRequests(), [], 'nothing was asked for without TLS');

    await host.behave({});
    await phone.until('sounding', isAt(0), PATIENCE_MS);
    await checkSound(t, rig, phone, 'the same item, once the host is good');
    await phone.until('the next item', isAt(1), PATIENCE_MS);
    t.equal(phone.state.notice, null, 'the notice went with it');
    t.same(
      rig.reported(0).filter(elapsed => elapsed === SECONDS),
      [SECONDS],
      'its end was reported once, and no skip was spent',
    );
    t.match(
      await examine(testbed),
      /^ok +audio host +https:\/\/localhost:\d+ answers, with a valid certificate/,
    );
    checkWords(t, testbed);
  });
}

test('403 at first, and then fine: nobody is told anything', async t => {
  const testbed = await open(t, { status: 403 });
  const { rig, phone, host } = testbed;
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  while (host.requests().length === 0) await new Promise(resolve => setTimeout(resolve, 20));
  await host.behave({});
  await phone.until('sounding', isAt(0), PATIENCE_MS);
  t.notOk(phone.seen.some(({ state }) => state.notice !== null));
  const told = new Set(phone.seen.map(({ state }) => state.silenceReason));
  t.notOk(told.has('serviceError') || told.has('offline'), 'it was just loading');
  checkWords(t, testbed);
});

test('addresses that lead to others over TLS are played, one after another', async t => {
  const testbed = await open(t, { leads: 'secure' });
  const { rig, phone, host } = testbed;
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0), PATIENCE_MS);
  await checkSound(t, rig, phone, 'what the address led to');
  await phone.until('the next item', isAt(1), PATIENCE_MS);
  t.ok(isSounding(phone.state));
  t.strictSame(host.plainRequests(), []);
  t.notOk(phone.seen.some(({ state }) => state.notice !== null));
  t.same(rig.reported(0).at(-1), SECONDS);
  checkWords(t, testbed);
});

const SCRIPT = readFileSync(new URL('../../../config/debian/tonearm.sh', import.meta.url), 'utf8');

test('an authority that the system trusts serves the service and the audio, by what the package sets', async t => {
  const environment = Object.fromEntries(
    [...SCRIPT.matchAll(/^(\w+)=\$\{\1:-(.*)\}$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  t.same(Object.keys(environment), ['SSL_CERT_DIR', 'SSL_CERT_FILE']);
  const testbed = await open(t, {}, host => ({ ...environment, TONEARM_BASE_URL: host.url }));
  const { rig, phone, host } = testbed;
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0), PATIENCE_MS);
  await checkSound(t, rig, phone);
  t.ok(
    host.requests().some(line => line.endsWith('/api/v1/graphql/graphql')),
    'the service was asked through it',
  );
  t.ok(
    host.requests().some(line => line.includes('/access/')),
    'and the audio',
  );
});

const plainAudio = (t: Test, more: Readonly<Record<string, string>> = {}) =>
  open(
    t,
    {},
    host => ({ NODE_EXTRA_CA_CERTS: SYSTEM_AUTHORITIES, TONEARM_BASE_URL: host.url, ...more }),
    host => host.plainUrl,
  );

test('audio without TLS from a service with it is not played, and said so', async t => {
  const testbed = await plainAudio(t);
  const { rig, phone, host } = testbed;
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  const told = await phone.until('told why', state => state.notice !== null, PATIENCE_MS);
  t.match(told, { notice: { code: 'itemUnplayable', message: /without encryption.*TONEARM_AUDIO_HTTP=on/ } });
  await phone.until('the next item', state => (state.item?.index ?? 0) > 0, PATIENCE_MS);
  t.strictSame(host.plainRequests(), [], 'nothing was asked for without TLS');
  t.match(warnings(testbed)[0], { fault: 'plain', host: host.plainUrl });
  t.match(await examine(testbed), /^BROKEN +audio host +.*without TLS.*TONEARM_AUDIO_HTTP=on/);
  t.notMatch(testbed.agent.stdout, /\/access\//, 'no audio address in the log');
});

test('unless the owner wants it', async t => {
  const testbed = await plainAudio(t, { TONEARM_AUDIO_HTTP: 'on' });
  const { rig, phone, host } = testbed;
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0), PATIENCE_MS);
  await checkSound(t, rig, phone);
  t.ok(host.plainRequests().some(line => line.includes('/access/')));
  t.notOk(phone.seen.some(({ state }) => state.notice !== null));
});
