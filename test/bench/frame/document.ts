import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Measurement, Outcome } from './measurement.js';
import { toMarkdown } from './table.js';
import { readVerdicts, toVerdictTable } from './verdict.js';

const open = (name: string): string => `<!-- ${name} -->`;
const close = (name: string): string => `<!-- /${name} -->`;

const PREFACE = `# Measured

*For those who want to know how quick and how small Tonearm is, beside what, and for those who change it.*

Every figure here comes from \`npm run bench\`, which measures on the machine at hand and writes this page; \`npm run bench -- NAME…\` does
only those named and leaves the other sections as they are. Machines differ and are busy, so that what counts is how a figure compares with the floor or
the peer beside it, taken in the same run. Missing programs (PulseAudio, MPD, Mopidy, Snapserver, ffmpeg, strace) are installed by \`npm run bench\`, or what needs
them is left out.

Up to 100 % of what is allowed is reached. Of each section the first table has the figure that comes nearest to its limit, or is furthest beyond it.
`;

export interface Section {
  readonly measurement: Measurement;
  readonly outcome: Outcome;
  readonly machine: readonly string[];
  readonly load: string;
  /** ISO date. */
  readonly date: string;
}

function toSection({ measurement, outcome, machine, load, date }: Section): string {
  const { name, title, about } = measurement;
  const { verdicts, tables, notes } = outcome;
  return [
    `## ${title}`,
    '',
    about,
    '',
    ...(verdicts.length === 0 ? [] : [toMarkdown(toVerdictTable(verdicts)), '']),
    ...tables.flatMap(({ title: caption, table }) => [`${caption}:`, '', toMarkdown(table), '']),
    ...notes.map(note => `- ${note}`),
    ...(notes.length === 0 ? [] : ['']),
    `Repeat: \`npm run bench -- ${name}\`. ${date}, load ${load}: ${machine.join('; ')}.`,
  ].join('\n');
}

/** A line a section: of its verdicts the worst, and what floor and peer reached there. */
function toSummary(bodies: readonly string[]): string {
  const rows = bodies.map(body => {
    const title = /^## (.+)$/m.exec(body)?.[1] ?? '';
    const verdicts = readVerdicts(body);
    const [worst] = [...verdicts].sort((a, b) => b.rank - a.rank);
    const reached = verdicts.filter(({ word }) => word === 'reached').length;
    const [, date = '', load = ''] = /(\d{4}-\d\d-\d\d), load ([\d.]+)/.exec(body) ?? [];
    const link = `[${title}](#${title
      .toLowerCase()
      .replaceAll(/[^\p{L}\d -]/gu, '')
      .replaceAll(' ', '-')})`;
    const figure =
      worst === undefined ? '' : `${worst.what}: ${worst.figure} (${worst.target}), ${worst.word}`;
    return [
      link,
      figure,
      worst?.peer ?? '',
      worst?.floor ?? '',
      `${reached} of ${verdicts.length}`,
      `${date}, ${load}`,
    ];
  });
  return toMarkdown({
    head: ['section', 'its worst figure', 'peer', 'floor', 'reached', 'date, load'],
    rows,
  });
}

/** Puts a section in its place of the page, keeping every other one. `order`: all names, as they shall stand. */
export function writeSection(path: string, section: Section, order: readonly string[]): void {
  const before = readOrEmpty(path);
  const { name } = section.measurement;
  const bodies = order.flatMap(other => {
    const body = other === name ? toSection(section) : sectionOf(before, other);
    return body === null ? [] : [{ other, body }];
  });
  const summary = toSummary(bodies.map(({ body }) => body));
  const sections = bodies.map(({ other, body }) => `${open(other)}\n${body}\n${close(other)}\n`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, [PREFACE, `${summary}\n`, ...sections].join('\n'));
}

function sectionOf(text: string, name: string): string | null {
  const from = text.indexOf(open(name));
  const to = text.indexOf(close(name));
  return from < 0 || to < from ? null : text.slice(from + open(name).length, to).trim();
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
