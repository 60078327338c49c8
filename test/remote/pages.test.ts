import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'tap';
import type { PageRequest, PageResponse } from '../../src/ports.js';
import { GUARD, SCRIPT_FILE, STYLE_FILE } from '../../src/remote/files.js';
import { createRemotePages } from '../../src/remote/pages.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { ask } from '../rigs/control/requests.js';

const built = new URL('../../src/', import.meta.url);
const pages = createRemotePages({ deviceName: 'Mum\'s <b>"Kitchen"</b> & 🎷', version: '0.1.0' });

async function get(path: string, method = 'GET'): Promise<PageResponse | null> {
  const empty = new URLSearchParams();
  const asked = { method, path, query: empty, form: empty };
  const request: PageRequest = { ...asked, userAgent: '', cookie: '', peer: '192.0.2.1' };
  return pages(request);
}

function textOf(response: PageResponse | null): string {
  return String(response?.body);
}

function linksOf(document: string): string[] {
  return [...document.matchAll(/(?:href|src|data-art)="([^"]+)"/g)].map(match => String(match[1]));
}

void test('the page allows its own scripts alone', async t => {
  const response = await get('/');
  t.equal(response?.status, 200);
  t.equal(response?.headers?.['content-type'], 'text/html; charset=utf-8');
  const policy = String(response?.headers?.['content-security-policy']);
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: http: https:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]) {
    t.ok(policy.split('; ').includes(rule), rule);
  }
  const document = textOf(response);
  t.notMatch(document, /<script(?![^>]* src=)/, 'no inline script');
  t.notMatch(document, / style=| on[a-z]+=|<style/, 'no inline style, no inline listener');
});

void test('the name of the speaker is text, never markup', async t => {
  const document = textOf(await get('/'));
  t.match(document, 'Mum&#39;s &lt;b&gt;&quot;Kitchen&quot;&lt;/b&gt; &amp; 🎷');
  t.notMatch(document, '<b>');
});

void test('everything the page names is served, for good, and as what it is', async t => {
  const links = linksOf(textOf(await get('/')));
  for (const file of [GUARD, SCRIPT_FILE, STYLE_FILE])
    t.ok(
      links.some(link => link.endsWith(file)),
      file,
    );
  const types = new Map([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
    ['.png', 'image/png'],
    ['.svg', 'image/svg+xml'],
    ['.webmanifest', 'application/manifest+json'],
  ]);
  for (const link of links) {
    const response = await get(link);
    t.match(
      response,
      {
        status: 200,
        headers: {
          'content-type': types.get(posix.extname(link)),
          'cache-control': 'public, max-age=31536000, immutable',
          etag: /^"[\w-]+"$/,
        },
      },
      link,
    );
  }
});

/** The folder that the page names for its files. */
async function findBase(): Promise<string> {
  return String(linksOf(textOf(await get('/')))[0]).replace(/remote\/assets.*/, '');
}

void test('nothing else is served, whatever the path says', async t => {
  const base = await findBase();
  for (const path of [
    base,
    `${base}main.js`,
    `${base}remote/pages.js`,
    `${base}../../../package.json`,
    `${base}remote/browser/../pages.js`,
    `${base}%2e%2e/package.json`,
    `${base}constructor`,
    '/remote/',
    '/remote/0000000000000000/remote/browser/main.js',
  ]) {
    t.equal((await get(path))?.status, 404, path);
  }
  t.equal(await get('/healthz'), null, 'not the remote’s to answer');
  t.match(await get('/', 'POST'), { status: 405, headers: { allow: 'GET, HEAD' } });
  t.equal(await get('/pair', 'POST'), null);
  t.equal((await get('/', 'HEAD'))?.status, 200);
});

void test('the script is whole, and small', async t => {
  const folder = new URL('remote/assets/', built);
  const names = (await readdir(folder)).filter(name => name.endsWith('.js'));
  t.ok(names.length > 2, 'the encoder of the picture for a camera comes when it is needed');
  const base = await findBase();
  let first = 0;
  for (const name of names) {
    const source = await readFile(new URL(name, folder), 'utf8');
    for (const [, from] of source.matchAll(/\b(?:from|import)\s*\(?["']([^"']+)["']/g))
      t.ok(names.includes(from?.replace('./', '') ?? ''), `${name} fetches ${from}`);
    t.notMatch(source, /\brequire\(|\beval\(|new Function/, 'and makes none, which the policy forbids');
    t.equal((await get(`${base}remote/assets/${name}`))?.status, 200, name);
    if (['remote.js', 'guard.js'].includes(name)) first += gzipSync(source).length;
  }
  t.ok(first <= 33 * 1024, `${first} bytes of script before anything is shown, gzipped`);
  const terms = textOf(await get(`${base}remote/assets/licenses.txt`));
  for (const name of ['preact', '@noble/hashes', 'uqr'])
    t.match(terms, new RegExp(`^# ${name}\\n\\n.*Permission is hereby granted`, 'ms'), name);
});

void test('what a browser holds is not sent again', async t => {
  const device = await startFakeDevice({ http: { pages: [pages] } });
  t.teardown(device.stop);
  const links = linksOf(textOf(await get('/')));
  const script = links.find(link => link.endsWith('remote.js')) ?? '';
  const image = links.find(link => link.endsWith('.png')) ?? '';
  for (const path of ['/', script, image]) {
    const first = await ask(device.origin, path);
    const etag = String(first.headers['etag']);
    t.equal(first.status, 200, path);
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const second = await ask(device.origin, path, { headers: { 'if-none-match': held } });
      t.match(second, { status: 304, body: '', headers: { etag } }, `${path} ${held}`);
    }
    const other = await ask(device.origin, path, { headers: { 'if-none-match': '"other"' } });
    t.match(other, { status: 200, body: first.body });
  }
});

void test('a phone can put it on its home screen, under the speaker’s name', async t => {
  const document = textOf(await get('/'));
  const place = /<link rel="manifest" href="([^"]+)"/.exec(document)?.[1] ?? '';
  const manifest = JSON.parse(textOf(await get(place))) as {
    name: string;
    icons: { src: string; sizes: string; type: string; purpose: string }[];
  };
  t.match(manifest, {
    id: '/',
    name: 'Mum\'s <b>"Kitchen"</b> & 🎷',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  for (const [sizes, purpose] of [
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ]) {
    const icon = manifest.icons.find(each => each.sizes === sizes && each.purpose === purpose);
    const file = await get(new URL(icon?.src ?? '', `http://speaker${place}`).pathname);
    t.equal(file?.headers?.['content-type'], 'image/png');
    const bytes = Buffer.from(file?.body ?? '');
    t.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, 'as large as it says');
  }
  t.match(document, /<link rel="apple-touch-icon" href="[^"]+\.png">/);
});
