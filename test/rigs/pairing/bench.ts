import { LIMITS } from '../../../src/contract/limits.js';
import { createMeter } from '../../../src/lib/meter.js';
import { createOpening } from '../../../src/pairing/opening.js';
import { createPairing, type PairingOptions } from '../../../src/pairing/pairing.js';
import type { PageRequest, PageResponse } from '../../../src/contract/ports.js';
import type { JudgedCode, PairingMode } from '../../../src/contract/pairing-ports.js';
import type { CredentialsRecord } from '../../../src/contract/records.js';
import { type Bench, setUp } from '../service/bench.js';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

export interface PairingBench extends Bench {
  readonly pairing: ReturnType<typeof createPairing>;
  /** What happened to the admitted clients, in order. */
  readonly admitted: string[];
  /** Whose sign-ins were put off or refused: what, the peer, and why where that is said. */
  readonly turnedAway: string[];
  /** One request; fails the test when the pages decline it. */
  readonly ask: (
    method: string,
    target: string,
    form?: Record<string, string>,
    from?: string | Partial<Pick<PageRequest, 'peer' | 'origin' | 'cookie' | 'acceptLanguage'>>,
  ) => Promise<PageResponse & { text: string }>;
  /** Starts a sign-in and answers with the parameters of its authorize address. */
  readonly start: (peer?: string, path?: string) => Promise<URLSearchParams>;
  /** What codes are worth from now on; at first all of them are wrong. */
  readonly codes: Map<string, JudgedCode>;
}

/** Pairing over the real account client and a fake service. */
export async function setUpPairing(
  t: Parameters<typeof setUp>[0],
  options: {
    readonly record?: CredentialsRecord | null;
    readonly mode?: PairingMode;
  } & Partial<PairingOptions> = {},
): Promise<PairingBench> {
  const { record = null, mode = 'window', ...overrides } = options;
  const bench = await setUp(t, { record });
  const codes = new Map<string, JudgedCode>();
  const admitted: string[] = [];
  const turnedAway: string[] = [];
  const pairing = createPairing({
    account: bench.service.account,
    admission: {
      admit: name => {
        admitted.push(`admit ${name}`);
        return Promise.resolve({ token: `token/+${admitted.length}`, id: `id-${admitted.length}` });
      },
    },
    opening: createOpening({ mode, account: bench.service.account, clock: bench.clock }),
    judgeCode: code => Promise.resolve(codes.get(code) ?? { type: 'wrong' }),
    toldAccount: () => bench.service.account.listener?.name ?? null,
    deviceName: 'Kitchen',
    takenHost: () => null,
    redirectUri: () => 'http://speaker.local:8710/pair/callback',
    clock: bench.clock,
    meter: createMeter(LIMITS, () => bench.clock.steadyMs()),
    logger: bench.logger,
    onPaired: ({ standing, right, by }) =>
      void admitted.push(['onPaired', standing, right, ...(by === null ? [] : [by])].join(' ')),
    onTurnedAway: (what, peer, { reason } = {}) =>
      void turnedAway.push([what, peer ?? 'local', ...(reason === undefined ? [] : [reason])].join(' ')),
    ...overrides,
  });

  const ask: PairingBench['ask'] = async (method, target, form = {}, from = {}) => {
    const {
      peer = '192.0.2.1',
      origin = 'http://192.0.2.2:8710',
      cookie = '',
      acceptLanguage,
    } = typeof from === 'string' ? { peer: from } : from;
    const { pathname, searchParams } = new URL(target, 'http://speaker.invalid');
    const request: PageRequest = {
      method,
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(form),
      userAgent: PHONE,
      cookie,
      acceptLanguage,
      peer,
      origin,
    };
    const response = await pairing.pages(request);
    if (response === null) throw new Error(`${method} ${target} was declined`);
    return { ...response, text: Buffer.from(response.body).toString() };
  };

  return {
    ...bench,
    pairing,
    admitted,
    turnedAway,
    ask,
    codes,
    async start(peer, path = '/pair/start') {
      const { status, headers } = await ask('POST', path, {}, peer);
      if (status !== 303) throw new Error(`not started: ${status}`);
      return new URL(headers?.['location'] ?? '').searchParams;
    },
  };
}
