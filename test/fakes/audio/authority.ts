/** A private authority, and certificates of it that are good or bad in one way each. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_AUTHORITIES } from '../../../src/authorities.js';

/** `stranger`: of an authority that nobody trusts. */
export const CERTIFICATES = ['good', 'stranger', 'wrongName', 'expired'] as const;
export type CertificateName = (typeof CERTIFICATES)[number];

export interface Authority {
  /** Whom the system trusts, and this authority. */
  readonly bundle: string;
  certificate(name: CertificateName): { readonly cert: string; readonly key: string };
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

function openssl(...words: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${words[0]}: ${stderr}`);
}

/** Everything is made in `folder`, which exists. */
export function createAuthority(folder: string): Authority {
  const file = (name: string) => join(folder, name);
  for (const ca of ['own', 'other']) {
    const rights = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=keyCertSign'];
    const out = ['-keyout', file(`${ca}.key`), '-out', file(`${ca}.crt`)];
    openssl('req', '-x509', ...EC, '-days', '2', '-subj', `/CN=Authority ${ca}`, ...rights, ...out);
  }
  for (const name of CERTIFICATES) {
    const ca = name === 'stranger' ? 'other' : 'own';
    const host = name === 'wrongName' ? 'elsewhere.test' : 'localhost';
    openssl(
      'req',
      ...EC,
      '-subj',
      `/CN=${host}`,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.csr`),
    );
    writeFileSync(file(`${name}.ext`), `subjectAltName=DNS:${host}\n`);
    const signed = ['-CA', file(`${ca}.crt`), '-CAkey', file(`${ca}.key`), '-CAcreateserial'];
    const days = ['-days', name === 'expired' ? '-1' : '2'];
    const paths = ['-in', file(`${name}.csr`), '-extfile', file(`${name}.ext`), '-out', file(`${name}.crt`)];
    openssl('x509', '-req', ...paths, ...signed, ...days);
  }
  const bundle = file('bundle.crt');
  if (existsSync(SYSTEM_AUTHORITIES)) copyFileSync(SYSTEM_AUTHORITIES, bundle);
  appendFileSync(bundle, spawnSync('cat', [file('own.crt')], { encoding: 'utf8' }).stdout);
  return { bundle, certificate: name => ({ cert: file(`${name}.crt`), key: file(`${name}.key`) }) };
}
