import type { LookupAddress } from 'node:dns';
import type { Refusal } from '../../contract/command.js';
import { isBug, RefusedError } from '../../contract/errors.js';
import { isOfHouse, isSameMachine } from '../../lib/near.js';
import { type AddressCheck, lookUpWithin, readAtMost, requestPinned } from '../../lib/pinned-request.js';
import { invalidParams, RpcError } from '../rpc-error.js';

const MOST_BYTES = 5_000_000;

export interface ClipOptions {
  /** Host names in lower case from which clips may come wherever they lead (`TONEARM_ANNOUNCE_HOSTS`). */
  readonly hosts: readonly string[];
  /** The agent's own port, which may not be asked. */
  readonly port: () => number;
}

/**
 * Fetches the clip of an announcement. Rejects with an `RpcError` -32602 for an address that may not be opened, else with
 * a `RefusedError`: 2005 for a clip that is too long, 2006 for an HTTP error, 2007 for no answer.
 */
export async function fetchClip(url: string, options: ClipOptions, signal: AbortSignal): Promise<Buffer> {
  if (!URL.canParse(url)) throw barred('is no address');
  const check: AddressCheck = (at, within) => checked(at, options, within);
  const clip = await fetched(url, check, signal);
  if (clip === null) throw refused('notSupported', 'The clip has more than 5 MB.');
  return clip;
}

async function fetched(url: string, check: AddressCheck, signal: AbortSignal): Promise<Buffer | null> {
  try {
    const response = await requestPinned(url, check, signal);
    const { statusCode = 0 } = response;
    if (statusCode === 200) return await readAtMost(response, MOST_BYTES);
    response.destroy();
    throw refused('serviceError', `The host of the clip answered with HTTP status ${statusCode}.`);
  } catch (error) {
    if (error instanceof RpcError || error instanceof RefusedError) throw error;
    if (isBug(error)) throw error;
    throw refused('offline', 'The clip could not be fetched.');
  }
}

function refused(reason: Refusal['reason'], message: string): RefusedError {
  return new RefusedError({ reason, message });
}

function barred(why: string): RpcError {
  return new RpcError(invalidParams('url', why));
}

/** Looks the host up, and returns its addresses if a clip may be fetched from all of them. */
async function checked(
  url: URL,
  { hosts, port }: ClipOptions,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  if (!/^https?:$/.test(url.protocol)) throw barred('must be an http or https address');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // An IPv4 address in the dress of an IPv6 one, and the port that stands for none, lead where they do not say.
  if (/^::ffff:/i.test(host) || url.port === '0') throw barred('must be written plainly');
  const found = await lookUpWithin(host, signal);
  const isListed = hosts.includes(host.toLowerCase());
  if (!isListed && !found.every(({ address }) => isOfHouse(address)))
    throw barred('leads out of the house: list its host in TONEARM_ANNOUNCE_HOSTS');
  const toPort = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
  if (toPort === port() && found.some(({ address }) => isSameMachine(address, '127.0.0.1')))
    throw barred('is an address of the speaker itself');
  return found;
}
