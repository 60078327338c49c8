// The publisher, from environment variables of the release: the sources contain no hosting address and no personal one.
import { SetupFailure } from '../setup/failure.mjs';

const { DEBFULLNAME, DEBEMAIL, RELEASE_HOMEPAGE, RELEASE_VENDOR } = process.env;

/** Debian's own variables override it (debchange(1)). */
export const MAINTAINER = `${DEBFULLNAME || 'Tonearm maintainers'} <${DEBEMAIL || 'tonearm@packages.invalid'}>`;
/** Null if none is given. */
export const HOMEPAGE = readAddress('RELEASE_HOMEPAGE', RELEASE_HOMEPAGE);
export const VENDOR = RELEASE_VENDOR || 'Tonearm maintainers';

/** Returns an http(s) address without a trailing slash; null if there is none. */
export function readAddress(name, text = '') {
  if (text === '') return null;
  if (!/^https?:\/\/[^\s/]+(\/\S*)?$/.test(text))
    throw new SetupFailure(64, `${name} is no http or https address: ${text}`);
  return text.replace(/\/+$/, '');
}
