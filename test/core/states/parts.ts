import { LIMITS } from '../../../src/core/vocabulary/limits.js';
import { FLOWS } from './flows.js';
import { type Step, TABLES, trace } from './trace.js';

/** A row of a table: its name, and its condition as the program has it. */
interface Shown {
  readonly name: string;
  readonly when: string;
}

/** What docs/states.md shows. */
export interface Parts {
  readonly tables: Readonly<Record<keyof typeof TABLES, readonly Shown[]>>;
  readonly flows: readonly { readonly name: string; readonly steps: readonly Step[] }[];
  readonly limits: typeof LIMITS;
}

export function createParts(): Parts {
  const shown = (name: keyof typeof TABLES): readonly Shown[] =>
    TABLES[name].map(row => ({ name: row.name, when: toCondition(row) }));
  const flows = FLOWS.map(flow => ({ name: flow.name, steps: trace(flow) }));
  return {
    tables: { SOUND: shown('SOUND'), PLACE: shown('PLACE'), COMMAND: shown('COMMAND') },
    flows,
    limits: LIMITS,
  };
}

/** `({ pairing }) => pairing.is === 'unpaired'` is `pairing.is === 'unpaired'`; a condition with a name is that. */
function toCondition({ when }: { readonly when: (...state: never) => boolean }): string {
  if (when.name !== 'when') return when.name;
  const text = String(when).replaceAll(/\s+/g, ' ').replaceAll('"', "'");
  return text.slice(text.indexOf('=>') + 3);
}
