import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { type BenchChild, startChild } from '../rig/child.js';
import { connectTalker } from '../rig/sockets.js';
import { until } from '../rig/waiting.js';

/** Another speaker's control API, spoken over a WebSocket. */
export interface Peer {
  readonly name: string;
  readonly child: BenchChild;
  readonly url: string;
  /** The call that tells what a remote needs to show. */
  readonly method: string;
}

/** Mopidy of the system's own package; its HTTP page is at `port`. */
export async function startMopidy(folder: string, port?: number): Promise<Peer> {
  const home = join(folder, 'mopidy');
  mkdirSync(home, { recursive: true });
  const chosen = port ?? (await findFreePort(0));
  const settings = {
    'core/cache_dir': home,
    'core/config_dir': home,
    'core/data_dir': home,
    'audio/output': 'fakesink',
    'http/hostname': '127.0.0.1',
    'http/port': String(chosen),
    'http/zeroconf': '',
    'file/enabled': 'false',
    'm3u/enabled': 'false',
    'stream/enabled': 'false',
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home };
  const child = startChild('mopidy', ['--config', join(home, 'none.conf'), ...words], { env });
  return {
    name: 'Mopidy',
    child,
    url: `ws://127.0.0.1:${chosen}/mopidy/ws`,
    method: 'core.playback.get_current_tl_track',
  };
}

export async function startSnapserver(folder: string): Promise<Peer> {
  const home = join(folder, 'snapserver');
  mkdirSync(home, { recursive: true });
  const [http, tcp, stream] = [await findFreePort(0), await findFreePort(0), await findFreePort(0)];
  const words = [
    `--server.datadir=${home}`,
    '--http.bind_to_address=127.0.0.1',
    `--http.port=${http}`,
    '--tcp.bind_to_address=127.0.0.1',
    `--tcp.port=${tcp}`,
    '--stream.bind_to_address=127.0.0.1',
    `--stream.port=${stream}`,
    `--stream.source=pipe://${join(home, 'fifo')}?name=bench`,
  ];
  const child = startChild('snapserver', words);
  return { name: 'Snapserver', child, url: `ws://127.0.0.1:${http}/jsonrpc`, method: 'Server.GetStatus' };
}

/** Resolves once the peer takes connections. */
export function whenUp({ name, url }: Peer): Promise<true> {
  return until(name, async () => {
    const talker = await Promise.race([
      connectTalker(url).catch(() => null),
      new Promise<null>(resolve => setTimeout(() => resolve(null), 1_000)),
    ]);
    talker?.close();
    return talker === null ? null : true;
  });
}
