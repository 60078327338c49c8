import type { Objection } from './objection.js';

/**
 * Whether a field beyond the specification may be asked for; with `field` null, whether the type itself may; with
 * `enum` for the type, whether the enum word `field` may be sent.
 */
export interface Has {
  (type: string, field: string | null): boolean;
  /** Types of items that the service has sent and nobody has seen before. */
  readonly kinds?: readonly string[];
}

/** So many new types of items are kept. */
const MOST_KINDS = 20;

export interface FieldKnowledge {
  /** A fresh `Has` for one document, which notes what it was asked for. */
  forDocument(): { readonly has: Has; readonly asked: ReadonlySet<string> };
  /**
   * Learns from what was said when a document was refused before execution. Answers whether anything of what it
   * asked for is now known to be missing, so that a document without it is worth sending.
   */
  learn(objections: readonly Objection[], asked: ReadonlySet<string>): boolean;
  /** Notes the type of an item; answers whether its fields can be asked for from now on, and could not before. */
  note(type: string): boolean;
  /** Gives up on everything a document asked for. */
  forget(asked: ReadonlySet<string>): void;
}

/** What may become part of a document. */
const TYPE_NAME = /^[_A-Za-z][_0-9A-Za-z]{0,79}$/;

/**
 * Which fields, types and enum words beyond the specification the service lacks. Known by what it says: a message that
 * names the very field, and the type where it says so, or the very word. Remembered for this process.
 */
export function createFieldKnowledge(allowed: boolean): FieldKnowledge {
  const missing = new Set<string>();
  const kinds = new Set<string>();
  const toKey = (type: string, field: string | null) => `${type}.${field ?? ''}`;
  return {
    forDocument() {
      const asked = new Set<string>();
      const has = (type: string, field: string | null) => {
        if (!allowed || missing.has(toKey(type, null)) || missing.has(toKey(type, field))) return false;
        asked.add(toKey(type, field));
        return true;
      };
      return { has: Object.assign(has, { kinds: [...kinds] }), asked };
    },
    note(type) {
      if (!allowed || kinds.has(type) || kinds.size >= MOST_KINDS || !TYPE_NAME.test(type)) return false;
      kinds.add(type);
      return true;
    },
    learn(objections, asked) {
      const before = missing.size;
      for (const objection of objections) {
        for (const key of namedIn(objection, asked)) missing.add(key);
      }
      return missing.size > before;
    },
    forget(asked) {
      for (const key of asked) missing.add(key);
    },
  };
}

/** Of the keys asked for, those that one message is about. */
function namedIn({ names, words }: Objection, asked: ReadonlySet<string>): string[] {
  if (words.length > 0) return words.map(word => `enum.${word}`).filter(key => asked.has(key));
  const keys = [...asked].map(key => {
    const [type = '', field = ''] = key.split('.');
    return { key, type, field };
  });
  const fields = keys.filter(({ field }) => field !== '' && names.has(field));
  const exact = fields.filter(({ type }) => names.has(type));
  if (exact.length > 0) return exact.map(({ key }) => key);
  if (fields.length > 0) return fields.map(({ key }) => key);
  return keys.filter(({ type, field }) => field === '' && names.has(type)).map(({ key }) => key);
}
