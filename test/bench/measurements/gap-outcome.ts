import { hasProgram } from '../frame/machine.js';
import { type Outcome, unjudged, type Verdict } from '../frame/measurement.js';
import { summarize } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import type { Heard } from '../sound/listening.js';

/** The longest piece; the others are shorter by tenths. */
export const SECONDS = 3;

/** Of silence, at all and beyond the floor. */
const MOST_MS = 10;
/** Of silence where the rate changes. */
const MOST_MIXED_MS = 25;

export interface Cell {
  readonly latencyMs: number;
  readonly isMixed: boolean;
}

export interface Row {
  readonly name: string;
  readonly cell: Cell;
  /** Or why there is no recording. */
  readonly heard: Heard | string;
}

function gapsOf({ heard }: Row): readonly number[] {
  return typeof heard === 'string' ? [] : heard.passages.map(({ silentMs }) => silentMs);
}

function judge(row: Row, others: readonly Row[], transitions: number): Verdict {
  const { name, cell, heard } = row;
  const what = `${name}, ${toRates(cell)}, ${cell.latencyMs} ms`;
  const isShort = cell.latencyMs <= 500;
  const target = isShort ? toShortTarget(cell) : 'worst ≤ 0.25 × MPD’s';
  if (typeof heard === 'string') return unjudged(what, target, `no recording: ${heard}`);
  const own = summarize(gapsOf(row));
  if (own.count < transitions) {
    return unjudged(what, target, `${own.count} of ${transitions} transitions were heard in time`);
  }
  const gapsOfOther = (other: string) => others.filter(one => one.name === other).flatMap(gapsOf);
  const floorGaps = gapsOfOther('bare mpv');
  if (floorGaps.length < transitions) return unjudged(what, target, 'the floor was not recorded');
  const floorWorst = Math.max(...floorGaps);
  const mpdGaps = gapsOfOther('MPD');
  const ofSameRate = Math.max(
    own.worst / (floorWorst + MOST_MS),
    own.worst / MOST_MS,
    own.median === 0 ? 0 : Infinity,
  );
  const mpdWorst = Math.max(...mpdGaps);
  const ofShort = cell.isMixed ? own.worst / MOST_MIXED_MS : ofSameRate;
  if (!isShort && mpdGaps.length === 0) return unjudged(what, target, 'MPD was not recorded');
  return {
    what,
    target,
    figure: `median ${toFigure(own.median)}, worst ${toFigure(own.worst)}, ${own.count} transitions`,
    share: isShort ? ofShort : own.worst / (0.25 * mpdWorst),
    floor: `worst ${toFigure(floorWorst)}`,
    ...(mpdGaps.length === 0 ? {} : { peer: `MPD, worst ${toFigure(mpdWorst)}` }),
  };
}

function toShortTarget({ isMixed }: Cell): string {
  return isMixed ? `worst ≤ ${MOST_MIXED_MS} ms` : 'median 0, worst ≤ 10 ms and ≤ floor + 10 ms';
}

/** What the rows of `gap` say; every target that they cannot judge bears its reason. */
export function toOutcome(rows: readonly Row[], transitions: number): Outcome {
  const verdicts = rows
    .filter(({ name }) => name.startsWith('Tonearm'))
    .map(row =>
      judge(
        row,
        rows.filter(({ cell }) => cell === row.cell),
        transitions,
      ),
    );
  const short = rows.filter(row => gapsOf(row).length < transitions);
  return {
    verdicts,
    tables: [
      {
        title: 'Silence between tracks, milliseconds',
        table: {
          head: ['player', 'rates', 'latency', ...SUMMARY_HEAD, 'silence inside', 'length error'],
          rows: rows.map(row => [
            row.name,
            toRates(row.cell),
            `${row.cell.latencyMs} ms`,
            ...summaryCells(gapsOf(row)),
            ...(typeof row.heard === 'string'
              ? [Number.NaN, Number.NaN]
              : [row.heard.insideMs, worstLengthError(row.heard)]),
          ]),
        },
      },
    ],
    notes: [
      'The floor is a bare mpv with the agent’s options that gets all addresses at once. MPD is Debian’s package; its playlist is filled at once, and its `audio_output_format` is the sink’s.',
      'Silence inside: silent samples within a piece, that is, underruns of the machine. Length error: the largest difference between the length of a piece and of its file, to ±5 ms.',
      'Profile `core` learns what is next from the report of the end, which is sent in the last second, or as early as the last two where the last answers of service and audio server took longer together. At 1,000 ms both are needed in full, and opening the file takes longer still. A service with `peek` names the next item earlier.',
      'Where the rate changes, mpv closes its output and opens it anew, the bare mpv, too: a median of 0 and a worst of 10 ms, which were asked as well, are out of its reach. MPD resamples instead, as its output has one format.',
      ...short.map(
        row =>
          `${row.name}, ${toRates(row.cell)}, ${row.cell.latencyMs} ms: ${typeof row.heard === 'string' ? row.heard : `only ${row.heard.passages.length} transitions were heard in time`}.`,
      ),
      ...(hasProgram('mpd') ? [] : ['MPD is not installed.']),
    ],
  };
}

export const toRates = ({ isMixed }: Cell): string => (isMixed ? '44.1→48 kHz' : 'same rate');

/** A piece that is cut short has no gap either. */
function worstLengthError({ lengthsMs }: Heard): number {
  const errors = lengthsMs.map(({ ms, frequency }) => {
    const index = (frequency - 400) / 100;
    const files = [0, 1, 2].map(turn => SECONDS * 1000 - ((index + turn * 12) % 3) * 300);
    return Math.min(...files.map(file => Math.abs(ms - file)));
  });
  return Math.max(0, ...errors);
}
