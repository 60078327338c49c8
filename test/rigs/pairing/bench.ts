import { createPairing, type PairingOptions } from '../../../src/pairing/pairing.js';
import type { PageRequest, PageResponse } from '../../../src/ports.js';
import type { CredentialsRecord } from '../../../src/records.js';
import { type Bench, setUp } from '../service/bench.js';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

export interface PairingBench extends Bench {
  readonly pairing: ReturnType<typeof createPairing>;
  /** What happened to the admitted clients, in order. */
  readonly admitted: string[];
  /** The peers whose sign-ins were put off. */
  readonly turnedAway: string[];
  /** One request; fails the test when the pages decline it. */
  readonly ask: (
    method: string,
    target: string,
    form?: Record<string, string>,
    peer?: string,
  ) => Promise<PageResponse & { text: string }>;
  /** Starts a sign-in and answers with the parameters of its authorize address. */
  readonly start: (peer?: string) => Promise<URLSearchParams>;
}

/** Pairing over the real account client and a fake service. */
export async function setUpPairing(
  t: Parameters<typeof setUp>[0],
  options: { readonly record?: CredentialsRecord | null } & Partial<PairingOptions> = {},
): Promise<PairingBench> {
  const { record = null, ...overrides } = options;
  const bench = await setUp(t, { record });
  const admitted: string[] = [];
  const turnedAway: string[] = [];
  const pairing = createPairing({
    account: bench.service.account,
    admission: {
      admit: name => {
        admitted.push(`admit ${name}`);
        return Promise.resolve(`token/+${admitted.length}`);
      },
      revokeAll: () => {
        admitted.push('revokeAll');
        return Promise.resolve();
      },
    },
    deviceName: 'Kitchen',
    redirectUri: () => 'http://speaker.local:8710/pair/callback',
    clock: bench.clock,
    logger: bench.logger,
    onPaired: ({ sameListener }) => void admitted.push(`onPaired ${sameListener}`),
    onTurnedAway: peer => void turnedAway.push(peer),
    ...overrides,
  });

  async function ask(method: string, target: string, form: Record<string, string> = {}, peer = '192.0.2.1') {
    const { pathname, searchParams } = new URL(target, 'http://speaker.invalid');
    const request: PageRequest = {
      method,
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(form),
      userAgent: PHONE,
      peer,
    };
    const response = await pairing.pages(request);
    if (response === null) throw new Error(`${method} ${target} was declined`);
    return { ...response, text: Buffer.from(response.body).toString() };
  }

  return {
    ...bench,
    pairing,
    admitted,
    turnedAway,
    ask,
    async start(peer) {
      const { status, headers } = await ask('POST', '/pair/start', {}, peer);
      if (status !== 303) throw new Error(`not started: ${status}`);
      return new URL(headers?.['location'] ?? '').searchParams;
    },
  };
}
