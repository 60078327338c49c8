import type { CertificateRecord } from '../../records.js';

/** A certificate (or a chain of them, the leaf first) and its private key, in PEM. */
export type CertificatePair = CertificateRecord;

/** What the speaker shows of itself over TLS. */
export interface Certificate {
  /** The newest there is: the same object until there is a newer one. Rejects where there is none, and why is logged. */
  current(): Promise<CertificatePair>;
}
