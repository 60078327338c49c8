// The authors and licences of everything in the package (copyright-format 1.0).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findModules } from './modules.mjs';
import { HOMEPAGE } from './publisher.mjs';

const IS_LICENCE = /^(licen[cs]e|copying)/i;
const IS_COPYRIGHT = /^\W*(?:copyright\s+(?:notice:?\s*)?)(?:\(c\)|©|\d{4}).*$/gim;
/** Every Debian machine has this licence, and Debian requires a reference to it (Debian Policy 12.5). */
const APACHE = 'The licence is in /usr/share/common-licenses/Apache-2.0 on Debian systems.';

export function toCopyright(root) {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  const stanzas = findModules(root).map(module => toStanza(root, module));
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Tonearm\n' +
      (HOMEPAGE === null ? '' : `Source: ${HOMEPAGE}\n`),
    toEntry('*', 'Expat', own),
    ...stanzas,
  ].join('\n');
}

function toStanza(root, { path, name, isBundled }) {
  const files = isBundled
    ? 'usr/lib/tonearm/dist/client/* usr/lib/tonearm/dist/program/*'
    : `usr/lib/tonearm/${path}/*`;
  const comment = isBundled ? `Comment: ${name}, within the bundle\n` : '';
  const folder = join(root, path);
  const file = readdirSync(folder).find(entry => IS_LICENCE.test(entry));
  const { license = 'Expat', author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (license === 'Apache-2.0') return toEntry(files, license, toWords(license, author, APACHE), comment);
  // Each module keeps its author's licence text verbatim.
  const words = file === undefined ? toWords(license, author) : readFileSync(join(folder, file), 'utf8');
  const title = `${typeof license === 'string' ? license.replaceAll(/[()]/g, '') : 'Expat'}`;
  const id = title === 'MIT' || title === 'Expat' ? `Expat-${name.replaceAll(/[^a-z0-9]+/gi, '-')}` : title;
  return toEntry(files, id, words, comment);
}

function toWords(license, author, terms = `Its package.json says: ${license}.`) {
  const who = typeof author === 'string' ? author : author?.name;
  return `Copyright ${who ?? 'its authors'}\n\n${terms}`;
}

function toEntry(files, license, words, comment = '') {
  const holders = [...words.matchAll(IS_COPYRIGHT)].map(([line]) => line.trim()).filter(line => line !== '');
  const body = words
    .trim()
    .split('\n')
    .map(line => (line.trim() === '' ? ' .' : `  ${line.trim()}`));
  return `Files: ${files}
Copyright: ${(holders.length === 0 ? [words.split('\n')[0]] : holders).join('\n           ')}
${comment}License: ${license}
${body.join('\n')}
`;
}
