/** Finds names that look the same within one alphabet; letters of two alphabets may still look alike. */

const SINGLE_QUOTES = /['`´ʹʻʼʽˈˊˋ‘’‚‛′‵\u0374\u0384\u055a\u05f3\u07f4\u1fbf\u1fef\u1ffd\u1ffeꞋꞌ＇｀❛❜]/gu;
const DOUBLE_QUOTES = /["“”„‟″‶˝ʺˮ\u05f4〝〞〟＂❝❞]/gu;

/** Signs that look like another, and that other. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u00af\u203e]/gu, '\u02c9'],
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

/** Letters and digits that common fonts draw as another of their alphabet, at least in some place of a word. */
const TWINS: readonly (readonly [string, string])[] = [
  ['ɑɡᴄᴋᴏꜱᴠᴡᴢ', 'agcĸosvwz'],
  ['ĐƉǝↃꜪᴐↄ', 'ÐÐəƆƐɔɔ'],
  ['ӀӏᴫӨө', 'ІІлѲѳ'],
  ['ەھیيںٮڧکڡڻېڽڨ', 'ههىىىىفكٯٹٻپڤ'],
  ['۰۱۲۳۴۵۶۷۸۹', '٠١٢٣٤٥٦٧٨٩'],
];
const ORIGINALS: ReadonlyMap<string, string> = new Map(
  TWINS.flatMap(([twins, originals]) =>
    Array.from(twins, (twin, at) => [twin, originals.charAt(at)] as const),
  ),
);

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

/** Words written from right to left. */
const LEFTWARDS = /[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}]+/gu;

/** Returns two forms of a name: without regard to case, and as it is drawn. Names that share a form look the same. */
export function looksOf(name: string): readonly string[] {
  const plain = withPlainSigns(withPlainSigns(name).normalize('NFKC')).replace(/\s+/gu, ' ').trim();
  const drawn = withoutStrayMarks(withoutTwins(plain))
    .replace(/[1I|]/gu, 'l')
    .replace(/0/gu, 'O')
    .replace(/rn/gu, 'm')
    .replace(/vv/gu, 'w');
  const letters = withoutStrayMarks(withoutTwins(plain.toLowerCase()));
  return [`letters ${inOneOrder(letters)}`, `drawn ${inOneOrder(drawn)}`];
}

/** Sorts the words of a name written in both directions: under another order of its words it is drawn the same. */
function inOneOrder(text: string): string {
  const words = text.replace(LEFTWARDS, ' $& ').trim().split(/\s+/u);
  const leftwards = words.filter(word => word.search(LEFTWARDS) !== -1).length;
  return leftwards > 0 && leftwards < words.length ? words.sort().join(' ') : text;
}

function withPlainSigns(text: string): string {
  return SIGNS.reduce((plain, [signs, sign]) => plain.replace(signs, sign), text);
}

function withoutTwins(text: string): string {
  const letters = Array.from(text.normalize('NFD'), letter => ORIGINALS.get(letter) ?? letter);
  return letters.join('').normalize('NFC');
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
