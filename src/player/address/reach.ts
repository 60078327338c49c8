import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LoadFault } from '../../core/vocabulary/player-event.js';
import { isUnspecified, leadsNear } from '../../lib/near.js';
import { lookUpWithin } from '../../lib/pinned-request.js';
import { hostOf, isPlain } from './audio-address.js';

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

/**
 * One rule: a public service leads to no private address. The service is judged by the IP address from which it answered,
 * since a stranger may hold its name.
 */
export function createReach({ serviceUrl, servicePeer, plain, hosts }: AudioBounds): Reach {
  return async (url, signal) => {
    if (isPlain(url) && !plain && !isPlain(serviceUrl)) return PLAIN;
    const host = hostOf(url);
    const addresses = await lookUpWithin(host, signal).catch(wordFor);
    if (typeof addresses === 'string') return missing(addresses);
    // This is how a name server blocks a name.
    if (isIP(host) === 0 && addresses.some(({ address }) => isUnspecified(address)))
      return missing('held back');
    const peer = servicePeer();
    const isFree =
      (peer !== null && leadsNear(peer)) || hosts.includes(host.toLowerCase().replace(/\.$/, ''));
    return isFree || !addresses.some(({ address }) => leadsNear(address)) ? { addresses } : PRIVATE;
  };
}

function missing(word: string): Barrier {
  return { fault: 'unreachable', httpStatus: null, detail: `name look-up: ${word}` };
}

function wordFor(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'no answer in time';
}
