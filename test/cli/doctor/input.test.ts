import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createPatient } from '../../rigs/cli/patient.js';

const REMOTE = 'sys/class/input/event3/device';
/** Nobody’s here: whoever runs this owns the files. */
const OTHER = 61_234;

/** A machine with a remote control and the package, whose user is in the group that the unit adds. */
async function setUp(test: Parameters<typeof createPatient>[0], isInstalled: boolean) {
  const patient = await createPatient(test);
  patient.file('dev/input/event3', '');
  patient.file('dev/input/event4', '');
  patient.file(`${REMOTE}/name`, 'gpio_ir_recv\n');
  // KEY_MUTE alone, in words of either width.
  const words = ['arm', 'ia32'].includes(process.arch) ? '20000 0 0 0' : '2000000000000 0';
  patient.file(`${REMOTE}/capabilities/key`, `${words}\n`);
  if (isInstalled) {
    patient.file('usr/lib/systemd/system/tonearm.service', '[Service]\nUser=tonearm\n');
    patient.file('etc/passwd', `tonearm:x:${OTHER}:${OTHER}::/:/bin/false\n`);
    patient.file('etc/group', `tonearm:x:${OTHER}:\ninput:x:${process.getgid?.() ?? 0}:\n`);
  }
  const look = (devices?: string) =>
    patient.lines('input', {}, devices === undefined ? {} : { TONEARM_INPUT_DEVICES: devices });
  return { patient, look, open: (mode: number) => chmodSync(join(patient.root, 'dev/input/event3'), mode) };
}

t.test('Doctor names the devices that are used, and none where there is none', async t => {
  const bare = await createPatient(t);
  t.same(await bare.lines('input'), ['note input: no buttons, knobs or remote controls here']);
  const { look, open } = await setUp(t, false);
  open(0o600);
  t.same(await look(), ['ok input: keys of “gpio_ir_recv” (/dev/input/event3) control the speaker']);
  t.same(await look('off'), []);
  t.same(await look('/dev/input/event3,/run/keys'), [
    'ok input: keys of “gpio_ir_recv” (/dev/input/event3) control the speaker',
    'warning input: TONEARM_INPUT_DEVICES names /run/keys, which is not there → connect it, or choose one of /dev/input/by-path/* and /dev/input/event*',
  ]);
});

t.test('Doctor says what to do where the service’s user may not read a device', async t => {
  const { patient, look, open } = await setUp(t, true);
  open(0o600);
  t.match(await look(), [
    /^warning input: “gpio_ir_recv” \(\/dev\/input\/event3\) may not be read by the service’s user tonearm → sudo udevadm trigger --subsystem-match=input$/,
  ]);
  open(0o660);
  t.match(await look(), [/^ok input/], 'the group that the unit adds');
  patient.file('run/keys', '');
  chmodSync(join(patient.root, 'run/keys'), 0o600);
  t.match(await look('/run/keys'), [
    /^warning input: \/run\/keys may not be read .* → sudo chgrp tonearm \/run\/keys/,
  ]);
});
