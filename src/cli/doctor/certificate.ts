import { isOfCertificate } from '../../authorities.js';

/** mpv and the agent both use the system's trust store, if Node is pointed at it. */
const TRUST =
  'a network in between may pose as this host: sign in to it; or, if the authority is your own: put its certificate into /usr/local/share/ca-certificates (NAME.crt), run sudo update-ca-certificates, restart the agent, which needs NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt in its environment (the package sets it)';
const CLOCK = 'see the finding on the clock; if it is right, only who runs the host can renew it';

const FAULTS: ReadonlyMap<string, readonly [string, string]> = new Map(
  Object.entries({
    ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', 'another host answers there'],
    CERT_HAS_EXPIRED: ['its certificate has expired', CLOCK],
    CERT_NOT_YET_VALID: ['its certificate is not valid yet', CLOCK],
    DEPTH_ZERO_SELF_SIGNED_CERT: ['nobody vouches for its certificate', TRUST],
    SELF_SIGNED_CERT_IN_CHAIN: ['nobody known vouches for its certificate', TRUST],
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['nobody known vouches for its certificate', TRUST],
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
      'nobody known vouches for its certificate',
      'sudo apt-get install ca-certificates',
    ],
  }),
);

/**
 * Returns what is wrong with a certificate, with the remedy, by the code of Node's error; null if that is another
 * fault.
 */
export function explainCertificate(word: string): readonly [text: string, remedy: string] | null {
  const [text, remedy] = FAULTS.get(word) ?? ['its certificate is not good', TRUST];
  return isOfCertificate(word) ? [`${text} (${word})`, remedy] : null;
}
