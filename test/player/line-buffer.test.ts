import t from 'tap';
import { createLineBuffer } from '../../src/player/wire/line-buffer.js';

t.test('lines survive being torn at every byte', async t => {
  const text = '{"title":"Größe 🎵"}\n\n{"b":2}\n{"unfinished';
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = createLineBuffer();
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...lines.push(bytes.subarray(at, at + size)));
    t.strictSame(found, ['{"title":"Größe 🎵"}', '', '{"b":2}'], `${size} bytes at a time`);
  }
  const short = createLineBuffer(10);
  t.strictSame(short.push(Buffer.from('123456789\n123456789\n')), ['123456789', '123456789']);
  t.throws(() => short.push(Buffer.from('12345678901')), { message: 'a line is longer than 10 characters' });
});
