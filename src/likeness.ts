/** Finds names that look the same within one alphabet; letters of two alphabets may still look alike. */

const SINGLE_QUOTES = /['`´ʹʻʼʽˈˊˋ‘’‚‛′‵\u0374\u0384\u055a\u05f3\u07f4\u1fbf\u1fef\u1ffd\u1ffeꞋꞌ＇｀❛❜]/gu;
const DOUBLE_QUOTES = /["“”„‟″‶˝ʺˮ\u05f4〝〞〟＂❝❞]/gu;

/** Signs that look like another, and that other. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [DOUBLE_QUOTES, "''"],
  [SINGLE_QUOTES, "'"],
  [/[\p{Pd}\u02d7\u2043\u207b\u208b\u2212\u2500]/gu, '-'],
  [/[\u0387\u2022\u2027\u2219\u22c5\u30fb]/gu, '\u00b7'],
  [/[\u02d0\u05c3\u2236\ua789]/gu, ':'],
  [/[\u2044\u2215\u29f8]/gu, '/'],
  [/[\u01c0\u05c0\u2223\u2758]/gu, '|'],
  [/\u01c3/gu, '!'],
  // Characters without a glyph are all drawn with the same one.
  [/[\p{Co}\p{Cn}\p{Cs}\ufffd]/gu, '\ufffd'],
];

/** Phonetic letters, and the everyday letters that they look like. */
const PHONETIC = 'ɑɡᴄᴏꜱᴠᴡᴢ';
const ORDINARY = 'agcosvwz';
const OF_PHONETICS = /[ɑɡᴄᴏꜱᴠᴡᴢ]/gu;

/** Scripts in which combining marks are letters, most of them vowels. */
const SCRIPTS: readonly RegExp[] = [
  /\p{scx=Hebrew}/u,
  /\p{scx=Arabic}/u,
  /\p{scx=Syriac}/u,
  /\p{scx=Thaana}/u,
  /\p{scx=Devanagari}/u,
  /\p{scx=Bengali}/u,
  /\p{scx=Gurmukhi}/u,
  /\p{scx=Gujarati}/u,
  /\p{scx=Oriya}/u,
  /\p{scx=Tamil}/u,
  /\p{scx=Telugu}/u,
  /\p{scx=Kannada}/u,
  /\p{scx=Malayalam}/u,
  /\p{scx=Sinhala}/u,
  /\p{scx=Thai}/u,
  /\p{scx=Lao}/u,
  /\p{scx=Tibetan}/u,
  /\p{scx=Myanmar}/u,
  /\p{scx=Khmer}/u,
];

/** Returns two forms of a name: without regard to case, and as it is drawn. Names that share a form look the same. */
export function looksOf(name: string): readonly string[] {
  const plain = withPlainSigns(withPlainSigns(name).normalize('NFKC'))
    .replace(OF_PHONETICS, letter => ORDINARY.charAt(PHONETIC.indexOf(letter)))
    .replace(/\s+/gu, ' ')
    .trim();
  const drawn = withoutStrayMarks(plain)
    .replace(/[1I|]/gu, 'l')
    .replace(/0/gu, 'O')
    .replace(/rn/gu, 'm')
    .replace(/vv/gu, 'w');
  return [`letters ${withoutStrayMarks(plain.toLowerCase())}`, `drawn ${drawn}`];
}

function withPlainSigns(text: string): string {
  return SIGNS.reduce((plain, [signs, sign]) => plain.replace(signs, sign), text);
}

/** Drops marks that are invisible: on a letter of another script, or repeated. */
function withoutStrayMarks(text: string): string {
  return text.replace(/(\P{M}?)(\p{M}+)/gu, (_, letter: string, marks: string) => {
    const own = Array.from(marks).filter(mark =>
      SCRIPTS.some(script => script.test(letter) && script.test(mark)),
    );
    return letter + own.filter((mark, at) => mark !== own[at - 1]).join('');
  });
}
