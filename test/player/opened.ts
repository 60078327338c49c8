import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Test } from 'tap';

/** For `t.test`: why what a player opens cannot be seen here, or false. */
export const whyNoTrace =
  spawnSync('strace', ['-qq', '-e', 'trace=execve', 'true']).status === 0
    ? false
    : 'strace is missing or may not trace';

export interface Opened {
  /** Stands in for mpv, and runs it. */
  readonly mpvPath: string;
  /** Files that it opened, or tried to, in order. */
  files(): readonly string[];
  /** `address:port` that it connected to, or tried to. */
  places(): readonly string[];
  /** Programs that it ran. */
  programs(): readonly string[];
}

/** The real mpv, and the kernel's word for what it opens. */
export function traceOpened(t: Test): Opened {
  const folder = t.testdir({ traced: {} });
  const mpvPath = join(folder, 'mpv');
  const words = 'strace -f -qq -s 4096 -e trace=?open,openat,?openat2,connect,execve';
  writeFileSync(mpvPath, `#!/bin/sh\nexec ${words} -o '${join(folder, 'traced', 'calls')}' mpv "$@"\n`);
  chmodSync(mpvPath, 0o755);
  const all = (pattern: RegExp) =>
    [...readFileSync(join(folder, 'traced', 'calls'), 'utf8').matchAll(pattern)].map(found => found.slice(1));
  return {
    mpvPath,
    files: () => all(/ open(?:at2?)?\((?:[^",]*, )?"([^"]*)"/g).map(([path = '']) => path),
    places: () =>
      all(/sin6?_port=htons\((\d+)\),.*?inet_(?:addr|pton)\((?:AF_INET6, )?"([^"]*)"/g).map(
        ([port = '', address = '']) => `${address}:${port}`,
      ),
    programs: () => all(/ execve\("([^"]*)"/g).map(([path = '']) => path),
  };
}

export interface Trap {
  readonly url: string;
  /** How often somebody connected. */
  readonly visits: number;
}

/** Listens, and answers nobody. */
export async function layTrap(t: Test, host: string): Promise<Trap> {
  let visits = 0;
  const server = createServer(socket => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  t.teardown(() => server.close());
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    get visits() {
      return visits;
    },
  };
}
