import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { removeFolder } from './remove-folder.js';

/**
 * A real Avahi on a bus, a network and a /run of its own: it can neither see nor disturb the machine's. It answers
 * programs of this process's environment, because DBUS_SYSTEM_BUS_ADDRESS is set to its bus.
 */
export interface PrivateAvahi {
  /** Avahi and bus, up and answering. May be called again after `end`. */
  begin(hostName?: string): Promise<void>;
  end(which: 'avahi' | 'both'): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /**
   * Has `avahi-browse` look from now on, as long as this Avahi lives; call the answer with a condition, it resolves
   * with what is there as soon as that fulfils it.
   */
  watch(t: Test): (isSo: (found: Found[]) => boolean) => Promise<Found[]>;
  /** Looks once, and answers as soon as the record of this name is seen. */
  resolve(name: string): Promise<Found>;
}

export interface Found {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
}

const PATIENCE_MS = 5_000;

/** Why no Avahi can be started here; false when it can. */
export function whyNoAvahi(): string | false {
  if (process.getuid?.() !== 0) return 'needs root';
  for (const program of ['dbus-daemon', 'avahi-daemon', 'avahi-browse', 'unshare', 'ip']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `${program} is missing`;
  }
  const attempt = ['--net', '--mount', 'mount', '-t', 'tmpfs', 'none', '/run'];
  return spawnSync('unshare', attempt).status === 0 ? false : 'no network namespace can be made';
}

export function createPrivateAvahi(t: Test): PrivateAvahi {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-avahi-'));
  const socket = join(folder, 'bus');
  const busConfig = join(folder, 'bus.conf');
  const avahiConfig = join(folder, 'avahi.conf');
  writeFileSync(busConfig, busText(socket));
  process.env['DBUS_SYSTEM_BUS_ADDRESS'] = `unix:path=${socket}`;
  let bus: ChildProcess | null = null;
  let avahi: ChildProcess | null = null;

  async function endOne(child: ChildProcess | null): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    // One whose bus broke while it was writing writes for ever, and never comes to the signal.
    const hard = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await gone;
    clearTimeout(hard);
  }

  async function end(which: 'avahi' | 'both'): Promise<void> {
    // The bus first: a bus that dies under a living Avahi is the harder case.
    if (which === 'both') await endOne(bus);
    await endOne(avahi);
  }

  t.teardown(async () => {
    await end('both');
    delete process.env['DBUS_SYSTEM_BUS_ADDRESS'];
    removeFolder(folder);
  });

  return {
    end,
    signal: signal => {
      avahi?.kill(signal);
    },
    async begin(hostName = 'tonearm-test') {
      if (bus === null || bus.exitCode !== null || bus.signalCode !== null) {
        rmSync(socket, { force: true });
        const args = [
          `--config-file=${busConfig}`,
          '--nofork',
          '--nopidfile',
          '--nosyslog',
          '--print-address=1',
        ];
        bus = spawn('dbus-daemon', args, { stdio: ['ignore', 'pipe', 'ignore'] });
        await said(bus, /unix:path/u);
      }
      writeFileSync(avahiConfig, avahiText(hostName));
      // dbus-daemon and the rest of the test see the folder, but not this /run and this network.
      const script =
        'mount -t tmpfs none /run && mkdir /run/avahi-daemon && ip link set lo up && ip link set lo multicast on && ' +
        'exec avahi-daemon --no-drop-root --no-chroot --no-rlimits --file "$1" 2>&1';
      const args = ['--net', '--mount', 'sh', '-c', script, 'sh', avahiConfig];
      avahi = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'ignore'] });
      await said(avahi, /Server startup complete/u);
    },
    watch(t) {
      const there = new Map<string, Found>();
      const wakers = new Set<() => void>();
      const child = browse(({ isThere, found }) => {
        if (isThere) there.set(found.name, found);
        else there.delete(found.name);
        for (const wake of [...wakers]) wake();
      });
      t.teardown(() => child.kill('SIGKILL'));
      return isSo =>
        new Promise(resolve => {
          const look = () => {
            const found = [...there.values()];
            if (!isSo(found)) return;
            wakers.delete(look);
            resolve(found);
          };
          wakers.add(look);
          look();
        });
    },
    resolve: name =>
      new Promise(resolve => {
        const child = browse(({ isThere, found }) => {
          if (!isThere || found.name !== name) return;
          child.kill('SIGKILL');
          resolve(found);
        });
      }),
  };
}

/** `avahi-browse` keeps looking, and tells what resolves and what goes; it does not tell of a changed TXT record. */
function browse(tell: (sight: { isThere: boolean; found: Found }) => void): ChildProcess {
  const child = spawn('avahi-browse', ['-rp', '_tonearm._tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  createInterface({ input: child.stdout }).on('line', line => {
    if (line.startsWith('=') || line.startsWith('-')) {
      tell({ isThere: line.startsWith('='), found: toFound(line) });
    }
  });
  return child;
}

/** `=;lo;IPv4;name;type;domain;host;address;port;"key=value" …`, bytes outside the plain ones as \123. */
function toFound(line: string): Found {
  const [, , , name = '', , , host = '', , port = '', ...rest] = line.split(';');
  const pairs = [...rest.join(';').matchAll(/"([^"=]+)=([^"]*)"/gu)];
  return {
    name: unescapeName(name),
    host,
    port: Number(port),
    txt: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value])),
  };
}

function unescapeName(name: string): string {
  const bytes = name.replaceAll(/\\(\d{3})/gu, (_, code: string) => String.fromCharCode(Number(code)));
  return Buffer.from(bytes.replaceAll(/\\(.)/gu, '$1'), 'latin1').toString('utf8');
}

async function said(child: ChildProcess, words: RegExp): Promise<void> {
  if (child.stdout === null) throw new Error('no pipe');
  const heard: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    heard.push(line);
    if (!words.test(line)) continue;
    // Leaving the loop closed the pipe's reader; the program must still find somebody who listens.
    child.stdout.resume();
    return;
  }
  throw new Error(`ended before it was ready: ${heard.join(' | ')}`);
}

export const busText = (socket: string) => `<busconfig>
  <type>system</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/>
    <allow send_type="method_call"/><allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/>
    <allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/><allow receive_type="method_return"/>
    <allow receive_type="error"/><allow receive_type="signal"/>
  </policy>
</busconfig>
`;

/** The settings of an Avahi that is in one network, by IPv4. */
export const avahiText = (hostName: string, network = 'lo') => `[server]
host-name=${hostName}
use-ipv4=yes
use-ipv6=no
allow-interfaces=${network}
[wide-area]
enable-wide-area=no
[publish]
publish-hinfo=no
publish-workstation=no
`;
