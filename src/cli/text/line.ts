/** The look of a part of a line on a terminal with colours. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export interface Span {
  readonly text: string;
  readonly style?: Style;
}

/** A line for people, in parts. Foreign text in it is sanitised when it is printed. */
export type Line = readonly (Span | string)[];

/** Text of any number of lines, or lines with styled parts. */
export type Text = string | readonly Line[];

export function plain(line: Line): string {
  return line.map(part => (typeof part === 'string' ? part : part.text)).join('');
}
