import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createStandIns, withStandIns } from '../../src/flight/stand-ins.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';

t.test('No text gets through, wherever it stands', async t => {
  const { name } = createStandIns();
  const event = {
    type: 'player.failed',
    loadId: 'a secret',
    fault: 'their own word',
    httpStatus: 403,
    detail: 'secret',
    positionMs: { secret: 1, more: ['secret', null, true] },
    toString: 'secret',
    item: undefined,
  };
  t.strictSame(withStandIns(event, name), {
    type: 'player.failed',
    loadId: 'loadId#1',
    fault: 'fault#1',
    httpStatus: 403,
    detail: '…',
    positionMs: { secret: 1, more: ['more#1', null, true] },
    toString: 'more#1',
  });
});

t.test('texts have stand-ins, the same for the same; what core looks into is seen', async t => {
  const { name } = createStandIns();
  const named = (member: string, texts: readonly string[]): readonly string[] =>
    texts.map(text => name(member, text));
  t.strictSame(named('title', ['a', 'b', 'a', '']), ['title#1', 'title#2', 'title#1', '']);
  t.strictSame(named('name', ['b', '12']), ['title#2', 'name#1']);
  t.strictSame(named('id', ['ST:1:2', 'SF:1', 'ST:1:2', 'XX:1', 'nobody']), [
    ...['ST:#1', 'SF:#1', 'ST:#1', 'type#1:#1', 'id#1'],
  ]);
  t.strictSame(named('type', ['XX', 'ST']), ['type#1', 'ST'], 'the type of such an id');
  t.strictSame(named('title', ['ST:1:3', 'UP']), ['title#3', 'title#4'], 'a title is a title');
  const words = ['SKIP', 'IdleTimeoutItem', 'AL', 'serviceError'];
  t.strictSame(named('typename', [...words, 'SECRET']), [...words, 'typename#1']);
  t.strictSame(named('key', ['7 0 5.25 undefined', 'address 3 true', '7  7', 'secret']), [
    '7 0 5.25 undefined',
    'address 3 true',
    'key#1',
    'key#2',
  ]);
  t.strictSame([name('time', '07:30'), name('title', '07:31')], ['07:30', 'title#5']);
  t.strictSame(
    named('url', ['https://a.test/x?s', 'https://a.test/y', 'http://a.test/x', 'https://a.test']),
    ['host#1/url#1', 'host#1/url#2', 'host#2/url#3', 'host#1'],
  );
  t.strictSame([name('message', 'secret'), name('detail', 'secret')], ['…', '…']);
});

const [X, Y] = ['x', 'y'].map(letter => `https://a.test/${letter.repeat(50)}`) as [string, string];

t.test('A renewed text keeps its stand-in; others lose theirs', async t => {
  const standIns = createStandIns();
  const { name } = standIns;
  const [kept, gone] = [name('url', X), name('url', Y)];
  t.ok(standIns.size >= 100);
  t.equal(
    standIns.renew(() => name('url', X)),
    kept,
  );
  t.ok(standIns.size < 100);
  t.equal(name('url', X), kept);
  t.not(name('url', Y), gone);
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
  const through = withStandIns(state, createStandIns().name);
  t.strictSame(shape(through), shape(state));
});

t.test('The codes of all notices of the core are kept as they are', async t => {
  const core = fileURLToPath(new URL('../../../src/core/', import.meta.url));
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'));
  const texts = files.map(path => readFileSync(join(core, path), 'utf8'));
  const codes = texts.flatMap(text => [...text.matchAll(/\bcode: '(\w+)'/g)].map(([, code = '']) => code));
  t.ok(codes.length > 5, String(codes.length));
  for (const code of new Set(codes)) t.equal(createStandIns().name('code', code), code);
});
