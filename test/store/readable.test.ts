import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import t from 'tap';
import type { Item } from '../../src/core/vocabulary/item.js';
import type { Store } from '../../src/contract/ports.js';
import { parseItem, parseSource } from '../../src/service/item-response.js';
import { sessionFormat } from '../../src/store/formats.js';
import { toReadable } from '../../src/store/persisted.js';
import { session, storeIn } from '../rigs/store/records.js';

/** Texts with control characters, halves of characters and lengths around the bounds of the reader. */
const text = fc.oneof(
  { weight: 30, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
    maxLength: 40,
  }),
  fc.constantFrom(0, 1, 255, 256, 257, 16_384, 16_385).map(length => '\u0001'.repeat(length)),
);
const number = fc.oneof(
  { weight: 30, arbitrary: fc.nat(100) },
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, 2 ** 53, -1, 0.5, 100),
);
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const item: fc.Arbitrary<Item> = fc.record({
  typename: text,
  kind: fc.constantFrom('track', 'episode', 'ad', 'message', 'unknown'),
  index: maybe(number),
  trackToken: maybe(text),
  trackId: maybe(text),
  audioUrl: maybe(text),
  title: text,
  artist: maybe(text),
  album: maybe(text),
  podcast: maybe(text),
  artUrl: maybe(text),
  durationMs: maybe(number),
  progressFrequencyS: maybe(number),
  feedback: fc.constantFrom('UP', 'DOWN', null),
  interactions: fc.array(text, { maxLength: 4 }),
  gainDb: maybe(number),
  errorHeader: maybe(text),
  errorDescription: maybe(text),
});
const clients = fc.array(
  fc.record(
    {
      id: text,
      name: text,
      verifier: fc.oneof(
        fc.constant({ storedKey: 's'.repeat(43), serverKey: 'r'.repeat(43) }),
        fc.record({ tokenHash: fc.oneof(fc.constant('0f'.repeat(32)), text) }),
      ),
      role: fc.constantFrom('owner', 'guest'),
      createdMs: number,
      lastSeenMs: number,
      invitedBy: text,
      invitedByName: text,
      expiresAtMs: number,
      volumeMax: number,
    },
    { requiredKeys: ['id', 'name', 'role', 'verifier', 'createdMs'] },
  ),
  { maxLength: 3 },
);
/** More than is read, of each: chance alone would now and then draw none. */
const TOO_LONG = '\u0001'.repeat(16_385);
const credentials = {
  accessToken: 'a',
  refreshToken: TOO_LONG,
  expiresInS: 1,
  obtainedAtMs: 1,
  profileId: null,
};
const refused = {
  device: { deviceUuid: TOO_LONG },
  credentials,
  session: { ...session, source: { id: TOO_LONG, type: 'ST', name: null } },
  clients: {
    clients: Array.from({ length: 300 }, (_, at) => ({
      id: String(at),
      name: 'x'.repeat(16_000),
      role: 'guest',
      verifier: { tokenHash: '0f'.repeat(32) },
      createdMs: 1,
    })),
  },
};

const records = {
  device: fc.record({ deviceUuid: text }),
  credentials: fc.record({
    accessToken: text,
    refreshToken: text,
    expiresInS: number,
    obtainedAtMs: number,
    profileId: maybe(text),
  }),
  session: fc.record({
    wish: fc.constantFrom('playing', 'paused', 'stopped'),
    source: maybe(fc.record({ id: text, type: text, name: maybe(text) })),
    item: maybe(item),
    positionMs: number,
    closing: maybe(fc.record({ index: number, trackToken: maybe(text), lengthS: number })),
    endTaken: fc.boolean(),
    exact: fc.boolean(),
    volume: maybe(number),
    muted: fc.boolean(),
    sourceEnded: fc.boolean(),
    sourceHeld: fc.constantFrom(undefined, 'no', 'unknown', 'interrupted'),
  }),
  clients: fc.record({
    clients: fc.oneof(
      { weight: 9, arbitrary: clients },
      { weight: 1, arbitrary: fc.constant(refused.clients.clients) },
    ),
  }),
};

for (const name of ['device', 'credentials', 'session', 'clients'] as const) {
  t.test(`whatever can be written to ${name}.json, the next start reads`, async t => {
    const at = storeIn(t);
    const outcomes = { durable: 0, refused: 0 };
    const arbitrary = records[name] as fc.Arbitrary<unknown>;
    const cellOf = (store: Store) => store[name] as { value: unknown; write(record: unknown): Promise<void> };
    await fc.assert(
      fc.asyncProperty(arbitrary, async (record: unknown) => {
        const store = await at.open();
        const before = cellOf(store).value;
        const path = at.file(`${name}.json`);
        const content = existsSync(path) ? readFileSync(path, 'utf8') : null;
        const refusal = await cellOf(store)
          .write(record)
          .then(
            () => null,
            (error: unknown) => error as { code: string; message: string },
          );
        await store.close();
        const again = await at.open();
        const read = cellOf(again).value;
        await again.close();
        if (at.logger.messages('error').length > 0) throw new Error(at.logger.messages('error').join());
        if (refusal === null) {
          outcomes.durable += 1;
          return read !== null;
        }
        outcomes.refused += 1;
        const isUntouched = JSON.stringify(read) === JSON.stringify(before);
        const now = existsSync(path) ? readFileSync(path, 'utf8') : null;
        return refusal.code === 'ERR_STATE_UNREADABLE' && isUntouched && now === content;
      }),
      { numRuns: 60, examples: [[refused[name]]] },
    );
    t.ok(outcomes.durable > 0 && outcomes.refused > 0, JSON.stringify(outcomes));
  });
}

t.test('a refusal names the file and the member, never what it holds', async t => {
  const at = storeIn(t);
  const store = await at.open();
  const secret = 'secret'.repeat(3_000);
  const record = { accessToken: secret, refreshToken: 'r', expiresInS: 1, obtainedAtMs: 1, profileId: null };
  await t.rejects(store.credentials.write(record), {
    code: 'ERR_STATE_UNREADABLE',
    message: /^credentials\.json was not written.*: accessToken has a length of 18000$/u,
  });
  t.equal(store.credentials.value, null);
  t.equal(store.writable, true, 'the disk is not to blame');
  store.position.write({ sourceId: 'ST:1', index: 0.5, trackToken: null, positionMs: 1 });
  t.notOk(existsSync(`${at.runtimeDir}/position.json`));
  t.same(at.logger.messages('warn'), ['The position could not be saved.']);
});

t.test('whatever the service says of a source and an item can be kept', async () => {
  const value = fc.oneof(text, number, fc.jsonValue(), fc.constantFrom('ST:1', 'x', 'http://a/', '', null));
  const answer = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map(name => [name, value])), { requiredKeys: [] });
  const names = ['id', 'type', 'name', 'duration', 'artist', 'album', 'podcast', 'art', 'url'] as const;
  const content = fc.oneof(answer(names), value);
  const fields = ['__typename', 'index', 'trackToken', 'audioUrl', 'progressFrequency', 'feedbackValue'];
  const more = ['interactions', 'fileGain', 'errorHeader', 'errorDescription'];
  fc.assert(
    fc.property(
      answer(names),
      answer([...fields, ...more]),
      content,
      content,
      (source, item, track, episode) => {
        const kept = {
          ...session,
          source: parseSource(source),
          item: parseItem({ ...item, track, podcastEpisode: episode }),
        };
        return toReadable(sessionFormat, kept).length > 0;
      },
    ),
    { numRuns: 2_000, examples: [[{ id: 'no type in it' }, {}, null, null]] },
  );
});
