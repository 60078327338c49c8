/**
 * Filters ("doors") that decide member by member what a flight record may hold. The types demand an entry for every
 * member of a shape; a member without one is dropped.
 */
import type { Naming, StandIn } from './stand-ins.js';

type Keys<T> = T extends unknown ? keyof T : never;
type Member<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;

/** The words of a string union of the program itself, all of which may be recorded. A missing word does not compile. */
export interface Words<Word extends string> {
  readonly words: { readonly [Each in Word]: true };
}

export interface Each<Door> {
  readonly each: Door;
}

type DoorOf<T> = [T] extends [number | boolean]
  ? 'kept'
  : [T] extends [string]
    ? string extends T
      ? StandIn
      : Words<T>
    : [T] extends [readonly (infer One)[]]
      ? Each<Door<One>>
      : [T] extends [object]
        ? { readonly members: { readonly [Key in Keys<T>]: Door<Member<T, Key>> } }
        : never;

/**
 * The filter for a shape. Numbers, booleans and the program's own words are kept. Any other text is replaced by a
 * stand-in of the kind named here. For a union, the members of all its shapes are listed side by side.
 */
export type Door<T> = DoorOf<Exclude<T, null | undefined>>;

type AnyDoor =
  | 'kept'
  | StandIn
  | Words<string>
  | { readonly each: AnyDoor }
  | { readonly members: Readonly<Record<string, AnyDoor>> };

/** Makes the filter for a string union that has a list of its words. */
export function wordsOf<const Word extends string>(all: readonly Word[]): Words<Word> {
  return { words: Object.fromEntries(all.map(word => [word, true])) as Words<Word>['words'] };
}

/** Returns the value with stand-ins in place of texts. Drops everything that the filter does not expect. */
export function pass<T>(door: Door<T>, value: unknown, name: Naming): T {
  return passed(door, value, name) as T;
}

function passed(door: AnyDoor, value: unknown, name: Naming): unknown {
  if (value === null) return null;
  if (door === 'kept') return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  if (typeof door === 'string') return typeof value === 'string' ? name(door, value) : undefined;
  if ('words' in door)
    return typeof value === 'string' && Object.hasOwn(door.words, value) ? value : undefined;
  if (typeof value !== 'object') return undefined;
  if ('each' in door)
    return Array.isArray(value) ? value.map(one => passed(door.each, one, name)) : undefined;
  const through = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value as Record<string, unknown>)) {
    const inner = Object.hasOwn(door.members, key) ? door.members[key] : undefined;
    const kept = inner === undefined ? undefined : passed(inner, member, name);
    if (kept !== undefined) through.set(key, kept);
  }
  return Object.fromEntries(through);
}
