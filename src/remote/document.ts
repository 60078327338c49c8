import { directionOf } from '../lib/languages.js';
import { escapeMarkup } from '../lib/markup.js';
import type { PageWords } from '../words/page-words.js';
import { GUARD, SCRIPT_FILE, STYLE_FILE, wordsFileOf } from './files.js';
import { manifestOf } from './manifest.js';

export interface DocumentOptions {
  readonly deviceName: string;
  readonly version: string;
  /** The folder of the remote's files, with a trailing slash. */
  readonly base: string;
  readonly words: PageWords;
}

/**
 * Builds the remote's page. Values that the browser code needs at its start are in attributes, because inline script is
 * forbidden.
 */
export function toDocument({ deviceName, version, base, words }: DocumentOptions): string {
  const name = escapeMarkup(deviceName);
  const { language, say } = words;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-art="${base}remote/assets/art.svg">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="generator" content="Tonearm ${escapeMarkup(version)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f3ee" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141112" media="(prefers-color-scheme: dark)">
<meta name="apple-mobile-web-app-title" content="${name}">
<title>${name}</title>
<script type="module" async fetchpriority="high" src="${base}${GUARD}"></script>
<link rel="icon" href="${base}remote/assets/icon.svg">
<link rel="apple-touch-icon" href="${base}remote/assets/apple-touch-icon.png">
<link rel="manifest" href="${base}${manifestOf(language)}">
<link rel="stylesheet" href="${base}${STYLE_FILE}">
<link rel="modulepreload" href="${base}${wordsFileOf(language)}">
<script type="module" src="${base}${SCRIPT_FILE}"></script>
</head>
<body>
<div id="remote" data-name="${name}">
<div class="remote"><header class="top"><h1 dir="auto">${name}</h1></header>
<main><noscript><p class="hint">${escapeMarkup(say('needsScript'))}</p></noscript>
<p class="hint" id="trouble" role="alert" hidden>${escapeMarkup(say('notAllArrived'))} <button class="plain" type="button">${escapeMarkup(say('tryAgain'))}</button></p></main></div>
</div>
</body>
</html>
`;
}
