import { FETCHING, type SilenceReason } from '../../../src/contract/public-state.js';
import type { Random } from '../../../src/sandbox/random.js';
import type { FaultName } from '../../../src/sandbox/faults/catalogue.js';
import type { FaultOptions } from '../../../src/sandbox/faults/switchboard.js';
import type { Begun, Fault } from './fault.js';

interface Strike extends FaultOptions {
  readonly fault: FaultName;
  readonly lingersMs?: number;
}

const SECONDS: readonly [number, number] = [500, 15_000];
const NO_ANSWER: readonly SilenceReason[] = ['offline', ...FETCHING];
const BAD_ANSWER: readonly SilenceReason[] = ['serviceError', ...FETCHING];

/** A fault of the sandbox's switchboard, on for a while. */
function switched(
  name: string,
  explains: readonly SilenceReason[],
  draw: (random: Random) => Strike,
  { weight = 2, lastsMs = SECONDS } = {},
): Fault {
  return {
    name,
    weight,
    lastsMs,
    explains,
    begin({ sandbox }, random): Begun {
      const { fault, lingersMs = 0, ...options } = draw(random);
      const end = sandbox.faults.add(fault, options);
      return { end, lingersMs, about: JSON.stringify({ fault, ...options }) };
    },
  };
}

/** What becomes of the service and the way to it. */
export const SERVICE_FAULTS: readonly Fault[] = [
  {
    name: 'service and audio refused',
    weight: 4,
    lastsMs: [500, 20_000],
    explains: NO_ANSWER,
    async begin({ front }) {
      await front.close();
      return { end: () => front.open() };
    },
  },
  switched('reset, nothing done', NO_ANSWER, () => ({ fault: 'dropRequest' })),
  switched(
    'answers lost',
    NO_ANSWER,
    random => ({
      fault: 'lostAnswer',
      // Some are lost and others not: that is where a report could be repeated blindly.
      probability: random.pick([1, 0.6, 0.3]),
    }),
    { weight: 5 },
  ),
  switched('black hole', NO_ANSWER, () => ({ fault: 'blackHole', lingersMs: 15_000 })),
  switched(
    'latency',
    ['offline', ...FETCHING, 'serviceError'],
    random => {
      const value = random.pick([200, 500, 1_000, 3_000, 8_000, 15_000, 30_000]);
      return { fault: 'latency', value, lingersMs: value };
    },
    { weight: 4 },
  ),
  switched('status 500', BAD_ANSWER, () => ({ fault: 'status', value: 500 })),
  switched('status 429', BAD_ANSWER, random => {
    const retryAfterS = random.between(1, 12);
    return { fault: 'status', value: 429, retryAfterS, lingersMs: retryAfterS * 1_000 };
  }),
  switched('captive portal', NO_ANSWER, () => ({ fault: 'captivePortal' })),
  switched('truncated JSON', ['offline', 'serviceError', ...FETCHING], () => ({ fault: 'truncatedJson' })),
  switched('wrong types', BAD_ANSWER, () => ({ fault: 'wrongTypes' })),
  switched('partial data', BAD_ANSWER, () => ({ fault: 'partialData' })),
  switched('GraphQL errors', BAD_ANSWER, () => ({ fault: 'graphqlError' })),
  switched('token rejected', BAD_ANSWER, random => ({
    fault: 'unauthenticated',
    value: random.pick([200, 400, 401]),
  })),
  {
    name: 'tokens expired',
    weight: 1,
    lastsMs: [0, 0],
    explains: FETCHING,
    begin({ sandbox }) {
      sandbox.expireAccessTokens();
      return { end: () => undefined };
    },
  },
  {
    name: 'source forgotten',
    weight: 1,
    lastsMs: [0, 0],
    explains: [...FETCHING, 'serviceError'],
    begin({ device }) {
      device.forgetSource();
      return { end: () => undefined, lingersMs: 3_000 };
    },
  },
];
