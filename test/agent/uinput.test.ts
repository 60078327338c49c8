import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { plugIn, skipWithoutUinput } from '../rigs/input/device.js';
import { KEY, press, REL, REPORT } from '../rigs/input/keys.js';

const LETTERS = [16, 17, 18, 30, 31, 32];
const NUMBERS = [2, 3, 4];
const [MUTE, SLEEP, LEFT] = [113, 142, 272];

t.test(
  'Real devices come, speak and go; mice and the numbers of keyboards are not heard',
  { skip: skip || skipWithoutUinput() },
  async t => {
    const before = await plugIn(t, 'Early remote', { keys: [MUTE, SLEEP, ...NUMBERS] });
    const rig = await createRig(t, { trackSeconds: 60 });
    const { agent, phone } = await rig.ready({ TONEARM_INPUT_DEVICES: 'auto' });
    const plug = async (name: string, has: Parameters<typeof plugIn>[2]) => {
      const device = await plugIn(t, name, has);
      await untilRead(name);
      return device;
    };
    const untilRead = async (name: string, count = 1): Promise<void> => {
      const isSo = (line: string) => line.includes('An input device is read') && line.includes(name);
      while (agent.stdout.split('\n').filter(isSo).length < count) await sleep(50);
    };
    await untilRead('Early remote');
    // Nothing here needs the player, which is slow to start where a machine is made up to have these devices.
    before.write(...press(SLEEP));
    await phone.until('the sleep timer', state => state.sleep !== null);

    const mouse = await plugIn(t, 'Mouse', { keys: [LEFT], axes: [0, 1, 8] });
    const keyboard = await plug('Keyboard', { keys: [...LETTERS, ...NUMBERS, MUTE] });
    const knob = await plug('Knob', { axes: [7] });
    await phone.call('player.setVolume', { volume: 50 });
    const seen = phone.seen.length;
    mouse.write([REL, 8, 5], REPORT);
    keyboard.write(...press(2));
    knob.write(...Array.from({ length: 20 }, () => [[REL, 7, 1] as const, REPORT]).flat());
    await phone.until('loud', ({ volume }) => volume === 90);
    keyboard.write(...press(MUTE));
    await phone.until('muted', ({ muted }) => muted);
    t.notOk(agent.stdout.includes('could not do'), 'no preset was asked for, as none is stored');
    const volumes = phone.seen.slice(seen).flatMap(({ changes }) => changes.volume ?? []);
    t.same(volumes, [90], 'a turn is one change, and the wheel of the mouse none');

    const family = agent.family().map(commandOf);
    t.ok(
      family.filter(isReader).length >= 3,
      `one small child reads each device: ${family.join('; ').replaceAll('\0', ' ')}`,
    );
    await before.unplug();
    await knob.unplug();
    await agent.line(/^An input device is gone/);
    const again = await plugIn(t, 'Early remote', { keys: [MUTE, SLEEP] });
    await untilRead('Early remote', 2);
    again.write([KEY, MUTE, 1], REPORT, [KEY, MUTE, 0], REPORT);
    await phone.until('not muted', ({ muted }) => !muted);
    t.notOk(agent.stdout.includes('Mouse'));
    const readers = readersOf(agent.family());
    const { signal } = await agent.end('SIGTERM');
    t.equal(signal, null, 'it ended by itself');
    t.same(readersOf(readers), [], 'no child is left');
  },
);

/** Those of these processes that read a device. */
function readersOf(pids: readonly number[]): readonly number[] {
  return pids.filter(pid => isReader(commandOf(pid)));
}

function isReader(command: string): boolean {
  return command.startsWith('cat');
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
