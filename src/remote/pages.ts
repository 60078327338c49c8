import type { PageResponse, Pages } from '../ports.js';
import { createHash } from 'node:crypto';
import { PROGRAM_FOLDER } from '../place.js';
import { toDocument } from './document.js';
import { readServedFiles, type ServedFiles } from './files.js';
import { MANIFEST, toManifest } from './manifest.js';

const PREFIX = '/remote/';

/** Art lies on unknown hosts, which the agent never asks itself (contract, section 3). `'self'` covers the WebSocket. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface RemotePagesOptions {
  /** Shown until the speaker says its name itself. */
  readonly deviceName: string;
  /** Tonearm's own, named in the page. */
  readonly version: string;
}

interface Built {
  readonly document: PageResponse;
  readonly served: ServedFiles;
}

function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

async function build({ deviceName, version }: RemotePagesOptions): Promise<Built> {
  const served = await readServedFiles(PROGRAM_FOLDER, new Map([[MANIFEST, toManifest(deviceName)]]));
  const body = toDocument({ deviceName, version, base: `${PREFIX}${served.digest}/` });
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-cache',
    etag: etagOf(body),
  };
  return { document: { status: 200, headers, body }, served };
}

function toPlain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): PageResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${text}\n` };
}

function fileOf({ digest, files }: ServedFiles, path: string): PageResponse {
  const start = `${PREFIX}${digest}/`;
  // Looked up in what was read at the start, never on the disk: a path from outside opens nothing.
  const file = path.startsWith(start) ? files.get(path.slice(start.length)) : undefined;
  if (file === undefined) return toPlain(404, 'Not found.');
  const headers = {
    'content-type': file.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    etag: etagOf(file.body),
  };
  return { status: 200, headers, body: file.body };
}

/**
 * The web remote: `GET /` and its files under `/remote/` (contract, section 3). Whether `/` is the remote's to
 * answer is decided before it is asked. Files are read at the first request; rejects when the remote was not built.
 */
export function createRemotePages(options: RemotePagesOptions): Pages {
  let built: Promise<Built> | undefined;
  return async ({ method, path }) => {
    if (path !== '/' && !path.startsWith(PREFIX)) return null;
    if (method !== 'GET' && method !== 'HEAD')
      return toPlain(405, 'Only to be read.', { allow: 'GET, HEAD' });
    // A failure is not kept: what stood in the way may be gone at the next request.
    built ??= build(options).catch((error: unknown) => {
      built = undefined;
      throw error;
    });
    const { document, served } = await built;
    return path === '/' ? document : fileOf(served, path);
  };
}
