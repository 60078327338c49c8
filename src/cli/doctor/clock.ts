import { readFact } from './machine-files.js';
import type { Check, Scene } from './scene.js';
import { ask } from './web-request.js';

const EARLIEST_MS = Date.UTC(2025, 0, 1);
/** A deviation beyond this makes certificates and tokens appear invalid, in seconds. */
const WRONG_S = 300;
const ODD_S = 30;
const SERVER = 'and make sure that the machine reaches a time server';
const REMEDY = `set it: sudo timedatectl set-ntp true, ${SERVER}`;
/** The remedy if no time service is installed: `set-ntp` is then refused. */
const INSTALL = `install a time service: sudo apt install systemd-timesyncd, ${SERVER}`;

/** Compares the clock with the service's, and checks whether a time service keeps it right. */
export const clock: Check = {
  name: 'clock',
  async look(scene, findings, signal) {
    const [offset, { sync, remedy }] = await Promise.all([
      readOffset(scene, signal),
      readSync(scene, signal),
    ]);
    const compare = () => {
      const now = new Date(scene.epochMs()).toISOString();
      if (scene.epochMs() < EARLIEST_MS) return findings.broken(`the clock says ${now}`, remedy);
      if (offset === null) return findings.note(`the clock says ${now}; there is nothing to compare it with`);
      const what = `the clock is ${describe(offset)}`;
      if (Math.abs(offset) > WRONG_S) return findings.broken(`${what}: certificates and tokens fail`, remedy);
      if (Math.abs(offset) > ODD_S) return findings.warning(what, remedy);
      return findings.ok('the clock agrees with the music service’s');
    };
    return [
      compare(),
      scene.agent?.state.notice?.code === 'clockNotSet' &&
        findings.warning('the clock was not set since power-on: alarms wait for it', remedy),
      sync === false && findings.warning('no time server keeps the clock right', remedy),
      sync === true && findings.ok('a time server keeps the clock right'),
      sync === null && findings.note('not known: whether a time server keeps the clock right'),
    ];
  },
};

/** Returns by how many seconds this clock is ahead of the service's; null if the service does not answer. */
async function readOffset({ config, epochMs }: Scene, signal: AbortSignal): Promise<number | null> {
  if (config === null) return null;
  try {
    const { dateMs } = await ask(config.service.authUrl, { signal });
    return dateMs === null ? null : Math.round((epochMs() - dateMs) / 1_000);
  } catch (error) {
    // A clock that is far off makes certificates fail, so this error is a measurement too.
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'CERT_NOT_YET_VALID' ? -WRONG_S - 1 : null;
  }
}

interface Sync {
  /** Whether a time server keeps the clock right; null if not known. */
  readonly sync: boolean | null;
  /** The remedy for a wrong clock. */
  readonly remedy: string;
}

async function readSync({ run, root }: Scene, signal: AbortSignal): Promise<Sync> {
  const told = await run('timedatectl', ['show', '--property=NTPSynchronized', '--property=CanNTP'], signal);
  const [, synchronized] = /^NTPSynchronized=(yes|no)$/m.exec(told?.stdout ?? '') ?? [];
  const remedy = /^CanNTP=no$/m.test(told?.stdout ?? '') ? INSTALL : REMEDY;
  if (synchronized !== undefined) return { sync: synchronized === 'yes', remedy };
  return { sync: readFact(root, 'run/systemd/timesync/synchronized') === null ? null : true, remedy };
}

function describe(seconds: number): string {
  const size = Math.abs(seconds);
  const [number, unit] =
    size < 120
      ? [size, 'seconds']
      : size < 7_200
        ? [Math.round(size / 60), 'minutes']
        : [Math.round(size / 3_600), 'hours'];
  return `${number} ${unit} ${seconds > 0 ? 'fast' : 'slow'}`;
}
