/** A private authority, and certificates of it that are good or bad in one way each. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SYSTEM_AUTHORITIES } from '../../../src/lib/authorities.js';

/** `stranger`: of an authority that nobody trusts. */
export const CERTIFICATES = ['good', 'stranger', 'wrongName', 'expired'] as const;
export type CertificateName = (typeof CERTIFICATES)[number];

export interface Authority {
  /** A folder that names whom the system trusts, and this authority: as `update-ca-certificates` makes it. */
  readonly trusted: string;
  certificate(name: CertificateName): { readonly cert: string; readonly key: string };
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

function openssl(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('openssl', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${words[0]}: ${stderr}`);
  return stdout.trim();
}

/** Names the time of validity: from OpenSSL 3.4 on, days can no longer lie in the past, but dates can be given. */
function validity(isOver: boolean): readonly string[] {
  if (!isOver) return ['-days', '2'];
  const knowsDates = spawnSync('openssl', ['x509', '-help'], { encoding: 'utf8' }).stderr.includes(
    '-not_after',
  );
  const dates = ['-not_before', '20200101000000Z', '-not_after', '20200102000000Z'];
  return knowsDates ? dates : ['-days', '-1'];
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
    const paths = ['-in', file(`${name}.csr`), '-extfile', file(`${name}.ext`), '-out', file(`${name}.crt`)];
    openssl('x509', '-req', ...paths, ...signed, ...validity(name === 'expired'));
  }
  const trusted = file('certs');
  const system = dirname(SYSTEM_AUTHORITIES);
  if (existsSync(system)) cpSync(system, trusted, { recursive: true, verbatimSymlinks: true });
  else mkdirSync(trusted);
  const own = file('own.crt');
  // Node looks for one authority by its hash; mpv reads them all.
  copyFileSync(own, join(trusted, `${openssl('x509', '-hash', '-noout', '-in', own)}.0`));
  appendFileSync(join(trusted, basename(SYSTEM_AUTHORITIES)), readFileSync(own));
  return { trusted, certificate: name => ({ cert: file(`${name}.crt`), key: file(`${name}.key`) }) };
}
