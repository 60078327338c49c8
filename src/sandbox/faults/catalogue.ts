/** Meaning of a fault's number; `none`: the fault is a switch, and a bare number from 0 to 1 is its probability. */
type FaultUnit = 'none' | 'ms' | 'status' | 'bytes' | 'bytesPerSecond' | 'code';

interface FaultTraits {
  readonly unit: FaultUnit;
  readonly usual?: number | string;
  /** Where the fault strikes if no operation is named: areas (`graphql oauth audio art`) or operations. */
  readonly where: readonly string[];
  readonly about: string;
}

const SERVICE = ['graphql', 'token', 'refresh'] as const;
const TOKENS = ['token', 'refresh'] as const;
const AUDIO = ['audio'] as const;
/** Operations besides `current` that answer with an item. */
const MOVES = [
  ...['setSource', 'setProgress', 'setStarted', 'setEnded', 'skip', 'previous', 'replay', 'peek'],
  ...['setFeedback', 'removeFeedback', 'pause', 'source'],
] as const;

/** Every way the sandbox can misbehave. */
export const FAULTS = {
  latency: { unit: 'ms', usual: 200, where: SERVICE, about: 'answers come this much later' },
  jitter: { unit: 'ms', usual: 200, where: SERVICE, about: 'answers come up to this much later' },
  status: {
    unit: 'status',
    usual: 500,
    where: SERVICE,
    about: 'this HTTP status; 429 and 503 with Retry-After',
  },
  dropRequest: { unit: 'none', where: SERVICE, about: 'connection cut, nothing done' },
  lostAnswer: {
    unit: 'none',
    where: SERVICE,
    about: 'request carried out, connection cut before the answer',
  },
  blackHole: { unit: 'none', where: SERVICE, about: 'nothing done, never answered' },
  captivePortal: { unit: 'none', where: SERVICE, about: 'nothing done, a sign-in page with status 200' },
  truncatedJson: { unit: 'none', where: SERVICE, about: 'the answer stops half way' },
  oversizedJson: {
    unit: 'bytes',
    usual: 16_777_216,
    where: SERVICE,
    about: 'the answer is padded to this size',
  },
  wrongTypes: { unit: 'none', where: SERVICE, about: 'numbers as texts, texts as numbers, lists as objects' },
  partialData: { unit: 'none', where: ['graphql'], about: 'some fields null, with errors beside good data' },
  graphqlError: {
    unit: 'code',
    usual: 'INTERNAL_SERVER_ERROR',
    where: ['graphql'],
    about: 'nothing done, an error with this code',
  },
  unauthenticated: {
    unit: 'status',
    usual: 401,
    where: ['graphql'],
    about: 'access token rejected with this HTTP status (200, 400, 401)',
  },
  refreshRefused: { unit: 'none', where: ['refresh'], about: 'invalid_grant' },
  slowRefresh: { unit: 'ms', usual: 5000, where: ['refresh'], about: 'refresh answers this much later' },
  quotedExpiresIn: { unit: 'none', where: TOKENS, about: 'expires_in as a text' },
  authTokenField: { unit: 'none', where: TOKENS, about: 'access token in a field named authToken' },
  omitRefreshToken: { unit: 'none', where: TOKENS, about: 'no refresh token in the answer' },
  rotateRefreshToken: { unit: 'none', where: ['refresh'], about: 'a new refresh token; the old one ends' },
  noAddress: { unit: 'none', where: MOVES, about: 'items come without their address: only current tells' },
  peekMisleads: { unit: 'none', where: ['peek'], about: 'peek names another item than the one that comes' },
  audioStatus: { unit: 'status', usual: 403, where: AUDIO, about: 'lapsed address (403, 404, 410)' },
  audioDrop: { unit: 'bytes', usual: 524_288, where: AUDIO, about: 'connection cut after so many bytes' },
  audioStall: { unit: 'bytes', usual: 524_288, where: AUDIO, about: 'no more data after so many bytes' },
  audioSlow: { unit: 'bytesPerSecond', usual: 65_536, where: AUDIO, about: 'data at this pace' },
  audioRubbish: { unit: 'none', where: AUDIO, about: 'bytes that no player can decode' },
  audioWrongType: { unit: 'none', where: AUDIO, about: 'a web page instead of audio' },
  audioNoRange: { unit: 'none', where: AUDIO, about: 'ranges ignored, always the whole' },
} as const satisfies Record<string, FaultTraits>;

export type FaultName = keyof typeof FAULTS;

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name);
}

export function faultKind(name: FaultName): FaultTraits {
  return FAULTS[name];
}
