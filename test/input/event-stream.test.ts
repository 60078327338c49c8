import t from 'tap';
import { createEventStream, type InputEvent } from '../../src/input/event-stream.js';
import { encode, type Event, KEY, parseRecording, press } from '../rigs/input/keys.js';
import { RECORDINGS } from '../rigs/input/recordings.js';

/** A stream, what it has read, and a clock. */
function createStage(arch = 'x64') {
  const read: Event[] = [];
  const clock = { nowMs: 0 };
  const onEvent = ({ type, code, value }: InputEvent): void => void read.push([type, code, value]);
  const stream = createEventStream({ onEvent, steadyMs: () => clock.nowMs, arch });
  return { read, clock, take: (bytes: Buffer) => stream.take(bytes) };
}

t.test('A stream is read as it was recorded, whatever its pieces, with either width of a long', async t => {
  for (const arch of ['x64', 'arm64', 'arm']) {
    for (const text of Object.values(RECORDINGS)) {
      const events = parseRecording(text);
      const bytes = encode(events, arch);
      for (const size of [1, 7, 24, 1_000]) {
        const { read, take } = createStage(arch);
        for (let at = 0; at < bytes.length; at += size) t.ok(take(bytes.subarray(at, at + size)));
        t.same(read, events, `${arch}, ${size} bytes`);
      }
    }
  }
});

t.test('Half an event is dropped once its rest is late', async t => {
  const { read, take, clock } = createStage();
  t.ok(take(encode([[KEY, 164, 1]]).subarray(0, 10)));
  clock.nowMs += 5_000;
  t.notOk(take(encode(press(164))), 'and it is told');
  t.same(read, press(164));
  t.ok(take(encode(press(115))));
  t.same(read, [...press(164), ...press(115)]);
});

t.test('Noise ends the piece that it came in, and nothing after it is misplaced', async t => {
  const { read, take } = createStage();
  t.notOk(take(Buffer.concat([Buffer.alloc(1_000, 0xa5), encode(press(164))])));
  t.notOk(take(Buffer.alloc(7, 0xff)) && take(Buffer.alloc(24, 0xff)));
  t.same(read, []);
  t.ok(take(encode(press(164))));
  t.same(read, press(164));
});
