import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemory } from '../rig/agent.js';
import type { Measurement, Outcome } from './measurement.js';
import type { Flag } from './words.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

export interface RunOptions {
  readonly measurement: Measurement;
  readonly flags: ReadonlyMap<Flag, number>;
  readonly say: (line: string) => void;
}

/** Takes one measurement in a folder of its own, and clears up whatever came of it. */
export async function runMeasurement({ measurement, flags, say }: RunOptions): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), `tonearm-bench-${measurement.name}-`));
  const clear = (): void => {
    for (const place of [folder, inMemory(folder)]) removeFolder(place);
  };
  const undoes: (() => Promise<void> | void)[] = [clear];
  try {
    return await measurement.run({
      say,
      folder,
      flag: (name, usual) => flags.get(name) ?? (flags.has('quick') ? Math.ceil(usual / 4) : usual),
      later: undo => void undoes.unshift(undo),
    });
  } finally {
    for (const undo of undoes) await undo();
  }
}
