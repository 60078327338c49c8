import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LoadFault } from '../core/player-event.js';
import { isUnspecified, type Nearness, nearnessOf } from '../near.js';
import { hostOf, isPlain } from './audio-address.js';
import { createNames } from './names.js';

/** What the addresses of audio may lead to follows from what the service itself is. */
export interface AudioBounds {
  readonly serviceUrl: string;
  /** The IP address that the service answered from last; null: it has not yet, and counts as a public one. */
  readonly servicePeer: () => string | null;
  /** Plain http is played, whatever the service is (`TONEARM_AUDIO_HTTP`). */
  readonly plain: boolean;
  /** In lower case: where they are, audio may come from them (`TONEARM_AUDIO_HOSTS`). */
  readonly hosts: readonly string[];
}

/** Why an address is not opened. */
export interface Barrier {
  readonly fault: LoadFault;
  readonly httpStatus: number | null;
  /** One line, free of addresses. */
  readonly detail: string;
}

/** All that the host of an address is, each of which may be opened. */
export interface Reached {
  readonly addresses: readonly LookupAddress[];
}

/** Whether an address may be opened; whoever opens it looks its name up once more, unless told to what it was found. */
export type Reach = (url: string, signal: AbortSignal) => Promise<Reached | Barrier>;

const PLAIN = {
  fault: 'plain',
  httpStatus: null,
  detail: 'an address without TLS from a service with it',
} as const;
const PRIVATE = {
  fault: 'private',
  httpStatus: null,
  detail: 'an address that leads into a private network, or the speaker’s own',
} as const;

/** An answer of a name server, or one word. */
type Answer = readonly LookupAddress[] | string;

export function createReach({ serviceUrl, servicePeer, plain, hosts }: AudioBounds): Reach {
  const names = createNames();
  const lookUp = (url: string, signal: AbortSignal) => inTime(names.find(hostOf(url), signal), signal);

  /** How near audio may be: by where the service answered from. Its name alone, which a stranger may hold, opens nothing. */
  async function allowed(signal: AbortSignal): Promise<Nearness> {
    const peer = servicePeer();
    const shown = peer === null ? 0 : nearnessOf(peer);
    // A neighbour by its global address may have a private one as well, and audio there.
    return shown === 1 ? nearestOf(await lookUp(serviceUrl, signal), shown) : shown;
  }

  return async (url, signal) => {
    if (isPlain(url) && !plain && !isPlain(serviceUrl)) return PLAIN;
    const host = hostOf(url);
    // The service's own name first, which is the surer to be answered.
    const [limit, answer] = await Promise.all([allowed(signal), lookUp(url, signal)]);
    if (typeof answer === 'string') return missing(answer);
    const addresses = answer.filter(({ address }) => isIP(host) !== 0 || !isUnspecified(address));
    if (addresses.length === 0) {
      names.forget(host);
      return missing('held back');
    }
    if (limit === 2 || hosts.includes(host.toLowerCase().replace(/\.$/, ''))) return { addresses };
    // mpv would try all of them.
    if (addresses.length < answer.length) return missing('held back');
    if (nearestOf(addresses, 0) <= limit) return { addresses };
    // A router without a network behind it answers every name with itself, for a moment.
    names.forget(host);
    return PRIVATE;
  };
}

function nearestOf(answer: Answer, least: Nearness): Nearness {
  const found = typeof answer === 'string' ? [] : answer.map(({ address }) => nearnessOf(address));
  return ([2, 1] as const).find(nearness => found.includes(nearness)) ?? least;
}

function missing(word: string): Barrier {
  return { fault: 'unreachable', httpStatus: null, detail: `name look-up: ${word}` };
}

/** What was found, or one word. */
async function inTime(found: Promise<readonly LookupAddress[]>, signal: AbortSignal): Promise<Answer> {
  let stopWaiting = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('late'));
    signal.addEventListener('abort', end, { once: true });
    stopWaiting = () => signal.removeEventListener('abort', end);
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([found, late]);
  } catch (error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'no answer in time';
  } finally {
    stopWaiting();
  }
}
