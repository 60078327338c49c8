import type { CertificateRecord } from '../../../contract/records.js';

/** A certificate (or a chain, leaf first) and its private key, in PEM. */
export type CertificatePair = CertificateRecord;

/** The certificate that the speaker uses for TLS. */
export interface Certificate {
  /**
   * Resolves with the newest pair: the same object until there is a newer one. Rejects if there is none, and the reason
   * is logged.
   */
  current(): Promise<CertificatePair>;
}
