import { MAINTAINER } from './publisher.mjs';

const WIDTH = 78;

/**
 * The newest entry of CHANGELOG.md as Debian writes one (Debian Policy 4.4); another version than its own is a
 * trial's. `epoch`: seconds.
 */
export function toChangelog(text, { version, epoch }) {
  const newest = text.split(/^## /m)[1] ?? '';
  const points = newest
    .split(/^- /m)
    .slice(1)
    .map(point => wrap(point.replaceAll(/\s+/g, ' ').trim()));
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000');
  return `tonearm (${version}) unstable; urgency=medium\n\n${points.join('')}\n -- ${MAINTAINER}  ${date}\n`;
}

function wrap(text) {
  const lines = [];
  let line = '  *';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '   ';
    }
    line += ` ${word}`;
  }
  return `${[...lines, line].join('\n')}\n`;
}
