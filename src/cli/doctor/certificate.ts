import { isOfCertificate } from '../../lib/authorities.js';

/** mpv and the agent both use the system's trust store, if Node is pointed at it, as by the package. */
const TRUST =
  'the network may pose as this host until you log in to it; if the certificate authority is your own, put its certificate into /usr/local/share/ca-certificates (NAME.crt), run sudo update-ca-certificates and restart the agent (not installed from the package, it needs NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt in its environment)';
const CLOCK = 'see the finding "clock"; if the clock is right, only the operator of the host can renew it';

const FAULTS: ReadonlyMap<string, readonly [string, string]> = new Map(
  Object.entries({
    ERR_TLS_CERT_ALTNAME_INVALID: [
      'its certificate is for another name',
      'another host answers at this address',
    ],
    CERT_HAS_EXPIRED: ['its certificate has expired', CLOCK],
    CERT_NOT_YET_VALID: ['its certificate is not valid yet', CLOCK],
    DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', TRUST],
    SELF_SIGNED_CERT_IN_CHAIN: ['its certificate comes from an unknown authority', TRUST],
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its certificate comes from an unknown authority', TRUST],
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
      'its certificate comes from an unknown authority',
      'sudo apt-get install ca-certificates',
    ],
  }),
);

/**
 * Returns what is wrong with a certificate, with the remedy, by the code of Node's error; null if that is another
 * fault.
 */
export function explainCertificate(word: string): readonly [text: string, remedy: string] | null {
  const [text, remedy] = FAULTS.get(word) ?? ['its certificate is not valid', TRUST];
  return isOfCertificate(word) ? [`${text} (${word})`, remedy] : null;
}
