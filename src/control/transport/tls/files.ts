import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { EXIT, ExitError } from '../../../contract/errors.js';
import type { Logger } from '../../../contract/ports.js';
import type { CertificateRecord } from '../../../contract/records.js';
import type { Certificate } from './door.js';

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Creates a certificate from these files, which is read again when they change, so that renewing it needs no restart.
 * While they hold no valid certificate, the last valid one stays in use, and the log says so once. Throws an
 * `ExitError` 78 that names the variable if there is no valid one at first.
 */
export class FileCertificate implements Certificate {
  readonly #files: TlsFiles;
  readonly #logger: Logger;
  #pair: CertificateRecord;
  /** The stamp of the files when they were last read. */
  #seen: string;

  constructor(files: TlsFiles, logger: Logger) {
    this.#files = files;
    this.#logger = logger;
    this.#seen = stampOf(files);
    this.#pair = readTlsFiles(files);
  }

  /** Checks the files only when a client connects, so that an idle speaker can sleep. */
  current(): Promise<CertificateRecord> {
    this.#readAgain();
    return Promise.resolve(this.#pair);
  }

  #readAgain(): void {
    const stamp = stampOf(this.#files);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    try {
      this.#pair = readTlsFiles(this.#files);
      this.#logger.info({}, 'The certificate has changed and was reloaded.');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.#logger.warn(
        { reason },
        'The certificate has changed but cannot be used; the previous one stays in use.',
      );
    }
  }
}

/** Returns a stamp that differs when either file does; follows links. */
function stampOf({ certFile, keyFile }: TlsFiles): string {
  const stamps = [certFile, keyFile].map(file => {
    try {
      const { mtimeMs, size, ino } = statSync(file);
      return `${mtimeMs} ${size} ${ino}`;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unreadable';
    }
  });
  return stamps.join(', ');
}

function readTlsFiles({ certFile, keyFile }: TlsFiles): CertificateRecord {
  const pair = {
    cert: read('TONEARM_TLS_CERT_FILE', certFile),
    key: read('TONEARM_TLS_KEY_FILE', keyFile),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    const message = `TONEARM_TLS_CERT_FILE and TONEARM_TLS_KEY_FILE do not hold a certificate and its key in PEM form`;
    throw new ExitError(EXIT.badConfiguration, message, { cause: error });
  }
  return pair;
}

function read(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new ExitError(EXIT.badConfiguration, `${variable}: ${file} cannot be read (${code})`, {
      cause: error,
    });
  }
}
