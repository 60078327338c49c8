import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { EXIT, ExitError } from '../../errors.js';
import type { Logger } from '../../ports.js';
import type { Certificate, CertificatePair } from './pair.js';

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * The certificate of these files, read again when they change: whoever renews it need not restart the speaker. While
 * they hold none that is good, the last good one is shown on, and the log says so once. Throws an `ExitError` 78 that
 * names the variable where there is none to begin with.
 */
export function createFileCertificate(files: TlsFiles, logger: Logger): Certificate {
  return new FileCertificate(files, logger);
}

class FileCertificate implements Certificate {
  readonly #files: TlsFiles;
  readonly #logger: Logger;
  #pair: CertificatePair;
  /** As the files were when they were last read. */
  #seen: string;

  constructor(files: TlsFiles, logger: Logger) {
    this.#files = files;
    this.#logger = logger;
    this.#seen = stampOf(files);
    this.#pair = readTlsFiles(files);
  }

  /** Looked at when somebody comes, so that a speaker that is left alone sleeps. */
  current(): Promise<CertificatePair> {
    this.#readAgain();
    return Promise.resolve(this.#pair);
  }

  #readAgain(): void {
    const stamp = stampOf(this.#files);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    try {
      this.#pair = readTlsFiles(this.#files);
      this.#logger.info({}, 'The certificate has changed and was read again.');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.#logger.warn(
        { reason },
        'The certificate has changed and cannot be used; the one before it is shown on.',
      );
    }
  }
}

/** Differs when either file does; a link is followed. */
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

function readTlsFiles({ certFile, keyFile }: TlsFiles): CertificatePair {
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
