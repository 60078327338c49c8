/**
 * The certificate authorities that the system trusts, as `update-ca-certificates` writes them: mpv verifies with these.
 * The package's script points Node to the same authorities, in the folder of this file (config/debian/tonearm.sh).
 */
export const SYSTEM_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Whether a TLS connection failed because of the certificate, judged by the code of Node's error. */
export function isOfCertificate(word: string): boolean {
  return /CERT|SIGNATURE|ISSUER/.test(word);
}
