/**
 * What may be written down, decided member by member: a type makes sure that every member of a shape has its place in the
 * door, and what has none does not get through.
 */
import type { Naming, StandIn } from './stand-ins.js';

type Keys<T> = T extends unknown ? keyof T : never;
type Member<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;

/** All the words that one of our own types has: one that is left out does not compile. */
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
 * The door of a shape. Numbers and truths are kept, and the words of our own types; a text has a stand-in, whose kind is
 * chosen here. The members of all the shapes of a union stand side by side.
 */
export type Door<T> = DoorOf<Exclude<T, null | undefined>>;

type AnyDoor =
  | 'kept'
  | StandIn
  | Words<string>
  | { readonly each: AnyDoor }
  | { readonly members: Readonly<Record<string, AnyDoor>> };

/** The door of a type of words that has a list. */
export function wordsOf<const Word extends string>(all: readonly Word[]): Words<Word> {
  return { words: Object.fromEntries(all.map(word => [word, true])) as Words<Word>['words'] };
}

/** The same shape with stand-ins in the place of texts; whatever the door does not expect is left out. */
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
