/** The languages of all texts for people, and how one of them is chosen. */

/** The first is used if none of the wanted languages is available. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface ChosenLanguage {
  readonly language: Language;
  /** The language with its region, for numbers and dates: `de-CH`. */
  readonly tag: string;
}

/** Used if no wanted language is available; en-GB puts days before months, as most people do. */
const OTHERWISE: ChosenLanguage = { language: 'en', tag: 'en-GB' };

/**
 * Language, script and region. The rest of a tag is dropped: Node takes 400 ms to read 15 KB of it, and no format needs
 * it.
 */
const TAG = /^([a-z]{2,3})(-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?(?![a-z\d])/i;

/** Returns the first available of the `wanted` languages, whatever its region; tags such as `de-CH`, best first. */
export function chooseLanguage(wanted: readonly string[]): ChosenLanguage {
  for (const each of wanted) {
    const [tag = '', primary = ''] = TAG.exec(each) ?? [];
    const language = LANGUAGES.find(known => known === primary.toLowerCase());
    if (language !== undefined) return { language, tag: isKnown(tag) ? tag : language };
  }
  return OTHERWISE;
}

/** Whether Intl accepts the tag: a client may send any text, and an invalid tag would throw where it is used. */
function isKnown(tag: string): boolean {
  try {
    return Intl.PluralRules.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** More languages than anybody speaks. */
const MOST_TAGS = 32;

/** Parses a header `Accept-Language` (RFC 9110, section 12.5.4); returns its tags, best first. */
export function readAcceptLanguage(header: string): readonly string[] {
  return header
    .split(',', MOST_TAGS)
    .map(part => {
      const [tag = '', ...params] = part.split(';').map(each => each.trim());
      const weight = params.find(param => /^q=/i.test(param))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ tag, weight }) => /^[a-z]/i.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
