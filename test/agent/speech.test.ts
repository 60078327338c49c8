/** What the speaker says where there is no screen: heard on a recorded sink, asked for by a key and from a shell. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { understand } from '../rigs/agent/listener.js';
import { startRecording, skipRecording } from '../rigs/agent/recording.js';
import { aStation, createRig, skip, testsOf } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';
import { KEY, makePipe, REPORT } from '../rigs/input/keys.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { temporaryFolder } from '../rigs/store/records.js';

const test = testsOf(t, skip || skipRecording);
const PLAY_PAUSE = 164;

/** A recorded sink, and a button. */
async function prepare(t: Test) {
  const recording = await startRecording(t);
  const keys = makePipe(join(temporaryFolder(t), 'keys'));
  t.teardown(() => keys.leave());
  return {
    recording,
    environment: { ...recording.environment, TONEARM_INPUT_DEVICES: keys.path },
    down: () => keys.write([KEY, PLAY_PAUSE, 1], REPORT),
    up: () => keys.write([KEY, PLAY_PAUSE, 0], REPORT),
  };
}

/** A paired speaker that is silent, with a button. */
async function open(t: Test, more: Readonly<Record<string, string>> = {}) {
  const { recording, environment, down, up } = await prepare(t);
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone } = await rig.ready({ ...environment, ...more });
  await agent.line(/^An input device is read/);
  const isSaid = ({ announcement }: typeof phone.state): boolean => announcement !== null;
  /** Waits until something was said, and returns how long it was and sounded, milliseconds. */
  const heard = async () => {
    const before = recording.soundingMs();
    const { announcement } = await phone.until('saying', isSaid, 30_000);
    await phone.until('over', state => !isSaid(state), 60_000);
    await sleep(500);
    return { by: announcement?.by, soundedMs: recording.soundingMs() - before };
  };
  return { rig, agent, phone, down, up, heard, recording };
}

test('A long press of play/pause says a code, and a shell can ask for one', async t => {
  const { rig, phone, agent, down, up, heard } = await open(t);
  const begun = heard();
  down();
  const { by, soundedMs } = await begun;
  up();
  t.equal(by, 'Buttons');
  t.ok(soundedMs > 6_000 && soundedMs < 20_000, `the code sounded for ${soundedMs} ms`);
  t.equal(phone.state.playbackStatus, 'stopped', 'it plays nothing');
  const again = heard();
  const { code, stdout, stderr } = await run(['ctl', 'say-code'], rig.environment);
  t.match({ code, stdout }, { code: 0, stdout: /says: The code for one more phone is/ }, stderr);
  t.ok((await again).soundedMs > 6_000);
  t.notMatch(agent.stdout, /code":"\d{6}|\b\d{6}\b.*invit/, 'no log has the digits');
});

test('The digits that sound, twice, let a phone in', async t => {
  const { rig, agent, phone, heard, recording } = await open(t);
  await phone.call('player.setVolume', { volume: 100 });
  const begun = heard();
  t.match(await run(['ctl', 'say-code'], rig.environment), { code: 0 });
  await begun;
  const said = understand(t, recording.samples());
  t.match(said, /^code \d{6} again \d{6}$/);
  const [, first = '', , second] = said.split(' ');
  t.equal(second, first, 'the same once more');
  const { result } = await callByHttp(agent.url, '', 'access.claim', { code: first, name: 'ear' });
  t.match(result, { role: 'owner' }, said);
});

test('Nothing is said over music, and music ends what is said', async t => {
  const { rig, phone, down, up } = await open(t);
  await phone.play({ sourceId: aStation(rig.sandbox) }, isSounding, 30_000);
  const { code, stderr } = await run(['ctl', 'say-code'], rig.environment);
  t.match({ code, stderr }, { code: 1, stderr: /says nothing over what sounds/ });
  t.notOk(
    phone.seen.some(({ state }) => state.announcement !== null),
    'nothing was said',
  );
  down();
  const paused = await phone.until('paused', ({ playbackStatus }) => playbackStatus === 'paused');
  t.equal(paused.announcement, null);
  await phone.until('tones', ({ announcement }) => announcement !== null);
  up();
  await phone.until('silent', ({ announcement }) => announcement === null);
  await phone.call('announcement.code');
  await phone.until('saying', ({ announcement }) => announcement !== null);
  await phone.call('player.play');
  await phone.until('music', state => isSounding(state) && state.announcement === null, 5_000);
});

test('A speaker that is not paired says so, and the code that pairs it', async t => {
  const { recording, environment, down, up } = await prepare(t);
  const rig = await createRig(t, {});
  const agent = await rig.start({ ...environment, TONEARM_PAIRING: 'code' });
  await agent.line(/^An input device is read/);
  /** How long it sounds until it has been silent for a while, milliseconds. */
  const soundedMs = async (): Promise<number> => {
    const before = recording.soundingMs();
    while (recording.soundingMs() === before) await sleep(100);
    let last = before;
    while (last !== recording.soundingMs()) {
      last = recording.soundingMs();
      await sleep(2_500);
    }
    return recording.soundingMs() - before;
  };
  down();
  up();
  const tones = await soundedMs();
  t.ok(tones > 100 && tones < 1_500, `low tones answer a press for ${tones} ms`);
  const asked = await run(['ctl', 'say-code'], rig.environment);
  t.match(asked, { code: 0, stdout: /This speaker is not paired/ });
  const said = await soundedMs();
  t.ok(said > 9_000 && said < 25_000, `the sentence and the code sounded for ${said} ms`);
});

test('A speaker that is set to say nothing says so', async t => {
  const { rig, phone } = await open(t, { TONEARM_SPEECH: 'off' });
  const { code, stderr } = await run(['ctl', 'say-code'], rig.environment);
  t.match({ code, stderr }, { code: 1, stderr: /TONEARM_SPEECH=off/ });
  t.equal(phone.state.announcement, null);
});
