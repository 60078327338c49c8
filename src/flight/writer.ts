import type { State } from '../core/model/state.js';
import type { Decision } from '../contract/ports.js';
import { createItemCode, type DecisionLine, FORMAT, type RecordHeader, type SnapshotLine } from './lines.js';
import { rowsOf, TABLES, type RowNames } from './rows.js';
import { isTick, lengthened } from './run.js';
import { createStandIns, type Naming, withStandIns } from './stand-ins.js';
import { tellEffect } from './telling.js';

/** The number of parts; the oldest is dropped for a new one. */
const PARTS = 5;

/** Lines in parts that each begin with a snapshot; when space runs out, the oldest part is dropped as a whole. */
interface RecordPart {
  readonly lines: string[];
  size: number;
}

export interface Writer {
  /** Records a decision. Returns its line, or null if it only shows that sound continues. */
  note(decision: Decision): DecisionLine | null;
  /** The whole record, one line of JSON each. */
  lines(): string[];
  /** The newest `count` decisions, as they are written. */
  latest(count: number): readonly DecisionLine[];
}

/**
 * Keeps decisions so that they can be replayed. `kept`: the most characters, without the header; texts remembered for
 * the stand-ins of the newest part take at most one part more.
 */
export function createWriter({
  header,
  kept,
}: {
  readonly header: Omit<RecordHeader, 'flightRecord'>;
  readonly kept: number;
}): Writer {
  const standIns = createStandIns();
  const parts = createParts(kept);
  let items = createItemCode();
  let inSnapshot = 0;
  /** The line not written yet, because more of the same may follow. */
  let run: DecisionLine | null = null;
  let rows: RowNames | null = null;

  function begin(before: State): void {
    items = createItemCode();
    const state = standIns.renew(() => withStandIns(before, standIns.name));
    inSnapshot = standIns.size;
    parts.begin(JSON.stringify({ state } satisfies SnapshotLine));
    rows = rowsOf(before);
  }

  function isFull(): boolean {
    const remembered = standIns.size + items.size - inSnapshot;
    return parts.written === null || Math.max(parts.written, remembered) >= kept / PARTS;
  }

  return {
    note(decision) {
      const goesOn = isTick(decision);
      const longer = goesOn && run !== null ? lengthened(run, decision) : null;
      if (longer === null) {
        if (run !== null) parts.write(JSON.stringify(run));
        if (isFull()) begin(decision.before);
        run = null;
      }
      const after = goesOn && rows !== null ? rows : rowsOf(decision.after);
      const line = longer ?? toLine(decision, { before: rows, after, name: standIns.name });
      rows = after;
      if (goesOn) run = line;
      else parts.write(JSON.stringify({ ...line, event: items.encode(line.event) }));
      return goesOn ? null : line;
    },
    lines() {
      const first: RecordHeader = { flightRecord: FORMAT, ...header };
      return [JSON.stringify(first), ...parts.lines(), ...(run === null ? [] : [JSON.stringify(run)])];
    },
    latest(count) {
      const told = parts.decisions().slice(-count);
      return [...told.map(line => JSON.parse(line) as DecisionLine), ...(run === null ? [] : [run])].slice(
        -count,
      );
    },
  };
}

/** `kept`: the most characters held, although the newest part is never dropped. */
function createParts(kept: number) {
  const parts: RecordPart[] = [];
  let size = 0;

  function write(line: string): void {
    const part = parts.at(-1);
    if (part === undefined) return;
    part.lines.push(line);
    part.size += line.length;
    size += line.length;
    while (size > kept && parts.length > 1) size -= parts.shift()?.size ?? 0;
  }

  return {
    begin(snapshot: string): void {
      parts.push({ lines: [], size: 0 });
      write(snapshot);
    },
    write,
    /** Characters after the newest snapshot; null if there is none yet. */
    get written(): number | null {
      const part = parts.at(-1);
      return part === undefined ? null : part.size - (part.lines[0]?.length ?? 0);
    },
    lines: (): string[] => parts.flatMap(({ lines }) => lines),
    /** The lines without the snapshots. */
    decisions: (): string[] => parts.flatMap(({ lines }) => lines.slice(1)),
  };
}

function toLine(
  { event, effects, steadyMs }: Decision,
  {
    before,
    after,
    name,
  }: { readonly before: RowNames | null; readonly after: RowNames; readonly name: Naming },
): DecisionLine {
  const others = TABLES.filter(table => before?.[table] !== after[table]);
  const told = effects.map(effect => tellEffect(withStandIns(effect, name)));
  return {
    atMs: steadyMs,
    event: withStandIns(event, name),
    ...(Object.fromEntries(others.map(table => [table, after[table]])) as Partial<RowNames>),
    ...(told.length > 0 && { effects: told }),
  };
}
