/** The pages of pairing, in the language of each browser. */
import t from 'tap';
import { LANGUAGES } from '../../src/lib/languages.js';
import { grant, json } from '../fakes/service/server.js';
import { setUpPairing } from '../rigs/pairing/bench.js';
import { RECORD } from '../rigs/service/bench.js';

const callback = (state: string | null) =>
  `/pair/callback?${new URLSearchParams({ code: 'c0de', state: state ?? '' }).toString()}`;
/** The heading of the first page and of the last, and its button. */
const SAID = {
  en: ['Sign in on Kitchen', 'Kitchen is signed in', 'Sign in'],
  de: ['Auf Kitchen anmelden', 'Kitchen ist angemeldet', 'Anmelden'],
  fr: ['Se connecter sur Kitchen', 'Kitchen est connectée à un compte', 'Se connecter'],
  es: ['Iniciar sesión en Kitchen', 'Kitchen ha iniciado sesión', 'Iniciar sesión'],
  ja: ['Kitchenで\u200bサインイン', 'Kitchenは\u200bサインイン\u200bしました', 'サインイン'],
  ar: ['تسجيل الدخول على \u2068Kitchen\u2069', 'سُجّل الدخول على \u2068Kitchen\u2069', 'تسجيل الدخول'],
} as const;

t.test('The pairing pages speak each language from first to last', async t => {
  for (const language of LANGUAGES) {
    const { ask, start, admitted } = await setUpPairing(t);
    const from = { acceptLanguage: `${language}-QQ, en;q=0.5` };
    const [first, last, button] = SAID[language];
    const page = await ask('GET', '/pair', {}, from);
    t.match(page.text, `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    t.match(page.headers, { 'content-language': language });
    t.match(page.text, `<h1>${first}</h1>`);
    t.match(page.text, `type="submit">${button}</button>`);
    const state = (await start()).get('state');
    const success = await ask('GET', callback(state), {}, from);
    t.match(success.text, `<h1>${last}</h1>`);
    t.match(success.text, /<strong dir="auto">/, 'a name may be written the other way');
    t.match(admitted.at(-1), /^admit .*Safari.*/);
    t.equal(admitted.at(-1) === 'admit Safari on iPhone', language === 'en', 'the phone’s own name, too');
    const other = await ask('GET', callback(state), {}, { acceptLanguage: 'en' });
    t.match(
      other.text,
      /<h1>Kitchen is signed in<\/h1>.*opened this page first/s,
      'another browser reads its own',
    );
  }
});

t.test('failures and waits, too; the log stays English', async t => {
  const { ask, start, turnedAway, clock } = await setUpPairing(t);
  const denied = (await start()).get('state') ?? '';
  const page = await ask(
    'GET',
    `/pair/callback?error=access_denied&state=${denied}`,
    {},
    { acceptLanguage: 'de' },
  );
  t.match(page, {
    status: 400,
    text: /<h1>Du hast den Zugriff nicht erlaubt<\/h1>.*ist noch nicht angemeldet.*Erneut versuchen/s,
  });
  t.match(turnedAway.at(-1), /You did not allow access$/);
  for (let at = 0; at < 256; at += 1) await start(`192.0.2.${Math.floor(at / 8)}`);
  const busy = (acceptLanguage: string) =>
    ask('POST', '/pair/start', {}, { peer: '198.51.100.9', acceptLanguage });
  clock.steady += 589_000;
  t.match(await busy('ar'), { status: 429, headers: { 'retry-after': '11' }, text: /انتظر 11 ثانيةً/ });
  clock.steady += 8_000;
  t.match(await busy('ar'), { headers: { 'retry-after': '3' }, text: /انتظر 3 ثوانٍ/ });
  clock.steady += 1_000;
  t.match(await busy('ar'), { headers: { 'retry-after': '2' }, text: /انتظر ثانيتين/ });
  t.match(await busy('ja'), { text: /2秒待ってから/ });
  clock.steady += 1_000;
  t.match(await busy('fr'), { text: /Attendez 1 seconde, puis/ });
});

t.test('paired: in the language of who asks, and the account is named', async t => {
  const { ask, server } = await setUpPairing(t, { record: { ...RECORD, profileName: '<أحمد>' } });
  server.graphql(json({ data: { profile: { id: 'LI:1' } } }));
  server.token(grant('granted'));
  const page = await ask('GET', '/pair', {}, { acceptLanguage: 'fr' });
  t.match(page, { status: 410, text: /la musique du compte de <strong dir="auto">&lt;أحمد&gt;<\/strong>/ });
  t.match(page.text, /Kitchen est déjà connectée à un compte/);
});
