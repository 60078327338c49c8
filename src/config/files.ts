import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { GivenVariables, Problem } from './check.js';

const LARGEST_SECRET = 4096;
const LARGEST_PEM = 1024 * 1024;

/** A value with its problems and warnings, which never contain secrets. */
export interface Checked<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

/**
 * Returns the client secret: the variable, else the file, else the systemd credential `client-secret`, else empty. One
 * line break at the end of a file is not part of it.
 */
export function findClientSecret(given: GivenVariables, environment: NodeJS.ProcessEnv): Checked<string> {
  const file = given.TONEARM_CLIENT_SECRET_FILE;
  if (given.TONEARM_CLIENT_SECRET !== undefined) {
    const both = 'TONEARM_CLIENT_SECRET is set, so TONEARM_CLIENT_SECRET_FILE is ignored';
    return { value: given.TONEARM_CLIENT_SECRET, problems: [], warnings: file === undefined ? [] : [both] };
  }
  if (file !== undefined) return readSecret(file, 'names a file');
  const folder = environment['CREDENTIALS_DIRECTORY'] ?? '';
  const credential = join(folder, 'client-secret');
  if (folder === '' || !isPresent(credential)) return { value: '', problems: [], warnings: [] };
  return readSecret(credential, 'stands in for a systemd credential');
}

function readSecret(path: string, what: string): Checked<string> {
  const failed = (why: string): Checked<string> => ({
    value: '',
    problems: [{ name: 'TONEARM_CLIENT_SECRET_FILE', text: `${what} that ${why}` }],
    warnings: [],
  });
  const read = readSmallFile(path, LARGEST_SECRET);
  if (read.content === null) return failed(read.why);
  const secret = read.content.replace(/\r?\n$/, '');
  if (secret === '') return failed('is empty');
  if (/\p{Cc}/u.test(secret)) return failed('contains control characters or more than one line');
  return { value: secret, problems: [], warnings: [] };
}

/**
 * Returns the TLS files. It is a problem if only one is set, if one is unreadable, or if they do not belong together.
 */
export function findTls(given: GivenVariables): Checked<{ certFile: string; keyFile: string } | null> {
  const certFile = given.TONEARM_TLS_CERT_FILE;
  const keyFile = given.TONEARM_TLS_KEY_FILE;
  if (certFile === undefined && keyFile === undefined) return { value: null, problems: [], warnings: [] };
  if (certFile === undefined || keyFile === undefined) {
    const [missing, present] =
      certFile === undefined
        ? (['TONEARM_TLS_CERT_FILE', 'TONEARM_TLS_KEY_FILE'] as const)
        : (['TONEARM_TLS_KEY_FILE', 'TONEARM_TLS_CERT_FILE'] as const);
    const text = `is missing, but ${present} is set: TLS needs both or neither`;
    return { value: null, problems: [{ name: missing, text }], warnings: [] };
  }
  return { value: { certFile, keyFile }, problems: findPairProblems(certFile, keyFile), warnings: [] };
}

function findPairProblems(certFile: string, keyFile: string): Problem[] {
  const cert = readSmallFile(certFile, LARGEST_PEM);
  const key = readSmallFile(keyFile, LARGEST_PEM);
  const unreadable: Problem[] = [];
  if (cert.content === null) {
    unreadable.push({ name: 'TONEARM_TLS_CERT_FILE', text: `names a file that ${cert.why}` });
  }
  if (key.content === null) {
    unreadable.push({ name: 'TONEARM_TLS_KEY_FILE', text: `names a file that ${key.why}` });
  }
  if (cert.content === null || key.content === null) return unreadable;
  if (!isUsable({ cert: cert.content })) {
    return [{ name: 'TONEARM_TLS_CERT_FILE', text: 'names a file that is not a certificate in PEM format' }];
  }
  if (!isUsable({ cert: cert.content, key: key.content })) {
    const text = 'names a file that is not a private key in PEM format, or not the key of the certificate';
    return [{ name: 'TONEARM_TLS_KEY_FILE', text }];
  }
  return [];
}

function isUsable(pair: { cert: string; key?: string }): boolean {
  try {
    createSecureContext(pair);
    return true;
  } catch {
    return false;
  }
}

/** Returns a warning for a program that cannot be run, which is no problem: it may be installed later. */
export function findCommandWarnings(given: GivenVariables): string[] {
  const path = given.TONEARM_EVENT_COMMAND;
  if (path === undefined) return [];
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? [] : ['TONEARM_EVENT_COMMAND names something that is not a file'];
  } catch {
    return ['TONEARM_EVENT_COMMAND names a program that does not exist or is not executable'];
  }
}

type FileContent = { readonly content: string } | { readonly content: null; readonly why: string };

function readSmallFile(path: string, limit: number): FileContent {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { content: null, why: 'is not a regular file' };
    if (stat.size > limit) return { content: null, why: 'is too large' };
    return { content: readFileSync(path, 'utf8') };
  } catch (error) {
    return { content: null, why: toReason(error) };
  }
}

function toReason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  return code === 'EACCES' || code === 'EPERM' ? 'is not readable by this user' : `cannot be read (${code})`;
}

function isPresent(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
