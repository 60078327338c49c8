import type { Objection } from './objection.js';

/**
 * Whether a field beyond the specification may be asked for; with `field` null, whether the type itself may; with type
 * `enum`, whether the enum word `field` may be sent.
 */
export interface Has {
  (type: string, field: string | null): boolean;
  /** Item types that the service has sent but this program does not know. */
  readonly kinds?: readonly string[];
}

/** Most new item types that are kept. */
const MOST_KINDS = 20;

/** Type names that may become part of a document. */
const TYPE_NAME = /^[_A-Za-z][_0-9A-Za-z]{0,79}$/;

/**
 * Creates the record of the fields, types and enum words beyond the specification that the service lacks. They are
 * learnt from messages that name the field (and its type, if given) or the word itself. Kept for the life of this
 * process.
 */
export function createFieldKnowledge(allowed: boolean) {
  const missing = new Set<string>();
  const kinds = new Set<string>();
  const toKey = (type: string, field: string | null) => `${type}.${field ?? ''}`;
  return {
    /**
     * Returns a new `Has` for one document, with the set of everything it has allowed. `root`: the field that the
     * document asks for; which types it can hold is learnt for it alone.
     */
    forDocument(root: string): { readonly has: Has; readonly asked: ReadonlySet<string> } {
      const asked = new Set<string>();
      const has = (type: string, field: string | null) => {
        const ofType = `${toKey(type, null)}.${root}`;
        const key = field === null ? ofType : toKey(type, field);
        if (!allowed || missing.has(ofType) || missing.has(key)) return false;
        asked.add(key);
        return true;
      };
      return { has: Object.assign(has, { kinds: [...kinds] }), asked };
    },
    /** Records an item type; returns whether its fields can be asked for from now on but could not before. */
    note(type: string): boolean {
      if (!allowed || kinds.has(type) || kinds.size >= MOST_KINDS || !TYPE_NAME.test(type)) return false;
      kinds.add(type);
      return true;
    },
    /**
     * Learns from the objections to a document that was refused before execution. Returns whether anything in `asked` is
     * now known to be missing, in which case a document without it is worth sending.
     */
    learn(objections: readonly Objection[], asked: ReadonlySet<string>): boolean {
      const before = missing.size;
      for (const objection of objections) {
        for (const key of namedIn(objection, asked)) missing.add(key);
      }
      return missing.size > before;
    },
    /** Marks everything in `asked` as missing. */
    forget(asked: ReadonlySet<string>): void {
      for (const key of asked) missing.add(key);
    },
  };
}

/** Returns those of the requested keys that one message is about. */
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
