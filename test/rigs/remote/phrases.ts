/** Where the lines of a heading end in a browser: between the phrases of Japanese, and not within a word. */
import japanese from '../../../src/words/ja.js';

/** A heading of the sign-in pages, with marks between its phrases. */
const HEADING = japanese['title.unknownClient'];
const MARK = '\u200b';

/** An expression for the page: the lines of the heading in a narrow box under the style of the page, joined by newlines. */
export const LINES_OF_HEADING = `(() => {
  const heading = document.createElement('h2');
  heading.lang = 'ja';
  heading.style.cssText = 'position: fixed; top: 0; width: 9em; font-size: 20px';
  heading.textContent = ${JSON.stringify(HEADING)};
  document.body.append(heading);
  const [text] = heading.childNodes;
  const boxes = Array.from(text.data, (_, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  });
  const drawn = boxes.flatMap(({ top, width }, at) => (width > 0 ? [{ at, top }] : []));
  const lines = [];
  for (const { at, top } of drawn) {
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(last.top - top) < 5) last.text += text.data[at];
    else lines.push({ top, text: text.data[at] });
  }
  heading.remove();
  return lines.map(({ text }) => text).join('\\n');
})()`;

/** Whether there are several lines, and each ends where a phrase does. */
export function isOfPhrases(lines: string): boolean {
  const ends = (parts: readonly string[]): readonly number[] =>
    parts.map((_, at) => parts.slice(0, at + 1).join('').length);
  const drawn = lines.replaceAll(MARK, '').split('\n');
  const phrases = ends(HEADING.split(MARK));
  return drawn.length > 1 && ends(drawn).every(end => phrases.includes(end));
}
