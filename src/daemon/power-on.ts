import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { sourceOfId, presetIn } from '../core/facts/agenda.js';
import type { Source } from '../core/vocabulary/item.js';
import type { Agenda } from '../core/model/agenda.js';
import type { Logger } from '../contract/ports.js';

/**
 * Whether this is the first start since the runtime directory was made, which a restart or a crash does not remake.
 * False where that cannot be told: music must not begin at each crash.
 */
export function isFirstStart(runtimeDir: string): boolean {
  try {
    writeFileSync(join(runtimeDir, 'started'), '', { mode: 0o600, flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the source that plays at power-on; null if there is none. */
export function toStart(
  { startSource }: Pick<Config, 'startSource'>,
  agenda: Agenda,
  logger: Logger,
): Source | null {
  if (startSource === null) return null;
  if ('sourceId' in startSource)
    return sourceOfId({ setting: { source: null }, agenda }, startSource.sourceId);
  const { preset } = startSource;
  const found = presetIn(agenda, preset);
  if (found === null) logger.warn({ preset }, 'TONEARM_START_SOURCE names a preset that is empty.');
  return found?.source ?? null;
}
