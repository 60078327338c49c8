import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CertificatePair } from './pair.js';

/** RFC 5280, appendix A.1: `ub-common-name`, characters. */
const LONGEST_NAME = 64;
const REQUEST = [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-sha256'],
  ...['-utf8', '-batch', '-out', '-', '-keyout', '-'],
];

const run = promisify(execFile);

export interface SelfSigned {
  /** The name that people see in the certificate; programs ignore it. */
  readonly name: string;
  /** How long it is valid, from now on by the machine's clock. */
  readonly days: number;
}

/** Has `openssl` make a P-256 key and a self-signed certificate for it. Rejects if that program is missing or fails. */
export async function createSelfSigned({ name, days }: SelfSigned): Promise<CertificatePair> {
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
