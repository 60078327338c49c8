import type { PageRequest, PageResponse, Pages } from '../contract/ports.js';
import { createHash } from 'node:crypto';
import { type Language, LANGUAGES } from '../lib/languages.js';
import { PROGRAM_FOLDER } from '../place.js';
import { toDocument } from './document.js';
import { createPageWords, languageOf } from '../words/page-words.js';
import { ICON, packed, readServedFiles, type ServedFile, type ServedFiles } from './files.js';
import { manifestOf, toManifest } from './manifest.js';

const PREFIX = '/remote/';
const ICON_PATH = '/favicon.ico';

/**
 * Art comes from unknown hosts, which the agent itself never contacts (contract, section 3). `'self'` covers the
 * WebSocket.
 */
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
  /** Shown until the speaker sends its name. */
  readonly deviceName: string;
  /** Tonearm's own version, named in the page. */
  readonly version: string;
}

interface Built {
  readonly documents: ReadonlyMap<Language, ServedFile>;
  readonly served: ServedFiles;
}

function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

async function build({ deviceName, version }: RemotePagesOptions): Promise<Built> {
  const spoken = LANGUAGES.map(language => createPageWords({ language, tag: language }));
  const manifests = spoken.map(words => [manifestOf(words.language), toManifest(deviceName, words)] as const);
  const served = await readServedFiles(PROGRAM_FOLDER, new Map(manifests));
  const documents = new Map<Language, ServedFile>();
  for (const words of spoken) {
    const body = toDocument({ deviceName, version, base: `${PREFIX}${served.digest}/`, words });
    documents.set(words.language, await packed({ contentType: 'text/html; charset=utf-8', body }));
  }
  return { documents, served };
}

/** Whether the browser accepts gzip (RFC 9110, section 12.5.3). */
function unpacks({ acceptEncoding = '' }: PageRequest): boolean {
  return acceptEncoding
    .split(',')
    .some(part => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}

function toResponse(
  request: PageRequest,
  { contentType, body, gzipped }: ServedFile,
  { vary, ...headers }: Readonly<Record<string, string>> & { readonly vary?: string },
): PageResponse {
  const isPacked = gzipped !== undefined && unpacks(request);
  const sent = isPacked ? gzipped : body;
  const varies = [
    ...(vary === undefined ? [] : [vary]),
    ...(gzipped === undefined ? [] : ['accept-encoding']),
  ];
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      ...(isPacked && { 'content-encoding': 'gzip' }),
      ...(varies.length > 0 && { vary: varies.join(', ') }),
      ...headers,
      etag: etagOf(sent),
    },
    body: sent,
  };
}

function toPlain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): PageResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${text}\n` };
}

function fileOf({ digest, files }: ServedFiles, request: PageRequest): PageResponse {
  const start = `${PREFIX}${digest}/`;
  const { path } = request;
  // Only files read at the start can be served, never the disk: a path in a request opens nothing.
  const file = path.startsWith(start) ? files.get(path.slice(start.length)) : undefined;
  if (file === undefined) return toPlain(404, 'Not found.');
  return toResponse(request, file, { 'cache-control': 'public, max-age=31536000, immutable' });
}

/** Answers browsers that ask for an icon by themselves, and the pairing pages, which know no digest. */
function iconOf({ files }: ServedFiles, request: PageRequest): PageResponse {
  const file = files.get(ICON);
  if (file === undefined) return toPlain(404, 'Not found.');
  return toResponse(request, file, { 'cache-control': 'public, max-age=86400' });
}

/** Returns the page in the browser's language, in which the remote then fetches its words. */
function documentOf(documents: Built['documents'], request: PageRequest): PageResponse {
  const { language } = languageOf(request);
  const document = documents.get(language);
  if (document === undefined) return toPlain(404, 'Not found.');
  return toResponse(request, document, {
    vary: 'accept-language',
    'content-language': language,
    'content-security-policy': POLICY,
    'cache-control': 'no-cache',
  });
}

/**
 * Creates the web remote: `GET /` and its files under `/remote/` (contract, section 3). The caller decides whether `/`
 * is the remote. Files are read at the first request, which rejects if the remote was not built.
 */
export function createRemotePages(options: RemotePagesOptions): Pages {
  let built: Promise<Built> | undefined;
  return async request => {
    const { method, path } = request;
    if (path !== '/' && path !== ICON_PATH && !path.startsWith(PREFIX)) return null;
    if (method !== 'GET' && method !== 'HEAD')
      return toPlain(405, 'Only to be read.', { allow: 'GET, HEAD' });
    // Do not cache a failure: its cause may be gone at the next request.
    built ??= build(options).catch((error: unknown) => {
      built = undefined;
      throw error;
    });
    const { documents, served } = await built;
    if (path === ICON_PATH) return iconOf(served, request);
    return path === '/' ? documentOf(documents, request) : fileOf(served, request);
  };
}
