import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentEnvironment } from '../config/config.js';
import type { Engine } from '../engine/engine.js';
import { createZoneWatch } from '../host/zone-watch.js';
import type { Clock, Logger } from '../contract/ports.js';

/** When the last run wrote its state, epoch milliseconds; asked before this one writes. */
export function lastWrittenMs(stateDir: string): number | null {
  return statSync(join(stateDir, 'session.json'), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Remembers that the clock was set since power-on: the kernel gives each start of the machine an id. Nothing depends on
 * that it can be written; then the signs are judged again.
 */
function openMark(stateDir: string) {
  const path = join(stateDir, 'clock');
  const read = (from: string): string | null => {
    try {
      return readFileSync(from, 'latin1').trim();
    } catch {
      return null;
    }
  };
  const boot = read('/proc/sys/kernel/random/boot_id');
  return {
    wasSet: boot !== null && read(path) === boot,
    onSet() {
      try {
        if (boot !== null) writeFileSync(path, `${boot}\n`, { mode: 0o600 });
      } catch {
        // The disk is full, or may only be read.
      }
    },
  };
}

/** Tells the engine the rules of local time, and again when they change or the clock is set. */
export function watchZone(options: {
  readonly engine: Engine;
  readonly lastWrittenMs: number | null;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): () => void {
  const { engine, clock, logger } = options;
  const zone = createZoneWatch({
    clock,
    logger,
    lastWrittenMs: options.lastWrittenMs,
    ...openMark(options.stateDir),
    zoneName: currentEnvironment()['TZ'] ?? null,
    onChange: rules => engine.dispatch({ type: 'zone.told', ...rules }),
  });
  const rules = zone.read();
  if (!rules.isClockSet) logger.warn({}, 'The clock was never set since power-on, so alarms wait for it.');
  engine.dispatch({ type: 'zone.told', ...rules });
  const unwatch = engine.watch((_, event) => {
    if (event.type === 'clock.set') engine.dispatch({ type: 'zone.told', ...zone.read(true) });
  });
  zone.start();
  return () => {
    unwatch();
    zone.stop();
  };
}
