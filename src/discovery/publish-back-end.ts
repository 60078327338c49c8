import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { isBug, raise } from '../contract/errors.js';
import type { Advertisement } from '../contract/ports.js';
import { AdvertiseFault, type BackEnd, type Registration, serviceType } from './back-end.js';

const patienceMs = 8_000;
const lastMs = 800;

/** Advertises through `avahi-publish` (avahi-utils), a child process tied to this one by setpriv where that works. */
export function createPublishBackEnd(program = 'avahi-publish'): BackEnd {
  let canTie: boolean | null = null;
  return {
    name: 'avahi-publish',
    register(advertisement, onLost) {
      // Tests it by running it: BusyBox's setpriv lacks the option, and a unit's system call filter may block it.
      const trial = ['--pdeathsig', 'TERM', 'setpriv', '--version'];
      canTie ??= spawnSync('setpriv', trial, { stdio: 'ignore' }).status === 0;
      return register(program, canTie, advertisement, onLost);
    },
  };
}

function register(
  program: string,
  canTie: boolean,
  { name, port, txt }: Advertisement,
  onLost: (detail: string) => void,
): Promise<Registration> {
  const pairs = Object.entries(txt).map(([key, value]) => `${key}=${value}`);
  const tie = canTie ? ['setpriv', '--pdeathsig', 'TERM'] : [];
  const command = [...tie, program, '--service', '--', name, serviceType, String(port), ...pairs];
  return new Promise((resolve, reject) => {
    // The output is parsed here, so it must not be translated.
    const child = spawn('env', ['LC_ALL=C.UTF-8', ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let state: 'pending' | 'up' | 'down' = 'pending';
    let said = '';
    const fail = (fault: AdvertiseFault) => {
      const before = state;
      if (before === 'down') return;
      state = 'down';
      clearTimeout(patience);
      child.kill('SIGTERM');
      if (before === 'up') onLost(fault.message);
      else reject(fault);
    };
    const patience = setTimeout(() => fail(new AdvertiseFault('absent', 'no answer')), patienceMs);
    const hear = (text: string) => {
      said = (said + text).slice(-4_096);
      // avahi-publish would continue under a name of its own; the advertiser must choose the name.
      if (/name collision/iu.test(said)) fail(new AdvertiseFault('nameTaken', 'name conflict'));
      else if (state === 'pending' && said.includes('Established under name')) {
        state = 'up';
        said = '';
        clearTimeout(patience);
        resolve({
          update: () => Promise.resolve('renew'),
          withdraw() {
            state = 'down';
            return end(child);
          },
        });
      }
    };
    const listen = async (stream: Readable) => {
      for await (const text of stream.setEncoding('utf8')) hear(String(text));
    };
    for (const stream of [child.stdout, child.stderr]) {
      listen(stream).catch((error: unknown) => {
        if (isBug(error)) raise(error);
      });
    }
    child.on('error', error => fail(new AdvertiseFault('missing', error.message, { cause: error })));
    child.on('close', (code, signal) => {
      // env and setpriv report this code if there is no such program.
      const fault = code === 127 ? 'missing' : 'absent';
      fail(new AdvertiseFault(fault, `${program} ended with ${code ?? signal ?? ''}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const last = setTimeout(() => child.kill('SIGKILL'), lastMs);
  child.kill('SIGTERM');
  await once(child, 'exit').finally(() => clearTimeout(last));
}
