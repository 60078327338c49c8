/**
 * Whom the system trusts to vouch for a host, as `update-ca-certificates` writes it: what mpv verifies with. Node is
 * pointed at it by the environment that it is started with (`NODE_EXTRA_CA_CERTS`), so that both trust the same.
 */
export const SYSTEM_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Whether a TLS connection failed because of the certificate, by the word of Node's error. */
export function isOfCertificate(word: string): boolean {
  return /CERT|SIGNATURE|ISSUER/.test(word);
}
