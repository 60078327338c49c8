/** How a part of a line looks on a terminal that has colours. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export interface Span {
  readonly text: string;
  readonly style?: Style;
}

/** A line for people, in parts. What is foreign in it is made harmless where it is printed. */
export type Line = readonly (Span | string)[];

/** Text that may be a whole page, or lines whose parts differ in looks. */
export type Text = string | readonly Line[];

export function plain(line: Line): string {
  return line.map(part => (typeof part === 'string' ? part : part.text)).join('');
}
