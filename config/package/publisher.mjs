// Who publishes, as variables of the release say: the sources know no forge and nobody's address.
import { SetupFailure } from '../setup/failure.mjs';

const { DEBFULLNAME, DEBEMAIL, RELEASE_HOMEPAGE, RELEASE_VENDOR } = process.env;

/** Debian's own variables name another one (debchange(1)). */
export const MAINTAINER = `${DEBFULLNAME || 'Tonearm maintainers'} <${DEBEMAIL || 'tonearm@packages.invalid'}>`;
/** Null: none is named. */
export const HOMEPAGE = readAddress('RELEASE_HOMEPAGE', RELEASE_HOMEPAGE);
export const VENDOR = RELEASE_VENDOR || 'Tonearm maintainers';

/** An http(s) address without a slash at its end; null where there is none. */
export function readAddress(name, text = '') {
  if (text === '') return null;
  if (!/^https?:\/\/[^\s/]+(\/\S*)?$/.test(text))
    throw new SetupFailure(64, `${name} is no http or https address: ${text}`);
  return text.replace(/\/+$/, '');
}
