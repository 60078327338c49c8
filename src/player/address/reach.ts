import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LoadFault } from '../../core/vocabulary/player-event.js';
import { isUnspecified, type Nearness, nearnessOf } from '../../lib/near.js';
import { hostOf, isPlain } from './audio-address.js';
import { createNames } from './names.js';

/** Limits on audio addresses, derived from the address of the service itself. */
export interface AudioBounds {
  readonly serviceUrl: string;
  /** The IP address from which the service last answered; null until it has answered, which counts as public. */
  readonly servicePeer: () => string | null;
  /** Whether plain HTTP is allowed whatever the service uses (`TONEARM_AUDIO_HTTP`). */
  readonly plain: boolean;
  /** Host names in lower case from which audio may come wherever they lead (`TONEARM_AUDIO_HOSTS`). */
  readonly hosts: readonly string[];
}

/** Why an address is not opened. */
export interface Barrier {
  readonly fault: LoadFault;
  readonly httpStatus: number | null;
  /** One line without addresses. */
  readonly detail: string;
}

/** All IP addresses of the host of an audio address; each of them may be opened. */
export interface Reached {
  readonly addresses: readonly LookupAddress[];
}

/** Checks whether an address may be opened. The name is looked up again on opening, unless these addresses are used. */
export type Reach = (url: string, signal: AbortSignal) => Promise<Reached | Barrier>;

const PLAIN = {
  fault: 'plain',
  httpStatus: null,
  detail: 'a plain HTTP address from a service that uses TLS',
} as const;
const PRIVATE = {
  fault: 'private',
  httpStatus: null,
  detail: 'an address in a private network, or the speaker’s own',
} as const;

/** The addresses from a name server, or one word for the error. */
type Answer = readonly LookupAddress[] | string;

export function createReach({ serviceUrl, servicePeer, plain, hosts }: AudioBounds): Reach {
  const names = createNames();
  const lookUp = (url: string, signal: AbortSignal) => inTime(names.find(hostOf(url), signal), signal);

  /**
   * How near audio addresses may be, judged by the IP address from which the service answered. The service's name alone
   * allows nothing, since a stranger may hold it.
   */
  async function allowed(signal: AbortSignal): Promise<Nearness> {
    const peer = servicePeer();
    const shown = peer === null ? 0 : nearnessOf(peer);
    // A service reached at a neighbour's global address may also have a private one, and audio there.
    return shown === 1 ? nearestOf(await lookUp(serviceUrl, signal), shown) : shown;
  }

  return async (url, signal) => {
    if (isPlain(url) && !plain && !isPlain(serviceUrl)) return PLAIN;
    const host = hostOf(url);
    // Looks up the service's name first, because it is more likely to be answered.
    const [limit, answer] = await Promise.all([allowed(signal), lookUp(url, signal)]);
    if (typeof answer === 'string') return missing(answer);
    const addresses = answer.filter(({ address }) => isIP(host) !== 0 || !isUnspecified(address));
    if (addresses.length === 0) {
      names.forget(host);
      return missing('held back');
    }
    if (limit === 2 || hosts.includes(host.toLowerCase().replace(/\.$/, ''))) return { addresses };
    // mpv would try all addresses, including the unspecified ones.
    if (addresses.length < answer.length) return missing('held back');
    if (nearestOf(addresses, 0) <= limit) return { addresses };
    // A router without an uplink briefly answers every name with its own address.
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

/** Returns the addresses found, or one word for the error. */
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
