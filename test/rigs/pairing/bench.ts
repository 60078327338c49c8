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
  /** One request; fails the test when the pages decline it. */
  readonly ask: (
    method: string,
    target: string,
    form?: Record<string, string>,
  ) => Promise<PageResponse & { text: string }>;
  /** Starts a sign-in and answers with the parameters of its authorize address. */
  readonly start: () => Promise<URLSearchParams>;
}

/** Pairing over the real account client and a fake service. */
export async function setUpPairing(
  t: Parameters<typeof setUp>[0],
  options: { readonly record?: CredentialsRecord | null } & Partial<PairingOptions> = {},
): Promise<PairingBench> {
  const { record = null, ...overrides } = options;
  const bench = await setUp(t, { record });
  const admitted: string[] = [];
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
    ...overrides,
  });

  async function ask(method: string, target: string, form: Record<string, string> = {}) {
    const { pathname, searchParams } = new URL(target, 'http://speaker.invalid');
    const request: PageRequest = {
      method,
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(form),
      userAgent: PHONE,
      peer: '192.0.2.1',
    };
    const response = await pairing.pages(request);
    if (response === null) throw new Error(`${method} ${target} was declined`);
    return { ...response, text: Buffer.from(response.body).toString() };
  }

  return {
    ...bench,
    pairing,
    admitted,
    ask,
    async start() {
      const { status, headers } = await ask('POST', '/pair/start');
      if (status !== 303) throw new Error(`not started: ${status}`);
      return new URL(headers?.['location'] ?? '').searchParams;
    },
  };
}
