/**
 * Complete sentences from a catalogue for each language. Placeholders stand for names and numbers; a counted sentence
 * has a text for each plural form of the language.
 */
import { type ChosenLanguage, directionOf } from './languages.js';

/** Texts by plural form, selected by `count`; every language has `other`. */
type Plural = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };
type Sentence = string | Plural;

/** The shape of a catalogue that translates all of the English one. */
export type CatalogueLike<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural;
};

type HolesIn<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesIn<Rest> : never;
type HolesOf<Said> = Said extends { readonly other: infer Text } ? HolesIn<Text> | 'count' : HolesIn<Said>;
/** The arguments of a sentence: none if it has no placeholders. */
export type ValuesOf<Said, Value> = [HolesOf<Said>] extends [never]
  ? []
  : [values: Readonly<Record<HolesOf<Said>, Value>>];

/** Says the sentence of a key. `Value`: the type of what may replace a placeholder. */
export type Say<English, Value, Said> = <Key extends keyof English>(
  key: Key,
  ...values: ValuesOf<English[Key], Value>
) => Said;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates text from outside, which may have the other direction, so that it does not reorder the text around it. */
export function isolated(text: string, chosen: ChosenLanguage): string {
  const mayTurn = directionOf(chosen.language) === 'rtl' || RIGHT_TO_LEFT.test(text);
  return mayTurn ? `\u2068${text}\u2069` : text;
}

/** Returns a function that splits a sentence into texts and placeholder names, alternating, beginning with a text. */
export function createPieces<English>(
  { tag }: ChosenLanguage,
  catalogue: CatalogueLike<English>,
): (key: keyof English, count: unknown) => readonly string[] {
  let rules: Intl.PluralRules | undefined;
  return (key, count) => {
    const sentence: Sentence = catalogue[key];
    const toText = (forms: Plural): string =>
      forms[(rules ??= new Intl.PluralRules(tag)).select(Number(count))] ?? forms.other;
    const text = typeof sentence === 'string' ? sentence : toText(sentence);
    return text.split(/\{(\w+)\}/);
  };
}

/** Below this, a number has no separators. */
const SHORT = 1_000;

/**
 * Returns a function that writes a number as the language does. It makes a formatter only for a number that needs one:
 * the first of a process takes 6 MB, and in Chromium longer than all else that a remote does until it can be used. Of
 * the languages, only Arabic has digits of its own.
 */
export function createNumbers({ language, tag }: ChosenLanguage): (value: number) => string {
  let numbers: Intl.NumberFormat | undefined;
  return value => {
    const isPlain = language !== 'ar' && Number.isInteger(value) && value >= 0 && value < SHORT;
    return isPlain ? String(value) : (numbers ??= new Intl.NumberFormat(tag)).format(value);
  };
}

/** Says sentences as plain text, with numbers in the language's format. `tame`: applied to texts from outside first. */
export function createSay<English>(
  chosen: ChosenLanguage,
  catalogue: CatalogueLike<English>,
  tame: (text: string) => string = text => text,
): Say<English, string | number, string> {
  const pieces = createPieces<English>(chosen, catalogue);
  const toNumber = createNumbers(chosen);
  return (key, ...[values]) => {
    const given = new Map<string, string | number>(Object.entries(values ?? {}));
    const toText = (name: string): string => {
      const value = given.get(name) ?? '';
      return typeof value === 'number' ? toNumber(value) : isolated(tame(value), chosen);
    };
    return pieces(key, given.get('count'))
      .map((piece, at) => (at % 2 === 0 ? piece : toText(piece)))
      .join('');
  };
}
