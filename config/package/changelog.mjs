import { MAINTAINER } from './publisher.mjs';

const WIDTH = 78;

/**
 * Returns the newest entry of CHANGELOG.md in Debian's format (Debian Policy 4.4). A version other than the entry's own
 * is a trial. `epoch`: seconds.
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
