import type { Finding, Findings, Found } from './finding.js';
import { listFacts, readFact } from './machine-files.js';
import type { Check, Scene } from './scene.js';

const LOW_KIB = 60 * 1024;

/** Bits of the firmware's `get_throttled`; the same bits shifted left by 16 mean: since boot. */
const THROTTLED = [
  {
    bit: 0,
    text: 'the voltage is too low',
    remedy: 'use the power supply made for this Pi, and a short cable',
  },
  { bit: 1, text: 'the processor is slowed down', remedy: 'check the power supply and the cooling' },
  { bit: 2, text: 'the processor is throttled', remedy: 'check the power supply and the cooling' },
  { bit: 3, text: 'the processor is too hot', remedy: 'improve the cooling' },
] as const;

/** Checks the memory and, on a Raspberry Pi, voltage and temperature. */
export const machine: Check = {
  name: 'machine',
  async look(scene, findings, signal) {
    return [checkMemory(scene, findings), await checkPower(scene, findings, signal)];
  },
};

function checkMemory({ root }: Scene, findings: Findings): Finding {
  const kib = Number(/^MemAvailable:\s+(\d+)/m.exec(readFact(root, 'proc/meminfo') ?? '')?.[1] ?? NaN);
  if (Number.isNaN(kib)) return findings.note('not known: how much memory is available');
  const text = `${Math.round(kib / 1024)} MiB of memory available`;
  return kib < LOW_KIB
    ? findings.warning(text, 'the agent and mpv need about 150 MiB: stop other programs')
    : findings.ok(text);
}

async function checkPower(scene: Scene, findings: Findings, signal: AbortSignal): Promise<Found> {
  const told = await scene.run('vcgencmd', ['get_throttled'], signal);
  const text = told?.code === 0 ? /throttled=(0x[0-9a-f]+)/i.exec(told.stdout)?.[1] : null;
  const kept = readFact(scene.root, 'sys/devices/platform/soc/soc:firmware/get_throttled');
  const flags =
    text !== null && text !== undefined ? Number(text) : kept === null ? NaN : Number.parseInt(kept, 16);
  if (Number.isNaN(flags)) return checkVoltageAlarm(scene, findings);
  const now = THROTTLED.filter(({ bit }) => (flags >> bit) & 1);
  const before = THROTTLED.filter(({ bit }) => (flags >> (bit + 16)) & 1 && !((flags >> bit) & 1));
  if (flags === 0) return findings.ok('voltage and temperature have been good since boot');
  return [
    now.map(({ text: what, remedy }) => findings.broken(what, remedy)),
    before.map(({ text: what, remedy }) =>
      findings.warning(`${what}: not now, but earlier since boot`, remedy),
    ),
  ];
}

/** Checks the alarm by which newer kernels report low voltage. */
function checkVoltageAlarm({ root }: Scene, findings: Findings): Found {
  const sensors = listFacts(root, 'sys/class/hwmon').filter(
    sensor => readFact(root, `sys/class/hwmon/${sensor}/name`) === 'rpi_volt',
  );
  return sensors.map(sensor => {
    const [{ text, remedy }] = THROTTLED;
    const isLow = readFact(root, `sys/class/hwmon/${sensor}/in0_lcrit_alarm`) === '1';
    return isLow ? findings.broken(text, remedy) : findings.ok('the voltage is good');
  });
}
