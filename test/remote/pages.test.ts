import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { html, toPage } from '../../src/pairing/page.js';
import type { PageRequest, PageResponse } from '../../src/contract/ports.js';
import { GUARD, SCRIPT_FILE, STYLE_FILE } from '../../src/remote/files.js';
import { createRemotePages } from '../../src/remote/pages.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { ask } from '../rigs/control/requests.js';

const built = new URL('../../src/', import.meta.url);
const pages = createRemotePages({ deviceName: 'Mum\'s <b>"Kitchen"</b> & 🎷', version: '0.1.0' });

async function get(
  path: string,
  method = 'GET',
  headers: Pick<PageRequest, 'acceptLanguage' | 'acceptEncoding'> = {},
): Promise<PageResponse | null> {
  const empty = new URLSearchParams();
  const asked = { method, path, query: empty, form: empty, userAgent: '', cookie: '' };
  const request: PageRequest = { ...asked, ...headers, peer: '192.0.2.1', origin: '' };
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
  t.ok(first <= 32 * 1024, `${first} bytes of script before anything is shown, gzipped`);
  const terms = textOf(await get(`${base}remote/assets/licenses.txt`));
  for (const name of ['preact', '@noble/hashes', 'uqr'])
    t.match(terms, new RegExp(`^# ${name}\\n\\n.*Permission is hereby granted`, 'ms'), name);
});

void test('packed for who unpacks, once; and as it is for all others', async t => {
  const links = linksOf(textOf(await get('/')));
  let first = 0;
  for (const path of ['/', ...links]) {
    const plain = await get(path);
    t.equal(plain?.headers?.['content-encoding'], undefined, path);
    const sent = await get(path, 'GET', { acceptEncoding: 'br;q=1.0, gzip;q=0.8, *;q=0.1' });
    if (path.endsWith('.png')) {
      t.same(sent, plain, 'a picture is packed already');
      continue;
    }
    first += sent?.body.length ?? 0;
    t.match(sent?.headers, { 'content-encoding': 'gzip', vary: /accept-encoding/ }, path);
    t.match(plain?.headers, { vary: /accept-encoding/ });
    t.not(sent?.headers?.['etag'], plain?.headers?.['etag'], 'other bytes, another name');
    t.ok(gunzipSync(sent?.body ?? '').equals(Buffer.from(plain?.body ?? '')));
    t.equal((await get(path, 'GET', { acceptEncoding: 'x-gzip' }))?.body, sent?.body, 'the same bytes again');
    for (const acceptEncoding of ['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0', 'deflate'])
      t.same(await get(path, 'GET', { acceptEncoding }), plain, `${path} ${acceptEncoding}`);
  }
  t.ok(first <= 43 * 1024, `${first} bytes at the first visit, pictures for a home screen left out`);
  t.comment(`${first} bytes at the first visit`);
});

void test('the page is in the language of the browser, and fetches that language alone', async t => {
  const words = (link: string): boolean => /words-[a-z]{2}\.js$/.test(link);
  for (const language of LANGUAGES) {
    const page = await get('/', 'GET', { acceptLanguage: `xx, ${language}-QQ;q=0.9, en;q=0.1` });
    const document = textOf(page);
    t.match(document, `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    t.match(page?.headers, { 'content-language': language, vary: /accept-language/ });
    const links = linksOf(document);
    t.match(links.filter(words), [new RegExp(`words-${language}\\.js$`)]);
    t.equal(links.filter(words).length, 1);
    for (const link of links) t.equal((await get(link))?.status, 200, link);
    const manifest = links.find(link => link.endsWith('.webmanifest')) ?? '';
    t.match(JSON.parse(textOf(await get(manifest))), { lang: language, id: '/', start_url: '/' });
  }
  t.match(textOf(await get('/', 'GET', { acceptLanguage: 'it, <script>' })), '<html lang="en"');
});

void test('The server sends nothing that the browser already holds', async t => {
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

void test('language and packing are what the browser’s own headers say', async t => {
  const device = await startFakeDevice({ http: { pages: [pages] } });
  t.teardown(device.stop);
  const headers = { 'accept-language': 'ar-EG, en;q=0.5', 'accept-encoding': 'gzip, deflate' };
  const page = await ask(device.origin, '/', { headers: { 'accept-language': headers['accept-language'] } });
  t.match(page, { status: 200, body: /<html lang="ar" dir="rtl"/, headers: { 'content-language': 'ar' } });
  const script = linksOf(page.body).find(link => link.endsWith('remote.js')) ?? '';
  const sent = await ask(device.origin, script, { headers });
  t.match(sent.headers, { 'content-encoding': 'gzip', vary: 'accept-encoding' });
  t.ok(Number(sent.headers['content-length']) < 33_000);
  const held = await ask(device.origin, script, {
    headers: { ...headers, 'if-none-match': String(sent.headers['etag']) },
  });
  t.equal(held.status, 304);
  t.equal((await ask(device.origin, script)).headers['content-encoding'], undefined);
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

void test('a browser that asks for the icon by itself gets the smallest', async t => {
  const icon = await get('/favicon.ico');
  t.match(icon, { status: 200, headers: { 'content-type': 'image/svg+xml' } });
  t.match(textOf(icon), /^<svg/);
  t.ok(textOf(icon).length < 1_000);
  const page = toPage({ language: 'en' }, { status: 200, title: 'Pair', content: html`` });
  const link = /<link rel="icon" href="([^"]+)"/.exec(textOf(page))?.[1] ?? '';
  t.equal((await get(link))?.status, 200, 'so does a page of pairing');
});
