// Explains why a child process ended abnormally: a null status does not tell that the kernel killed it for lack of
// memory.
import { constants, totalmem } from 'node:os';
import { findOwnArch } from './architectures.mjs';
import { SetupFailure } from './failure.mjs';

const MEMORY = 'most likely for want of memory';
const CAUSES = {
  SIGKILL: `was killed (SIGKILL), ${MEMORY}: the kernel then says so (sudo dmesg, or sudo journalctl -k)`,
  // V8 aborts when its heap is full; on a small machine the heap is smaller.
  SIGABRT: `gave up (SIGABRT), ${MEMORY}, if it says above that a heap or an allocation is the reason`,
};
const CRASHES = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];
/** Shells report a signal as this number plus the signal's number. */
const OF_SHELL = 128;
/** A compiler driver's message about a killed child. */
const SAID = /\bKilled signal terminated program\b/;

/**
 * Returns how the child ended, to follow its name in a sentence; null if no signal ended it. `ended`: status and signal
 * as from `spawnSync` and the event `exit`.
 */
export function toCause({ status, signal, said = '' }) {
  const name = signal ?? toSignal(status) ?? (SAID.test(said) ? 'SIGKILL' : null);
  if (name === null) return null;
  return CAUSES[name] ?? (CRASHES.includes(name) ? `crashed (${name})` : `was stopped by somebody (${name})`);
}

/** Returns whether lack of memory is the likely cause. */
export function isOfMemory(cause) {
  return Object.values(CAUSES).includes(cause);
}

/** Throws a `SetupFailure` with the remedy if a signal ended the child. */
export function throwIfKilled(what, ended) {
  const cause = toCause(ended);
  if (cause !== null) throw new SetupFailure(1, tellKilled(what, cause));
}

/** Returns the message for a killed child. `what`: the child's name for the user. */
export function tellKilled(what, cause, ownArch = findOwnArch()) {
  const sentence = `${what} ${cause}.`;
  if (!isOfMemory(cause)) return sentence;
  const arch = ` --arch ${ownArch ?? 'ARCH'}`;
  return [
    sentence,
    `${toMemory()} End what else runs here, or add swap, and try again.`,
    `Packages can be made elsewhere: on a bigger Debian machine \`npm run package --${arch}\`, then copy the file here (docs/building.md).`,
  ].join('\n');
}

function toSignal(status) {
  if (!(status > OF_SHELL)) return null;
  const [name] = Object.entries(constants.signals).find(([, number]) => number === status - OF_SHELL) ?? [];
  return name ?? null;
}

/** A container or a unit may be limited to less than the machine's memory. */
function toMemory(machine = totalmem(), bound = process.constrainedMemory?.() ?? 0) {
  const least = bound > 0 ? Math.min(machine, bound) : machine;
  return `There are ${Math.round(least / 2 ** 20)} MiB of memory${least < machine ? ', by the limit that this runs under' : ''}.`;
}
