/** A browser before the pages of pairing, as far as http shows it: its cookies, and what it is sent away with. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Rig } from './rig.js';

export interface Page {
  readonly status: number;
  readonly text: string;
  /** The control token that the page hands over; null: none. */
  readonly token: string | null;
}

type Headers = Readonly<Record<string, string>>;

export interface PairingBrowser {
  get(path: string, more?: Headers): Promise<Page>;
  post(path: string, form?: Readonly<Record<string, string>>, more?: Headers): Promise<Page>;
  /** Presses the button that begins a sign-in; where the service lies. Rejects where it is not sent there. */
  start(path: '/pair/start' | '/pair/owner', code?: string): Promise<string>;
  /** The service's consent, as one of its listeners: the path it is sent back to. */
  consent(address: string, listenerId?: string): Promise<string>;
  /** All of it, from the button to the last page. */
  signIn(path: '/pair/start' | '/pair/owner', listenerId?: string, code?: string): Promise<Page>;
}

/** `from`: the address that it comes from; each of loopback is a peer. */
export function createPairingBrowser(
  { sandbox }: Pick<Rig, 'sandbox'>,
  url: string,
  from = '127.0.0.1',
): PairingBrowser {
  const jar = new Map<string, string>();

  async function ask(path: string, form: URLSearchParams | null, more: Headers): Promise<IncomingMessage> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const asked = request(`${url}${path}`, {
      method: form === null ? 'GET' : 'POST',
      localAddress: from,
      headers: {
        origin: url,
        ...(cookie !== '' && { cookie }),
        ...(form !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...more,
      },
    });
    asked.end(form?.toString());
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  }

  async function toPage(answer: IncomingMessage): Promise<Page> {
    const text = await textOf(answer);
    const token = /href="\/#token=([^"&]+)/.exec(text)?.[1];
    return {
      status: answer.statusCode ?? 0,
      text,
      token: token === undefined ? null : decodeURIComponent(token),
    };
  }

  const browser: PairingBrowser = {
    get: async (path, more = {}) => toPage(await ask(path, null, more)),
    post: async (path, form = {}, more = {}) => toPage(await ask(path, new URLSearchParams(form), more)),
    async start(path, code) {
      const answer = await ask(path, new URLSearchParams(code === undefined ? {} : { code }), {});
      answer.resume();
      const { location } = answer.headers;
      if (answer.statusCode !== 303 || location === undefined)
        throw new Error(`${path}: ${answer.statusCode}`);
      return location;
    },
    async consent(address, listenerId) {
      const { pathname, search } = new URL(
        await sandbox.consent(
          address.replace(/^http:\/\/[^/]+/, sandbox.url),
          listenerId === undefined ? {} : { listenerId },
        ),
      );
      return pathname + search;
    },
    signIn: async (path, listenerId, code) =>
      browser.get(await browser.consent(await browser.start(path, code), listenerId)),
  };
  return browser;
}
