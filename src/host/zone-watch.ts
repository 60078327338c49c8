import { existsSync, type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Zone } from '../core/vocabulary/zone.js';
import type { Clock, Logger } from '../contract/ports.js';
import { parseZone } from './zone-file.js';

const YEAR_MS = 366 * 24 * 3_600_000;
/** The table reaches this far back and ahead; it is read again at each start, and when the clock is set. */
const YEARS = { back: 1, ahead: 10 };
/** systemd-timesyncd makes this file when it has set the clock. */
const SYNCHRONISED = { folder: '/run/systemd/timesync', name: 'synchronized' };
/** No clock that was ever set shows an earlier time. */
const EARLIEST_MS = Date.UTC(2025, 0, 1);
/** A machine without a clock of its own begins where it was switched off, so that it seems to have been off for less. */
const SHORTEST_OFF_MS = 10_000;

export interface TimeRules {
  readonly zone: Zone;
  readonly isClockSet: boolean;
}

export interface ZoneWatchOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: (rules: TimeRules) => void;
  /** When the last run wrote its state (epoch), by the file; null: never. */
  readonly lastWrittenMs: number | null;
  /** Whether the clock was known to be set earlier since power-on: it stays so. */
  readonly wasSet: boolean;
  /** Called once the clock is known to be set. */
  readonly onSet: () => void;
  /** The value of TZ; null: the machine's own zone. */
  readonly zoneName: string | null;
  /** Default: what holds `etc`, `usr` and `run`. */
  readonly root?: string;
}

export interface ZoneWatch {
  /** Reads the rules anew. `wasSet`: the clock has just been set. */
  read(wasSet?: boolean): TimeRules;
  start(): void;
  stop(): void;
}

/** Follows the machine's zone, and whether its clock was ever set since power-on: two signs must deny that. */
export function createZoneWatch(options: ZoneWatchOptions): ZoneWatch {
  const { clock, logger, onChange, lastWrittenMs, root = '/' } = options;
  const watchers: FSWatcher[] = [];
  let isSet = options.wasSet;

  function readZone(): Zone {
    const path = pathOf(options.zoneName, root);
    const nowMs = clock.epochMs();
    try {
      return parseZone(readFileSync(path), nowMs - YEARS.back * YEAR_MS, nowMs + YEARS.ahead * YEAR_MS);
    } catch (error) {
      logger.warn({ path, err: error }, 'The zone of local time could not be read, so UTC is used.');
      return [];
    }
  }

  function isMadeUp(): boolean {
    const nowMs = clock.epochMs();
    if (nowMs < EARLIEST_MS) return true;
    if (lastWrittenMs === null || hasOwnClock(root)) return false;
    return nowMs - (clock.upMs?.() ?? nowMs) < lastWrittenMs + SHORTEST_OFF_MS;
  }

  function read(wasSet = false): TimeRules {
    const isSynchronised = existsSync(join(root, SYNCHRONISED.folder, SYNCHRONISED.name));
    const wasUnset = !isSet;
    isSet ||= isSynchronised || !isMadeUp() || (wasSet && clock.epochMs() >= EARLIEST_MS);
    if (isSet && wasUnset) options.onSet();
    return { zone: readZone(), isClockSet: isSet };
  }

  function follow(folder: string, name: string): void {
    try {
      const watcher = watch(join(root, folder), (_, changed) => {
        if (changed === name) onChange(read());
      });
      watcher.on('error', () => watcher.close());
      watcher.unref();
      watchers.push(watcher);
    } catch {
      // Without it, the change is noticed at the next start.
    }
  }

  return {
    read,
    start() {
      follow('etc', 'localtime');
      if (!isSet) follow(SYNCHRONISED.folder, SYNCHRONISED.name);
    },
    stop() {
      for (const watcher of watchers.splice(0)) watcher.close();
    },
  };
}

function pathOf(zoneName: string | null, root: string): string {
  const own = join(root, 'etc/localtime');
  const name = zoneName?.replace(/^:/, '') ?? '';
  if (name === '' || !/^[\w+-]+(\/[\w+-]+)*$/.test(name)) return own;
  const named = join(root, 'usr/share/zoneinfo', name);
  return statSync(named, { throwIfNoEntry: false })?.isFile() === true ? named : own;
}

/** Whether a clock runs on while the machine is off. One without a battery begins anew in 1970. */
function hasOwnClock(root: string): boolean {
  const folder = join(root, 'sys/class/rtc');
  const sinceMs = (name: string): number =>
    Number(readFileSync(join(folder, name, 'since_epoch'), 'latin1')) * 1000;
  try {
    return readdirSync(folder).some(name => sinceMs(name) >= EARLIEST_MS);
  } catch {
    return false;
  }
}
