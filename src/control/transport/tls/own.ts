import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Cell, Clock, Logger } from '../../../contract/ports.js';
import type { Certificate, CertificatePair } from './pair.js';

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 365 * DAY_MS;
const GOOD_FOR_MS = 20 * YEAR_MS;
/** How long before its end the certificate is replaced, milliseconds. */
const RENEWED_MS = YEAR_MS;
/** Without a hardware clock a speaker may start in the past: its certificate must last all the same. */
const NOW_AT_LEAST_MS = Date.parse('2026-01-01T00:00:00Z');

export interface OwnCertificateOptions {
  readonly kept: Cell<CertificatePair>;
  readonly deviceName: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Creates the speaker's own certificate at first use and keeps it (contract, section 2, `TONEARM_TLS`). No authority
 * signs it: it encrypts the connection, and programs bind their proof to it.
 */
export function createOwnCertificate(options: OwnCertificateOptions): Certificate {
  return new OwnCertificate(options);
}

class OwnCertificate implements Certificate {
  readonly #options: OwnCertificateOptions;
  /** Null until the first use, so that the start does not wait for it. */
  #shown: { readonly pair: CertificatePair; readonly endMs: number } | null = null;
  #making: Promise<CertificatePair> | null = null;

  constructor(options: OwnCertificateOptions) {
    this.#options = options;
  }

  #read(): void {
    const { kept, logger } = this.#options;
    if (kept.value === null) return;
    try {
      this.#shown = { pair: kept.value, endMs: endOf(kept.value) };
    } catch (error) {
      logger.warn({ err: error }, 'The saved certificate is invalid; a new one is created.');
    }
  }

  async #make(): Promise<CertificatePair> {
    const { kept, deviceName, clock, logger } = this.#options;
    const { createSelfSigned } = await import('./self-signed.js');
    const nowMs = clock.epochMs();
    const endMs = Math.max(nowMs, NOW_AT_LEAST_MS) + GOOD_FOR_MS;
    const pair = await createSelfSigned({ name: deviceName, days: Math.ceil((endMs - nowMs) / DAY_MS) });
    this.#shown = { pair, endMs: endOf(pair) };
    try {
      await kept.write(pair);
    } catch (error) {
      logger.warn({ err: error }, 'The certificate could not be saved; the next start creates a new one.');
    }
    return pair;
  }

  async current(): Promise<CertificatePair> {
    if (this.#shown === null) this.#read();
    const leftMs = (this.#shown?.endMs ?? 0) - this.#options.clock.epochMs();
    if (this.#shown !== null && leftMs > RENEWED_MS) return this.#shown.pair;
    this.#making ??= this.#make().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }
}

/**
 * Returns the end of validity, epoch milliseconds. Throws if it is no certificate, or the key does not belong to it.
 */
function endOf({ cert, key }: CertificatePair): number {
  const certificate = new X509Certificate(cert);
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key does not belong to the certificate');
  return Date.parse(certificate.validTo);
}
