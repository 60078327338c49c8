import t from 'tap';
import { chooseLanguage, type Language, LANGUAGES } from '../../src/lib/languages.js';
import arFirst from '../../src/remote/browser/words/ar.js';
import arRest from '../../src/remote/browser/words/ar-rest.js';
import deFirst from '../../src/remote/browser/words/de.js';
import deRest from '../../src/remote/browser/words/de-rest.js';
import enFirst from '../../src/remote/browser/words/en.js';
import enRest from '../../src/remote/browser/words/en-rest.js';
import esFirst from '../../src/remote/browser/words/es.js';
import esRest from '../../src/remote/browser/words/es-rest.js';
import frFirst from '../../src/remote/browser/words/fr.js';
import frRest from '../../src/remote/browser/words/fr-rest.js';
import jaFirst from '../../src/remote/browser/words/ja.js';
import jaRest from '../../src/remote/browser/words/ja-rest.js';
import { createNumbers, createSay } from '../../src/lib/sentences.js';
import { CATALOGUES } from '../../src/words/catalogues.js';
import pagesEn from '../../src/words/en.js';

/** Browsers fetch the rest when they first need it. */
const en = { ...enFirst, ...enRest };
const ar = { ...arFirst, ...arRest };
type Sentences = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const REMOTE: Readonly<Record<Language, Sentences>> = {
  en,
  de: { ...deFirst, ...deRest },
  fr: { ...frFirst, ...frRest },
  es: { ...esFirst, ...esRest },
  ja: { ...jaFirst, ...jaRest },
  ar,
};
/** Each kind of catalogue, in every language. */
const KINDS: readonly (readonly [string, Readonly<Record<Language, Sentences>>])[] = [
  ['the remote', REMOTE],
  ['the pages of the agent', CATALOGUES],
];

const formsOf = (sentence: string | Readonly<Record<string, string>> = ''): readonly string[] =>
  typeof sentence === 'string' ? [sentence] : Object.values(sentence);
const holesOf = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Forms whose number says itself: `two followers` in Arabic is one word. */
const SPELT = ['zero', 'one', 'two'];

