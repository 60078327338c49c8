import { readdirSync, statSync } from 'node:fs';
import t from 'tap';
import type { PublicState } from '../../src/contract/public-state.js';
import { SPEECH_FOLDER } from '../../src/place.js';
import { faultOf, isQuiet, readClips, SENTENCES, toClips } from '../../src/lib/speech.js';

const notice = (code: string, detail?: string): PublicState['notice'] => ({
  ...{ code, message: 'why' },
  ...(detail !== undefined && { detail }),
});

t.test('Each sentence has a clip, and each clip a sentence', async t => {
  const files = readdirSync(SPEECH_FOLDER);
  t.same(
    files.sort(),
    Object.keys(SENTENCES)
      .map(id => `${id}.mp3`)
      .sort(),
  );
  const sizes = files.map(name => statSync(new URL(name, SPEECH_FOLDER)).size);
  t.ok(
    sizes.every(size => size > 1_000 && size < 15_000),
    sizes.join(),
  );
  t.ok(sizes.reduce((sum, size) => sum + size) < 150_000);
});

t.test('A speaker says what is wrong, and nothing of what a listener chose', t => {
  const rows: [PublicState['silenceReason'], PublicState['notice'], string | null][] = [
    ['notPaired', null, 'notPaired'],
    ['offline', null, 'offline'],
    ['serviceError', notice('serviceError', 'clientRefused'), 'clientRefused'],
    ['serviceError', notice('serviceError', 'hostInsecure'), 'hostUntrusted'],
    ['audioDeviceUnavailable', null, 'audioDeviceUnavailable'],
    ['playerUnavailable', notice('itemUnplayable'), 'playerUnavailable'],
    ['paused', notice('clockNotSet'), 'clockNotSet'],
    ['stopped', notice('alarmMissed'), 'alarmMissed'],
    ['paused', notice('skipLimitReached'), null],
    ['takenOver', notice('takenOver'), null],
    ['sourceEnded', null, null],
    ['noSource', null, null],
    ['paused', null, null],
    ['muted', null, null],
  ];
  for (const [silenceReason, notice, fault] of rows)
    t.equal(faultOf({ silenceReason, notice }), fault, `${silenceReason} ${notice?.code}`);
  t.end();
});

t.test('A speaker is quiet only where nothing sounds or is about to', t => {
  const still = { silenceReason: 'paused', alarm: null, announcement: null } as const;
  t.ok(isQuiet(still));
  for (const silenceReason of [null, 'loading', 'announcement'] as const)
    t.notOk(isQuiet({ ...still, silenceReason }));
  t.notOk(isQuiet({ ...still, announcement: { by: 'Ada' } }));
  t.notOk(isQuiet({ ...still, alarm: { id: 'a', atMs: 0, ringing: true, fallback: false } }));
  t.end();
});

t.test('A code is said twice, digit by digit', async t => {
  const digits = [0, 9, 3, 0, 2, 7];
  t.same(toClips(null, '093027'), ['code', ...digits, 'again', ...digits]);
  t.same(toClips('notPaired', '093027'), ['notPaired', 'pairingCode', ...digits, 'again', ...digits]);
  t.same(toClips('offline', null), ['offline']);
  const [one, two, both] = await Promise.all([readClips([1]), readClips([2]), readClips([1, 2])]);
  t.equal(both.length, one.length + two.length);
});
