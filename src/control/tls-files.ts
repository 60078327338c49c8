import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { EXIT, ExitError } from '../errors.js';

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Reads certificate and key, and sees whether they fit; throws an `ExitError` 78 that names the variable. */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): { cert: Buffer; key: Buffer } {
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

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new ExitError(EXIT.badConfiguration, `${variable}: ${file} cannot be read (${code})`, {
      cause: error,
    });
  }
}
