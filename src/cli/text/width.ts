import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/** Node measures a prompt by the columns that its letters take, and tells nobody but whoever asks where the cursor is. */
const RULER = createInterface({ input: new Readable({ read: () => undefined }), terminal: false });
const LETTERS = new Intl.Segmenter();
/** Asks for the picture of a letter that has two forms. */
const PICTURE = '\ufe0f';
const CUT = '…';
const MOST = 1_000;

/** How many columns of a terminal the text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of LETTERS.segment(text)) width += widthOfLetter(segment);
  return width;
}

/** A letter as people see it, such as a flag, may be of several parts; no terminal gives it more than two columns. */
function widthOfLetter(letter: string): number {
  if (letter.includes(PICTURE)) return 2;
  if (/^[\x20-\x7e]$/.test(letter)) return 1;
  RULER.setPrompt(letter);
  return Math.min(2, RULER.getCursorPos().cols);
}

/** As much of the text as these columns hold; where it is cut off, it says so. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [kept, width] = ['', widthOf(CUT)];
  for (const { segment } of LETTERS.segment(text)) {
    width += widthOfLetter(segment);
    if (width > columns) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}${CUT}`;
}

/** No more than anybody reads: to measure a letter takes time, and a name from the network may have millions. */
export function limit(text: string): string {
  if (text.length <= MOST) return text;
  return `${text.slice(0, MOST - CUT.length).replace(/[\ud800-\udbff]$/, '')}${CUT}`;
}

/** The text and as many spaces behind it as make it so wide. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** Broken between words into lines that are no wider; a word that is stays whole. */
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
