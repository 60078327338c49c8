import type { ClientSocket, SocketConstructor } from '../../client/connection.js';
import { quoteOnSpeaker } from './command-line.js';

/** A WebSocket class that records why a connection did not open, which the client itself does not report. */
export interface TellingSocket extends SocketConstructor {
  problem?: Error;
  /** The connection itself, by whose certificate proofs are bound. */
  latest?: ClientSocket;
}

/** Creates a class for one attempt, so that the problem of one address is not attributed to another. */
export async function loadSocket(): Promise<TellingSocket> {
  const { loadNodeSocket } = await import('../../client/node-socket.js');
  const Plain = await loadNodeSocket();
  const Telling: TellingSocket = class extends Plain {
    constructor(url: string) {
      super(url);
      Telling.latest = this;
      this.addEventListener('error', (event?: { error?: unknown }) => {
        if (event?.error instanceof Error) Telling.problem = event.error;
      });
    }
  };
  return Telling;
}

const IS_IT_ON = 'is it switched on, and on this network?';

interface SocketFault {
  readonly test: RegExp;
  readonly what: (host: string, place: string) => string;
  readonly remedy: string | ((url: string) => string);
}

/** Explanations by the error's code or message. The first matching row applies. */
const ROWS: readonly SocketFault[] = [
  {
    test: /ECONNREFUSED/,
    what: (_, place) => `nothing listens at ${place}`,
    remedy: 'start the speaker; its port is 8710, unless TONEARM_HTTP_PORT sets another',
  },
  {
    test: /ENOTFOUND|EAI_/,
    what: host => `the host name ${host} cannot be resolved`,
    remedy: `${IS_IT_ON} Its IP address works too; names that end in .local need libnss-mdns on this machine`,
  },
  {
    test: /EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|handshake has timed out/,
    what: host => `${host} does not answer`,
    remedy: IS_IT_ON,
  },
  {
    test: /CERT|ALTNAME|certificate/i,
    what: (_, place) => `the certificate at ${place} cannot be used`,
    remedy: url => `on the speaker, ${quoteOnSpeaker('tonearm doctor', url)} says what is wrong with it`,
  },
  {
    test: /wrong.version.number|packet.length|EPROTO|ERR_SSL/i,
    what: (_, place) => `${place} does not use TLS`,
    remedy: 'use http:// instead of https://',
  },
  {
    test: /response: 421/,
    what: host => `the speaker does not accept the host name ${host}`,
    remedy: 'use its IP address, or add that host to TONEARM_CONTROL_ORIGINS on the speaker',
  },
  {
    test: /response: 403/,
    what: (_, place) => `${place} refuses this connection`,
    remedy: 'try https:// instead of http://, and from the network that the speaker is on',
  },
  {
    test: /response: |Parse Error/,
    what: (_, place) => `what listens at ${place} is not a Tonearm speaker`,
    remedy: 'check the host and the port: a speaker’s port is 8710, unless TONEARM_HTTP_PORT sets another',
  },
];

/** Returns the cause of a failed connection and its remedy, or null if the error is unknown. */
export function describeProblem(
  error: Error | undefined,
  url: string,
): { readonly what: string; readonly remedy: string } | null {
  if (error === undefined || !URL.canParse(url)) return null;
  const { hostname, host } = new URL(url);
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  const text = `${(first as NodeJS.ErrnoException).code ?? ''} ${first.message}`;
  const row = ROWS.find(({ test }) => test.test(text));
  if (row === undefined) return null;
  const { what, remedy } = row;
  return { what: what(hostname, host), remedy: typeof remedy === 'string' ? remedy : remedy(url) };
}
