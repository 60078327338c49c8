import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Cell, Clock, Logger } from '../../../contract/ports.js';
import type { CertificateRecord } from '../../../contract/records.js';
import type { Certificate } from './door.js';

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 365 * DAY_MS;
const GOOD_FOR_MS = 20 * YEAR_MS;
/** How long before its end the certificate is replaced, milliseconds. */
const RENEWED_MS = YEAR_MS;
/** Without a hardware clock a speaker may start in the past: its certificate must last all the same. */
const NOW_AT_LEAST_MS = Date.parse('2026-01-01T00:00:00Z');

/** RFC 5280, appendix A.1: `ub-common-name`, characters. */
const LONGEST_NAME = 64;
const REQUEST = [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-sha256'],
  ...['-utf8', '-batch', '-out', '-', '-keyout', '-'],
];

const run = promisify(execFile);

export interface OwnCertificateOptions {
  readonly kept: Cell<CertificateRecord>;
  readonly deviceName: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Creates the speaker's own certificate at first use and keeps it (contract, section 2, `TONEARM_TLS`). No authority
 * signs it: it encrypts the connection, and programs bind their proof to it.
 */
export class OwnCertificate implements Certificate {
  readonly #options: OwnCertificateOptions;
  /** Null until the first use, so that the start does not wait for it. */
  #shown: { readonly pair: CertificateRecord; readonly endMs: number } | null = null;
  #making: Promise<CertificateRecord> | null = null;

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

  async #make(): Promise<CertificateRecord> {
    const { kept, deviceName, clock, logger } = this.#options;
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

  async current(): Promise<CertificateRecord> {
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
function endOf({ cert, key }: CertificateRecord): number {
  const certificate = new X509Certificate(cert);
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key does not belong to the certificate');
  return Date.parse(certificate.validTo);
}

interface SelfSigned {
  /** The name that people see in the certificate; programs ignore it. */
  readonly name: string;
  /** How long it is valid, from now on by the machine's clock. */
  readonly days: number;
}

/** Has `openssl` make a P-256 key and a self-signed certificate for it. Rejects if that program is missing or fails. */
export async function createSelfSigned({ name, days }: SelfSigned): Promise<CertificateRecord> {
  const subject = `/CN=${toCommonName(name)}`;
  const { stdout } = await run('openssl', [...REQUEST, '-days', String(days), '-subj', subject]);
  const [key = '', cert = ''] = stdout.split(/(?=-----BEGIN )/);
  return { key, cert };
}

/** Escapes what has a meaning in openssl's form of a name. */
function toCommonName(name: string): string {
  return Array.from(name)
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/[\\/+]/g, String.raw`\$&`);
}
