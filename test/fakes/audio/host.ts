/** The host that the audio comes from: nginx over TLS, in front of the sandbox's audio. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { connect } from 'node:tls';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { PATH_OF_SYSTEM } from '../machine/path.js';
import type { Authority, CertificateName } from './authority.js';

export interface Conduct {
  readonly certificate?: CertificateName;
  /** Every address is answered with this status. */
  readonly status?: number;
  /** Every address leads on: to another port of the host, over TLS or without. */
  readonly leads?: 'secure' | 'plain';
}

export interface AudioHost {
  /** Base of the addresses, which the sandbox is to hand out. */
  readonly url: string;
  /** The same without TLS. */
  readonly plainUrl: string;
  /** Begins to answer, or answers differently from now on. */
  behave(conduct: Conduct): Promise<void>;
  /** What the port without TLS was asked for. */
  plainRequests(): readonly string[];
  requests(): readonly string[];
}

/** `upstream`: where the sandbox is, once it is. */
export async function createAudioHost(
  t: Test,
  { folder, authority, upstream }: { folder: string; authority: Authority; upstream: () => string },
): Promise<AudioHost> {
  const [port, other, plain] = await Promise.all([freePort(), freePort(), freePort()]);
  const at = (name: string) => join(folder, name);
  mkdirSync(at('temporary'), { recursive: true });
  let round = 0;
  let isRunning = false;

  function configure({ certificate = 'good', status, leads }: Conduct): string {
    const [shown, good] = [authority.certificate(certificate), authority.certificate('good')];
    const base = leads === 'plain' ? `http://127.0.0.1:${plain}` : `https://localhost:${other}`;
    const pass = `proxy_pass ${upstream()}; proxy_http_version 1.1; proxy_set_header Host $http_host;`;
    const answer =
      status !== undefined
        ? `return ${status};`
        : leads !== undefined
          ? `return 302 ${base}$request_uri;`
          : pass;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map(kind => `${kind}_temp_path ${at(`temporary/${kind}`)};`)
      .join(' ');
    const tls = ({ cert, key }: { cert: string; key: string }) =>
      `ssl_certificate ${cert}; ssl_certificate_key ${key}; ssl_session_cache off; ssl_session_tickets off;`;
    return `
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      daemon off; worker_processes 1; pid ${at('nginx.pid')}; error_log ${at('error.log')};
      events { worker_connections 256; }
      http {
        ${temporary} keepalive_timeout 0; proxy_buffering off;
        log_format asked '$server_port $request_uri';
        access_log ${at('access.log')} asked;
        server { listen 127.0.0.1:${port} ssl; ${tls(shown)} location = /round { return 200 "${round}"; } location / { ${answer} } }
        server { listen 127.0.0.1:${other} ssl; ${tls(good)} location / { ${pass} } }
        server { listen 127.0.0.1:${plain}; location / { ${pass} } }
      }`;
  }

  const asked = () => {
    try {
      return readFileSync(at('access.log'), 'utf8')
        .split('\n')
        .filter(line => line !== '' && !line.endsWith('/round'));
    } catch {
      return [];
    }
  };

  function run(): void {
    const child = spawn('nginx', ['-c', at('nginx.conf'), '-e', at('error.log')], {
      stdio: 'ignore',
      env: { PATH: PATH_OF_SYSTEM },
    });
    isRunning = true;
    t.teardown(async () => {
      const ended = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    });
    reload = () => child.kill('SIGHUP');
  }
  let reload = (): unknown => undefined;

  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    async behave(conduct) {
      round += 1;
      writeFileSync(at('nginx.conf'), configure(conduct));
      if (isRunning) reload();
      else run();
      for (let tries = 0; (await readRound(port)) !== String(round); tries += 1) {
        if (tries > 600) throw new Error(`nginx: ${readFileSync(at('error.log'), 'utf8')}`);
        await sleep(50);
      }
    },
    requests: asked,
    plainRequests: () => asked().filter(line => line.startsWith(`${plain} `)),
  };
}

/** Below the ports that the system gives away: what somebody else opens meanwhile takes none of them. */
const freePort = (): Promise<number> => findFreePort(randomInt(20_000, 32_000));

/** Which configuration is in force; whatever its certificate is. */
function readRound(port: number): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', () => resolve(''));
    socket.on('close', () => resolve(text.split('\r\n\r\n')[1] ?? ''));
    socket.on('secureConnect', () => socket.end('GET /round HTTP/1.0\r\n\r\n'));
  });
}
