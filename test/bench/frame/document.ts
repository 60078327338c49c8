import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Measurement, Outcome } from './measurement.js';
import { toMarkdown } from './table.js';
import { readVerdicts, toVerdictTable } from './verdict.js';

const open = (name: string): string => `<!-- ${name} -->`;
const close = (name: string): string => `<!-- /${name} -->`;

const PREFACE = `# Measured

*For readers who want to know how fast and how small Tonearm is compared with others, and for those who change it.*

Every figure on this page comes from \`npm run bench\`, which measures on the machine it runs on and writes this page. \`npm run bench -- NAME…\`
repeats only the sections named. Machines differ and have other work to do, so each figure is judged by its ratio to a floor or a peer measured
in the same run. \`npm run bench\` installs missing programs (PulseAudio, MPD, Mopidy, Snapserver, ffmpeg, strace); if it cannot, it leaves out
what needs them.

A figure of up to 100 % of its limit has reached the target. The table below shows, for each section, the figure nearest to its limit or furthest beyond it.
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

/** Returns a table with a row for each section: its worst verdict, with the floor and the peer. */
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
    head: ['section', 'worst figure', 'peer', 'floor', 'reached', 'date, load'],
    rows,
  });
}

/** Writes a section to its place on the page and keeps the others. `order`: all names, in the order of the page. */
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
