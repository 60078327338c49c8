import t from 'tap';
import { chooseLanguage, directionOf, readAcceptLanguage } from '../../src/lib/languages.js';

t.test('the first that is spoken here, with its region; else English', async t => {
  const rows: [string[], string, string][] = [
    [['de-CH', 'fr'], 'de', 'de-CH'],
    [['it', 'FR-ca', 'en'], 'fr', 'FR-ca'],
    [['ja'], 'ja', 'ja'],
    [['ar-EG'], 'ar', 'ar-EG'],
    [['es-419'], 'es', 'es-419'],
    [['de-!'], 'de', 'de'],
    [['den', 'english'], 'en', 'en-GB'],
    [['de-Latn-AT-1996-u-nu-arab'], 'de', 'de-Latn-AT'],
    [['de-u-aaa-aab-aac'], 'de', 'de'],
    [['zh-Hant-TW', 'ja-JP'], 'ja', 'ja-JP'],
    [['it-IT', 'pt'], 'en', 'en-GB'],
    [[], 'en', 'en-GB'],
  ];
  for (const [wanted, language, tag] of rows)
    t.same(chooseLanguage(wanted), { language, tag }, wanted.join());
  t.equal(directionOf('ar'), 'rtl');
  t.equal(directionOf('ja'), 'ltr');
});

t.test('Accept-Language is read by its weights, whatever it holds', async t => {
  const rows: [string, string[]][] = [
    ['de-CH,de;q=0.9,en;q=0.8', ['de-CH', 'de', 'en']],
    ['en;q=0.1, fr ; q=0.7, *;q=0.5', ['fr', 'en']],
    ['ja;q=0, es', ['es']],
    ['', []],
    [';;;,,q=1', ['q=1']],
    ['fr;q=rubbish', []],
  ];
  for (const [header, tags] of rows) t.same(readAcceptLanguage(header), tags, header);
  t.ok(readAcceptLanguage('de,'.repeat(9_999)).length <= 32);
});

t.test('The chooser never reads the extensions of a language tag', async t => {
  const codes = Array.from({ length: 3_500 }, (_, at) => `a${(at + 1_296).toString(36)}`);
  t.same(chooseLanguage([`fr-CA-u-${codes.join('-')}`]), { language: 'fr', tag: 'fr-CA' });
});
