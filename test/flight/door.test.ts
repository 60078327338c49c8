import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import type { Event } from '../../src/core/vocabulary/event.js';
import type { State } from '../../src/core/model/state.js';
import { type Door, pass, wordsOf } from '../../src/flight/door.js';
import { EVENT } from '../../src/flight/doors.js';
import { createStandIns } from '../../src/flight/stand-ins.js';
import { STATE } from '../../src/flight/state-door.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';

t.test('a member that is new has to be named: else the program does not compile', async t => {
  const { now, ...others } = STATE.members;
  // @ts-expect-error A member of the state without a place in the door.
  const ofState: Door<State> = { members: others };
  // @ts-expect-error A new member of an event.
  const ofEvent: Door<Event | { readonly type: 'engine.started'; readonly secret: string }> = EVENT;
  // @ts-expect-error A new member that need not be there.
  const ofOptional: Door<State & { readonly more?: number }> = STATE;
  // @ts-expect-error A new kind of event.
  const ofKind: Door<Event | { readonly type: 'new' }> = EVENT;
  t.ok([now, ofState, ofEvent, ofOptional, ofKind].every(Boolean));
});

t.test('a text cannot be kept, nor a word be left out', async t => {
  // @ts-expect-error A text needs a stand-in.
  const text: Door<{ readonly title: string }> = { members: { title: 'kept' } };
  // @ts-expect-error One of its words has no place.
  const words: Door<'one' | 'two'> = wordsOf(['one']);
  // @ts-expect-error What was a word is any text now.
  const wider: Door<string> = wordsOf(['one', 'two']);
  // @ts-expect-error Of those in a list.
  const listed: Door<readonly string[]> = { each: 'kept' };
  // @ts-expect-error A text that may be a number as well is neither.
  const mixed: Door<{ readonly id: string | number }> = { members: { id: 'id' } };
  t.ok([text, words, wider, listed, mixed].every(Boolean));
});

t.test('The door lets no unexpected member through', async t => {
  const { name } = createStandIns();
  const event = {
    type: 'player.failed',
    loadId: 'http://audio.test/secret',
    fault: 'their own word',
    httpStatus: 403,
    detail: 'secret',
    positionMs: { secret: 1 },
    token: 'secret',
    toString: 'secret',
    item: ['secret'],
  };
  t.strictSame(pass<Event>(EVENT, event, name), {
    type: 'player.failed',
    httpStatus: 403,
    detail: '…',
    item: {},
  });
  t.strictSame(pass<readonly number[]>({ each: 'kept' }, 'secret', name), undefined);
});

t.test('texts have stand-ins, the same for the same; what core looks into is seen', async t => {
  const { name } = createStandIns();
  t.strictSame(
    ['a', 'b', 'a', ''].map(text => name('title', text)),
    ['title#1', 'title#2', 'title#1', ''],
  );
  t.strictSame(
    ['ST:1:2', 'SF:1', 'ST:1:2', 'XX:1', 'secret'].map(text => name('id', text)),
    ['ST:#1', 'SF:#2', 'ST:#1', 'id#3', 'id#4'],
  );
  t.strictSame(
    ['SKIP', 'IdleTimeoutItem', 'AL', 'serviceError', 'SECRET'].map(text => name('word', text)),
    ['SKIP', 'IdleTimeoutItem', 'AL', 'serviceError', 'word#1'],
  );
  t.strictSame(
    ['7 0 5.25 undefined', 'address 3 true', 'http://secret 7', '7  7', 'secret'].map(text =>
      name('key', text),
    ),
    ['7 0 5.25 undefined', 'address 3 true', 'key#1', 'key#2', 'key#3'],
  );
  t.strictSame(
    ['https://a.test/x?s', 'https://a.test/y', 'http://a.test/x?s', 'https://a.test/x?s'].map(text =>
      name('address', text),
    ),
    ['host#1/address#1', 'host#1/address#2', 'host#2/address#3', 'host#1/address#1'],
  );
  t.equal(name('host', 'https://a.test'), 'host#1');
  t.equal(name('text', 'secret'), '…');
});

const [X, Y] = ['x', 'y'].map(letter => `https://a.test/${letter.repeat(50)}`) as [string, string];

t.test('A renewed text keeps its stand-in; others lose theirs', async t => {
  const standIns = createStandIns();
  const { name } = standIns;
  const [kept, gone] = [name('address', X), name('address', Y)];
  t.ok(standIns.size >= 100);
  t.equal(
    standIns.renew(() => name('address', X)),
    kept,
  );
  t.ok(standIns.size < 100);
  t.equal(name('address', X), kept);
  t.not(name('address', Y), gone);
});

t.test('every member of a state gets through', async t => {
  const item = createItem(3, { artist: 'Artist', artUrl: 'http://art.test/1', errorHeader: 'Oh' });
  const { state } = createPlaying(item).ask({ type: 'next' }).ask({ type: 'play', sourceId: 'SF:1' });
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, shape(member)]));
  };
  const through = pass<State>(STATE, state, createStandIns().name);
  t.strictSame(shape(through), shape(state));
});

t.test('The codes of all notices of the core are kept as they are', async t => {
  const core = fileURLToPath(new URL('../../../src/core/', import.meta.url));
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'));
  const texts = files.map(path => readFileSync(join(core, path), 'utf8'));
  const codes = texts.flatMap(text => [...text.matchAll(/\bcode: '(\w+)'/g)].map(([, code = '']) => code));
  t.ok(codes.length > 5, String(codes.length));
  for (const code of new Set(codes)) t.equal(createStandIns().name('word', code), code);
});
