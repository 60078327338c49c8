import { randomUUID } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns the absolute path of a program as a shell would find it, or null if it is missing or not executable. */
export function findProgram(name: string, searchPath: string): string | null {
  if (name.includes('/')) return isRunnable(name) ? resolve(name) : null;
  const found = searchPath
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(isRunnable);
  return found === undefined ? null : resolve(found);
}

export type Environment = Readonly<Record<string, string | undefined>>;

const names = new Set(['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR', 'DBUS_SESSION_BUS_ADDRESS']);
const families = /^(LC|XDG_(RUNTIME|CONFIG|DATA|STATE|CACHE)|PULSE|PIPEWIRE|ALSA|JACK)_/;

/**
 * Settings for glibc's allocator (`mallopt(3)`) to return the memory of a played file. With the defaults it would keep
 * some 20 MiB more, scattered over one arena per thread.
 */
const frugal = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
} as const;

/** Without this, PipeWire's client library writes warnings into the journal itself each time mpv looks for a device. */
const quiet = { PIPEWIRE_DEBUG: '0' } as const;

/** Returns the variables that sound needs, and nothing else: no secret of the agent reaches the player. */
export function playerEnvironment(environment: Environment): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (names.has(entry[0]) || families.test(entry[0])),
  );
  return { ...frugal, ...quiet, ...Object.fromEntries(kept) };
}

/**
 * The same for one start. PulseAudio and PipeWire keep the level of a stream beyond the death of its program: a player
 * that dies while its sound is lowered would leave the next one quiet. Under an id of its own nobody asks for it again.
 * WirePlumber 0.4 goes by the application's, and does not see that nothing is to be restored.
 */
export function unkept(environment: Readonly<Record<string, string>>): Record<string, string> {
  const { PULSE_PROP: said } = environment;
  const id = `tonearm-${randomUUID()}`;
  const own = `module-stream-restore.id=${id} application.id=${id} state.restore-props=false`;
  return { ...environment, PULSE_PROP: said === undefined ? own : `${said} ${own}` };
}
