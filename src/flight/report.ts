import type { FlightRecord } from './lines.js';
import { isDifferent, type Replayed } from './replay.js';
import { TABLES, type RowNames } from './rows.js';
import { tellEvents, tellRows, tellTime } from './telling.js';

/** Formats a replay for a reader: each decision with its rows and effects. `now`: the version of this program. */
export function toReport(
  { header, lines }: FlightRecord,
  replayed: readonly Replayed[],
  now: string,
): string[] {
  const { version, node } = header;
  const [first] = lines;
  const fromMs = first !== undefined && 'state' in first ? first.state.now : 0;
  const others = replayed.filter(isDifferent).length;
  const decisions = replayed.filter(({ is }) => is === 'decision').length;
  return [
    `A flight record of Tonearm ${version}, Node ${node}. Seconds since it begins.`,
    ...(version === now ? [] : [`This is Tonearm ${now}: it may decide otherwise.`]),
    ...replayed.flatMap(one => tell(one, fromMs)),
    '',
    `${decisions} decisions; ${tellOthers(others)}.`,
  ];
}

function tellOthers(count: number): string {
  if (count === 0) return 'all as recorded';
  return count === 1 ? '1 place is not as recorded' : `${count} places are not as recorded`;
}

function tell(one: Replayed, fromMs: number): readonly string[] {
  if (one.is === 'snapshot')
    return [
      '',
      `${toTime(one.state.now - fromMs)}snapshot`,
      `${INDENT}${tellRows(one.rows).join('; ')}`,
      ...one.differences.map(text => `${INDENT}! ${text}`),
    ];
  const head = ['', `${toTime(one.line.atMs - fromMs)}${tellEvents(one.line)}`];
  if (one.is === 'failure') return [...head, `${INDENT}! ${one.message}`];
  const { rows, effects, recorded } = one;
  const told = tellDone({ rows, effects });
  return [...head, ...told, ...(recorded === null ? [] : tellRecorded({ rows, effects }, recorded))];
}

interface Decided {
  readonly rows: RowNames;
  readonly effects: readonly string[];
}

/** The rows that apply and the effects, a line each. */
export function tellDone({ rows, effects }: Decided): readonly string[] {
  return [`${INDENT}${tellRows(rows).join('; ')}`, ...effects.map(effect => `${INDENT}→ ${effect}`)];
}

/** The rows and effects that the record holds instead. */
function tellRecorded({ rows, effects }: Decided, recorded: Decided): readonly string[] {
  const others = TABLES.filter(table => rows[table] !== recorded.rows[table]);
  const isSame = effects.join('\n') === recorded.effects.join('\n');
  const was = recorded.effects.length === 0 ? ['nothing'] : recorded.effects;
  return [
    ...others.map(table => `${INDENT}! recorded ${table}: ${recorded.rows[table]}`),
    ...(isSame ? [] : was.map(effect => `${INDENT}! recorded → ${effect}`)),
  ];
}

const INDENT = ' '.repeat(12);

/** Seconds, padded to the width of the indentation below. */
export function toTime(ms: number): string {
  return `${tellTime(ms).padStart(10)}  `;
}
