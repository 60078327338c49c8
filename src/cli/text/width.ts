import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/** Measures text: Node exposes column widths only through the cursor position of a readline prompt. */
const RULER = createInterface({ input: new Readable({ read: () => undefined }), terminal: false });
/** Text in which each character takes one column. */
const PLAIN = /^[\x20-\x7e]*$/;
/** The variation selector that requests the emoji form of a character. */
const PICTURE = '\ufe0f';
const CUT = '…';
const MOST = 1_000;

/** Returns the number of terminal columns that the text occupies. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of toLetters(text)) width += widthOfLetter(segment);
  return width;
}

/** Splits the text into graphemes. A process that meets only plain text is spared the 10 ms of its first segmenter. */
function toLetters(text: string): Iterable<Intl.SegmentData> {
  return new Intl.Segmenter().segment(text);
}

/**
 * Returns the columns of one grapheme. A grapheme such as a flag may have several code points, but terminals give it
 * two columns at most.
 */
function widthOfLetter(letter: string): number {
  if (letter.includes(PICTURE)) return 2;
  if (PLAIN.test(letter)) return 1;
  RULER.setPrompt(letter);
  return Math.min(2, RULER.getCursorPos().cols);
}

/** Returns as much of the text as fits into the columns, with an ellipsis if it is truncated. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [kept, width] = ['', widthOf(CUT)];
  for (const { segment } of toLetters(text)) {
    width += widthOfLetter(segment);
    if (width > columns) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}${CUT}`;
}

/** Limits the length of a text: measuring takes time, and a name from the network may have millions of characters. */
export function limit(text: string): string {
  if (text.length <= MOST) return text;
  return `${text.slice(0, MOST - CUT.length).replace(/[\ud800-\udbff]$/, '')}${CUT}`;
}

/** Pads the text with spaces to the given width. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** Wraps the text between words; a word that is too long stays whole. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
