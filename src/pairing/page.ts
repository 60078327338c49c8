import { createHash } from 'node:crypto';
import { directionOf } from '../lib/languages.js';
import { escapeMarkup } from '../lib/markup.js';
import type { PageResponse } from '../contract/ports.js';
import type { PageWords } from '../words/page-words.js';

/** Text that is safe to insert into HTML. */
export interface Html {
  readonly html: string;
  /** It contains a form whose response redirects to the service. */
  readonly leadsAway?: boolean;
}

/** Builds HTML; every value that is not itself `Html` is escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | null)[]): Html {
  const written = values.map(value =>
    value === null ? '' : typeof value === 'string' ? escapeMarkup(value) : value.html,
  );
  const leadsAway = values.some(
    value => value !== null && typeof value === 'object' && value.leadsAway === true,
  );
  return { html: parts.map((part, at) => part + (written[at] ?? '')).join(''), leadsAway };
}

/** Concatenates the parts. */
export function joined(parts: readonly Html[]): Html {
  return { html: parts.map(part => part.html).join('') };
}

const STYLE = `
:root{color-scheme:light dark;--ground:#f4f1ec;--card:#fff;--ink:#1d1a17;--soft:#625b54;--line:#d9d2c9;--mark:#b3421f;--on-mark:#fff}
@media(prefers-color-scheme:dark){:root{--ground:#151312;--card:#201d1b;--ink:#f3eee8;--soft:#b0a79e;--line:#3b3632;--mark:#f0875f;--on-mark:#1d0f09}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:min(1.25rem,4vw);background:var(--ground);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:27rem;padding:min(2rem,7vw) min(1.5rem,5vw);background:var(--card);border:1px solid var(--line);border-radius:1.25rem}
svg{display:block;width:4rem;height:4rem;margin:0 0 1.25rem;color:var(--mark)}
h1{margin:0 0 .5rem;font-size:min(1.625rem,9vw);line-height:1.2;letter-spacing:-.01em;text-wrap:balance}
h1:lang(ja){word-break:keep-all;word-break:auto-phrase}
p{margin:0 0 1rem}
.soft{color:var(--soft)}
.small{font-size:.9375rem}
.act{display:block;width:100%;margin:1.5rem 0 0;padding:.875rem 1rem;border:0;border-radius:.875rem;background:var(--mark);color:var(--on-mark);font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
.act:hover{filter:brightness(1.06)}
.quiet{display:block;width:100%;margin:1.5rem 0 0;padding:.75rem .875rem;border:1px solid var(--line);border-radius:.75rem;background:transparent;color:inherit;font:inherit;font-size:1rem;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--mark);outline-offset:3px}
details{margin-top:1.5rem;padding-top:.625rem;border-top:1px solid var(--line)}
summary{color:var(--soft);cursor:pointer;padding:.625rem 0}
label{display:block;margin:.75rem 0 .5rem}
input{width:100%;padding:.75rem .875rem;border:1px solid var(--soft);border-radius:.75rem;background:transparent;color:inherit;font:inherit;font-size:1rem}
[name=address]+*{margin-top:.75rem}
details+p,form+p{margin-top:1.5rem}
code{font-size:.9375em;background:var(--ground);padding:.1em .35em;border-radius:.3em;white-space:nowrap}
`;

/** No scripts, no frames, nothing from other origins. */
const RULES = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Chromium applies `form-action` to redirects too, so pages whose form redirects to the service omit it. */
function toPolicy({ leadsAway }: Html): string {
  return [...RULES, ...(leadsAway === true ? [] : ["form-action 'self'"])].join('; ');
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** The logo: a record and a tonearm. */
const MARK = html`<svg viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="27" cy="36" r="23"/><circle cx="27" cy="36" r="13" stroke-width="1.5" opacity=".55"/><circle cx="27" cy="36" r="3.5" fill="currentColor" stroke="none"/><circle cx="56" cy="10" r="4.5"/><path d="M56 14.5V32L43 44"/></svg>`;

interface PageContent {
  readonly status: number;
  readonly title: string;
  readonly content: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Builds a whole page: a heading and the content below it. */
export function toPage(
  { language }: Pick<PageWords, 'language'>,
  { status, title, content, headers = {} }: PageContent,
): PageResponse {
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<title>${title}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<main>
${MARK}
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  const policy = { 'content-security-policy': toPolicy(content), 'content-language': language };
  return { status, headers: { ...HEADERS, ...policy, ...headers }, body: page.html };
}

/** Builds a 303 response: the browser follows with a GET. */
export function toRedirect(location: string): PageResponse {
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    body: '',
  };
}
