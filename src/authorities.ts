/**
 * The certificate authorities that the system trusts, as `update-ca-certificates` writes them: mpv verifies with these.
 * Node is pointed to the file by its environment (`NODE_EXTRA_CA_CERTS`), so that both trust the same.
 */
export const SYSTEM_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Whether a TLS connection failed because of the certificate, judged by the code of Node's error. */
export function isOfCertificate(word: string): boolean {
  return /CERT|SIGNATURE|ISSUER/.test(word);
}
