// Says why a child did not end by itself: that the kernel took it for want of memory nobody sees from a status of null.
import { constants, totalmem } from 'node:os';
import { findOwnArch } from './architectures.mjs';
import { SetupFailure } from './failure.mjs';

const MEMORY = 'most likely for want of memory';
const CAUSES = {
  SIGKILL: `was killed (SIGKILL), ${MEMORY}: the kernel then says so (sudo dmesg, or sudo journalctl -k)`,
  // What V8 does when its heap is full, which is smaller on a small machine.
  SIGABRT: `gave up (SIGABRT), ${MEMORY}, if it says above that a heap or an allocation is the reason`,
};
const CRASHES = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];
/** How shells, and what is run by them, hand on that a signal ended it. */
const OF_SHELL = 128;
/** What a compiler says of its own child. */
const SAID = /\bKilled signal terminated program\b/;

/**
 * `ended`: a status and a signal, as `spawnSync` and the event `exit` tell them. What became of it, behind its name; null
 * where it has ended by itself, well or not.
 */
export function toCause({ status, signal, said = '' }) {
  const name = signal ?? toSignal(status) ?? (SAID.test(said) ? 'SIGKILL' : null);
  if (name === null) return null;
  return CAUSES[name] ?? (CRASHES.includes(name) ? `crashed (${name})` : `was stopped by somebody (${name})`);
}

/** Whether memory is what it most likely wanted. */
export function isOfMemory(cause) {
  return Object.values(CAUSES).includes(cause);
}

/** Throws the sentence where a signal has ended the child, with what to do. */
export function throwIfKilled(what, ended) {
  const cause = toCause(ended);
  if (cause !== null) throw new SetupFailure(1, tellKilled(what, cause));
}

/** `what`: the child, as whoever started all this knows it. */
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

/** A container or a unit may have less than the machine. */
function toMemory(machine = totalmem(), bound = process.constrainedMemory?.() ?? 0) {
  const least = bound > 0 ? Math.min(machine, bound) : machine;
  return `There are ${Math.round(least / 2 ** 20)} MiB of memory${least < machine ? ', by the limit that this runs under' : ''}.`;
}
