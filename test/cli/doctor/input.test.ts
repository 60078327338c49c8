import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createPatient } from '../../rigs/cli/patient.js';

const REMOTE = 'sys/class/input/event3/device';

/** A machine with a remote control. */
async function setUp(test: Parameters<typeof createPatient>[0]) {
  const patient = await createPatient(test);
  patient.file('dev/input/event3', '');
  patient.file('dev/input/event4', '');
  patient.file(`${REMOTE}/name`, 'gpio_ir_recv\n');
  // KEY_MUTE alone, in words of either width.
  const words = ['arm', 'ia32'].includes(process.arch) ? '20000 0 0 0' : '2000000000000 0';
  patient.file(`${REMOTE}/capabilities/key`, `${words}\n`);
  const look = (devices?: string) =>
    patient.lines('input', {}, devices === undefined ? {} : { TONEARM_INPUT_DEVICES: devices });
  return { look, open: (mode: number) => chmodSync(join(patient.root, 'dev/input/event3'), mode) };
}

t.test('Doctor names the devices that are used, and none where there is none', async t => {
  const bare = await createPatient(t);
  t.same(await bare.lines('input'), ['note input: no buttons, knobs or remote controls here']);
  const { look, open } = await setUp(t);
  open(0o600);
  t.same(await look(), ['ok input: keys of “gpio_ir_recv” (/dev/input/event3) control the speaker']);
  t.same(await look('off'), []);
  t.same(await look('/dev/input/event3,/run/keys'), [
    'ok input: keys of “gpio_ir_recv” (/dev/input/event3) control the speaker',
    'warning input: TONEARM_INPUT_DEVICES names /run/keys, which is not there → connect it, or choose one of /dev/input/by-path/* and /dev/input/event*',
  ]);
});
