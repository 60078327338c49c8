/**
 * Input devices of Linux: which keys mean something to a speaker, and which devices have such keys (contract, section 7,
 * "Input devices"). Codes are those of `linux/input-event-codes.h`.
 */
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a listener means by a key; a number: that preset. */
export type Meaning =
  | 'playPause'
  | 'play'
  | 'pause'
  | 'stop'
  | 'next'
  | 'previous'
  | 'mute'
  | 'sleep'
  | 'louder'
  | 'quieter'
  | number;

/** What a device can do, as far as it matters here. */
export interface Traits {
  readonly hasLetters: boolean;
  /** It turns one way or the other, and has no second axis as a mouse has. */
  readonly isKnob: boolean;
}

export const EVENT = { syn: 0, key: 1, rel: 2 } as const;

/** The axes of knobs: of a rotary encoder (REL_X unless told otherwise), of wheels that lie or stand, and of a dial. */
const AXES: ReadonlySet<number> = new Set([0x00, 0x06, 0x07, 0x08]);
const REL_Y = 0x01;

/** Media keys, in both families: those of keyboards and those of remote controls. */
const MEDIA: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [164, 'playPause'], // KEY_PLAYPAUSE
  [200, 'play'], // KEY_PLAYCD
  [207, 'play'], // KEY_PLAY
  [201, 'pause'], // KEY_PAUSECD
  [128, 'stop'], // KEY_STOP
  [166, 'stop'], // KEY_STOPCD
  [163, 'next'], // KEY_NEXTSONG
  [407, 'next'], // KEY_NEXT
  [165, 'previous'], // KEY_PREVIOUSSONG
  [412, 'previous'], // KEY_PREVIOUS
  [113, 'mute'], // KEY_MUTE
  [114, 'quieter'], // KEY_VOLUMEDOWN
  [115, 'louder'], // KEY_VOLUMEUP
]);

/** Keys that on a device with letters mean something to whoever types: KEY_PAUSE and KEY_SLEEP. */
const UNLETTERED: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [119, 'pause'],
  [142, 'sleep'],
]);

/** The codes of 1 to 9: KEY_1 and on, KEY_NUMERIC_1 and on, and those of a keypad (KEY_KP1 and on). */
const NUMBERS: readonly (readonly number[])[] = [
  [2, 3, 4, 5, 6, 7, 8, 9, 10],
  [0x201, 0x202, 0x203, 0x204, 0x205, 0x206, 0x207, 0x208, 0x209],
  [79, 80, 81, 75, 76, 77, 71, 72, 73],
];

/** BTN_0, to which a knob is pressed. */
const PUSHED = 0x100;

/** The rows of letters: KEY_Q to KEY_P, KEY_A to KEY_L, KEY_Z to KEY_M. */
const LETTERS: readonly (readonly [number, number])[] = [
  [16, 25],
  [30, 38],
  [44, 50],
];

/** What an owner names has whatever it sends. */
export const ANY: Traits = { hasLetters: false, isKnob: true };

/** Returns what a key of such a device means; null: nothing. */
export function meaningOf(code: number, { hasLetters, isKnob }: Traits): Meaning | null {
  const media = MEDIA.get(code);
  if (media !== undefined) return media;
  if (isKnob && code === PUSHED) return 'playPause';
  if (hasLetters) return null;
  const number = NUMBERS.map(codes => codes.indexOf(code)).find(at => at >= 0);
  return UNLETTERED.get(code) ?? (number === undefined ? null : number + 1);
}

/** Whether this axis of such a device is the volume. */
export function turnsVolume(axis: number, { isKnob }: Traits): boolean {
  return isKnob && AXES.has(axis);
}

/** A device of the kernel's, and whether a speaker uses it. */
export interface InputDevice {
  readonly path: string;
  /** As its maker or its overlay calls it. */
  readonly name: string;
  readonly traits: Traits;
  readonly isUsed: boolean;
}

/** Lists the machine's input devices, in their order. `root`: what holds `dev` and `sys`. */
export function listInputDevices(root: string): readonly InputDevice[] {
  const names = listNames(join(root, 'dev/input')).filter(name => /^event\d+$/.test(name));
  return names
    .sort((one, other) => Number(one.slice(5)) - Number(other.slice(5)))
    .map(name => describe(root, name));
}

/** Returns what is known of the device at this path, which may be a link; null: it is none of the kernel's. */
export function findInputDevice(root: string, path: string): InputDevice | null {
  try {
    const name = basename(realpathSync(join(root, path)));
    return /^event\d+$/.test(name) ? describe(root, name) : null;
  } catch {
    return null;
  }
}

function describe(root: string, event: string): InputDevice {
  const folder = join(root, 'sys/class/input', event, 'device');
  const keys = readBits(join(folder, 'capabilities/key'));
  const axes = readBits(join(folder, 'capabilities/rel'));
  const traits = {
    hasLetters: LETTERS.some(([first, last]) => keys.some(code => code >= first && code <= last)),
    isKnob: axes.some(axis => AXES.has(axis)) && !axes.includes(REL_Y),
  };
  return {
    path: `/dev/input/${event}`,
    name: readText(join(folder, 'name')).trim() || event,
    traits,
    isUsed: traits.isKnob || keys.some(code => ![null, 'sleep'].includes(meaningOf(code, traits) as null)),
  };
}

/**
 * Returns the numbers of the bits that are set. The kernel writes words of the reader's own `long`, in hexadecimal, the
 * highest first, and leaves out zeros in front: of the first words as well as of each word.
 */
function readBits(path: string): number[] {
  const wordBits = isNarrow() ? 32 : 64;
  const words = readText(path).trim().split(/\s+/).reverse();
  return words.flatMap((word, at) => {
    const bits = /^[0-9a-f]{1,16}$/.test(word) ? BigInt(`0x${word}`) : 0n;
    return Array.from({ length: wordBits }, (_, bit) => bit)
      .filter(bit => (bits >> BigInt(bit)) & 1n)
      .map(bit => at * wordBits + bit);
  });
}

/** Whether a `long` of this process has 32 bits; the kernel speaks to it so even if its own have 64. */
export function isNarrow(arch: string = process.arch): boolean {
  return arch === 'arm' || arch === 'ia32';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
