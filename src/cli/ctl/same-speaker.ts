import type { Hello } from '../../contract/protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { homesOf, type Known } from './token-entry.js';
import type { TokenFile } from './tokens.js';
import { hostOf } from './url.js';

/** Returns the known speaker whose address this is, if it is not an address of this one. */
function ownerOf(deviceUuid: string, url: string, tokens: TokenFile): Known | undefined {
  const owners = tokens.all().filter(entry => homesOf(entry).some(home => hostOf(home) === hostOf(url)));
  return owners.some(owner => owner.deviceUuid === deviceUuid) ? undefined : owners[0];
}

/**
 * Refuses any other speaker at the address of a known one: whoever takes over the address would get the commands and digits
 * meant for that. Throws an `ExitError`.
 */
export function refuseAnothersHome(hello: Hello, url: string, tokens: TokenFile): void {
  const owner = ownerOf(hello.deviceUuid, url, tokens);
  if (owner === undefined) return;
  const [shown, other] = [hello.name, owner.name].map(each => JSON.stringify(oneLine(each)));
  throw createTrouble(
    `another speaker, ${shown}, answers at ${oneLine(url)}, the address of ${other}, and was told nothing`,
    'choose the speaker with --device, or claim a link of the one that is there now',
  );
}