for (const [kind, catalogues] of KINDS) {
  t.test(`${kind}: every language says all of it, with every placeholder`, async t => {
    for (const language of LANGUAGES) {
      const catalogue = catalogues[language];
      t.same(Object.keys(catalogue), Object.keys(catalogues.en), `${language}: in the order of English`);
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const [key, english] of Object.entries(catalogues.en)) {
        const sentence = catalogue[key] ?? '';
        for (const form of formsOf(sentence)) t.ok(form.trim() !== '', `${language} ${key}`);
        const wanted = holesOf(formsOf(english).at(-1) ?? '');
        if (typeof sentence === 'string') {
          t.same(holesOf(sentence), wanted, `${language} ${key}`);
          continue;
        }
        t.same(Object.keys(sentence).sort(), [...categories].sort(), `${language} ${key}: its plural forms`);
        for (const [form, text] of Object.entries(sentence)) {
          const holes = SPELT.includes(form)
            ? [...new Set([...holesOf(text), '{count}'])].sort()
            : holesOf(text);
          t.same(holes, wanted, `${language} ${key} ${form}`);
        }
      }
    }
  });

  t.test(`${kind}: in its own words`, async t => {
    for (const language of LANGUAGES) {
      const texts = Object.values(catalogues[language]).flatMap(formsOf);
      // A person with a phone has no terminal; who ran a command there is led back to it.
      const shells = texts.filter(text => /\btonearm [a-z]|\bssh\b|\bsudo\b|systemctl|\bshell\b/i.test(text));
      t.same(shells, [], `${language}: nothing about shells`);
      const jargon = texts.filter(text => /\btokens?\b|\bjetons?\b|トークン/i.test(text));
      t.same(jargon, [], `${language}: nothing about tokens`);
      const english = Object.values(catalogues.en).flatMap(formsOf);
      const same = texts.filter(text => english.includes(text) && /\p{Ll}{3}.* .*\p{Ll}{3}/u.test(text));
      t.same(language === 'en' ? [] : same, [], `${language}: no sentence was left in English`);
    }
    const english = Object.values(catalogues.en).flatMap(formsOf).join('\n');
    t.notMatch(english, /steer/i, 'control');
    t.notMatch(
      english,
      /\b(?:log|logged) (?:in|out)\b|\bpair|connect(?! to|ion|ed$|ing)\b(?! lost)/im,
      'sign in',
    );
    t.notMatch(english, /\badmit|\bjoin/i, 'let in');
  });

  t.test(`${kind}: as each language is set`, async t => {
    const of = (language: Language): readonly string[] =>
      Object.values(catalogues[language]).flatMap(formsOf);
    t.same(
      of('fr').filter(text =>
        /[^\u00a0\u202f\s/][;?!»]|[^\u00a0h\s][:](?!\/)| [;:?!»]|«[^\u00a0]/.test(text),
      ),
      [],
    );
    t.same(
      of('de').filter(text => /\b(?:Sie haben|Ihr(?:e|em|en|er)? Konto|Klicken Sie|Ihnen)\b|"/.test(text)),
      [],
    );
    t.same(
      of('es').filter(text => /\busted\b|^[^¿]*\?$/.test(text)),
      [],
    );
    t.same(
      of('ja').filter(text => /[.?!]$|[ｦ-ﾟ]/.test(text)),
      [],
    );
    t.same(
      of('ar').filter(text => /[,;?]/.test(text)),
      [],
    );
    t.same(
      of('en').filter(text => /['"]|\.\.\./.test(text)),
      [],
    );
  });
}

t.test('a sentence is said with its values, and as many as there are', async t => {
  const say = (language: string, catalogue: typeof en | typeof ar) =>
    createSay<typeof en>(chooseLanguage([language]), catalogue);
  const english = say('en-GB', en);
  t.equal(english('followers', { count: 1 }), '1 follower');
  t.equal(english('followers', { count: 1_234 }), '1,234 followers');
  t.equal(
    english('admittedBy', { name: 'Bob', by: '{name} $&' }),
    '“Bob” now controls this speaker too, invited by “{name} $&”.',
  );
  t.equal(
    english('wasLetIn', { name: 'אבא' }),
    '“\u2068אבא\u2069” was let in.',
    'what reads the other way turns nothing around it',
  );
  const arabic = say('ar', ar);
  const said = [0, 1, 2, 3, 10, 11, 99, 100, 102].map(count => arabic('followers', { count }));
  t.same(said, [
    'لا متابعين',
    'متابع واحد',
    'متابعان',
    '3 متابعين',
    '10 متابعين',
    '11 متابعًا',
    '99 متابعًا',
    '100 متابع',
    '102 متابع',
  ]);
  t.equal(say('ar-EG', ar)('followers', { count: 45 }), '٤٥ متابعًا', 'in the digits of the region');
  t.equal(arabic('wasLetIn', { name: 'Bob' }), 'سُمح بدخول «\u2068Bob\u2069».');
  const pages = createSay<typeof pagesEn>(chooseLanguage(['de']), CATALOGUES.de);
  t.equal(pages('signInOn', { speaker: 'Küche' }), 'Auf Küche anmelden');
});

t.test('numbers are written as Intl writes them, with a formatter or without', async t => {
  const values = [...Array.from({ length: 1_001 }, (_, value) => value), -1, 0.5, 1_234_567, Number.NaN];
  for (const tag of ['en-GB', 'en-IN', 'de-CH', 'fr-CA', 'es-MX', 'ja', 'ar-EG', 'ar-MA']) {
    const toNumber = createNumbers(chooseLanguage([tag]));
    const numbers = new Intl.NumberFormat(tag);
    const wrong = values.filter(value => toNumber(value) !== numbers.format(value));
    t.same(wrong, [], tag);
  }
});
