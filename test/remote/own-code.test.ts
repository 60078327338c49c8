import t from 'tap';
import { ControlError } from '../../src/client/control-error.js';
import { createOwnCode } from '../../src/remote/browser/state/own-code.js';
import { createStoredText } from '../../src/remote/browser/state/stored-text.js';

/** So far apart are the first revisions of two processes. */
const NEXT_PROCESS = 2 ** 40;
const FIRST = 1_000;
const EXPIRES_MS = 300_000;
/** With less left than this, nobody begins a sign-in. */
const LEAST_LEFT_MS = 120_000;

const secretOf = (count: number): string => `secret-${count}`.padEnd(22, '_');

/** A tab of the browser, and the speaker that it is before. */
function setUp() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const clock = { nowMs: 1_700_000_000_000 };
  const speaker = { asked: 0, revision: FIRST, answers: Promise.resolve() };

  /** The page as it is loaded. */
  function load() {
    const ownCode = createOwnCode({
      client: {
        get revision() {
          return speaker.revision;
        },
        async invite() {
          speaker.asked += 1;
          const code = secretOf(speaker.asked);
          await speaker.answers;
          return { link: `http://kitchen.local/#invite=${code}`, expiresMs: EXPIRES_MS };
        },
      },
      kept: createStoredText('own', () => storage),
      nowMs: () => clock.nowMs,
    });
    return ownCode;
  }
  return { load, clock, speaker, items };
}

t.test('whoever presses again, in this page or in the one that Back shows, brings the same code', async t => {
  const { load, clock, speaker } = setUp();
  const page = load();
  t.equal(await page.get(), secretOf(1));
  clock.nowMs += EXPIRES_MS - LEAST_LEFT_MS;
  speaker.revision += 10_000;
  t.equal(await page.get(), secretOf(1), 'two minutes are left');
  t.equal(await load().get(), secretOf(1), 'loaded anew');
  t.equal(speaker.asked, 1);
});

t.test('a code of which too little is left, or nothing, is not brought again', async t => {
  for (const leftMs of [LEAST_LEFT_MS - 1, 0, -86_400_000]) {
    const { load, clock } = setUp();
    await load().get();
    clock.nowMs += EXPIRES_MS - leftMs;
    const page = load();
    t.equal(await page.get(), secretOf(2), `${leftMs}`);
    t.equal(await page.get(), secretOf(2), 'the newer one from then on');
  }
});

t.test('another process of the speaker knows none of the codes before it', async t => {
  for (const revision of [FIRST - 1, FIRST + NEXT_PROCESS]) {
    const { load, speaker } = setUp();
    await load().get();
    speaker.revision = revision;
    t.equal(await load().get(), secretOf(2), `${revision}`);
  }
});

t.test('a double tap asks once', async t => {
  const { load, speaker } = setUp();
  const page = load();
  t.same(await Promise.all([page.get(), page.get()]), [secretOf(1), secretOf(1)]);
  t.equal(speaker.asked, 1);
});

t.test('a refusal is told to both taps, and the next one asks again', async t => {
  const { load, speaker, items } = setUp();
  const page = load();
  const lost = new ControlError('disconnected', 'The connection was lost.');
  speaker.answers = Promise.reject(lost);
  await Promise.all([t.rejects(page.get(), lost), t.rejects(page.get(), lost)]);
  t.strictSame([speaker.asked, items.size], [1, 0]);
  speaker.answers = Promise.resolve();
  t.equal(await page.get(), secretOf(2));
});

t.test('whatever else stands in the storage is no code', async t => {
  const whole = { code: secretOf(9), untilMs: Number.MAX_SAFE_INTEGER, revision: FIRST };
  const texts = ['', '{', 'null', '[]', '"x"', ...['code', 'untilMs', 'revision'].map(without)];
  function without(name: string): string {
    return JSON.stringify({ ...whole, [name]: {} });
  }
  for (const text of texts) {
    const { load, items } = setUp();
    items.set('own', text);
    t.equal(await load().get(), secretOf(1), text);
  }
});
