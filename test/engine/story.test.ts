import t from 'tap';
import type { Playing } from '../../src/core/playing.js';
import { createStory } from '../../src/engine/story.js';
import type { Logger } from '../../src/contract/ports.js';

interface Line {
  readonly level: string;
  readonly details: object;
  readonly message: string;
}

/** A story, what it wrote, and a clock that moves by hand. */
function begin() {
  const lines: Line[] = [];
  const note = (level: string) => (details: object, message: string) => {
    lines.push({ level, details, message });
  };
  const logger: Logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  const clock = { steadyMs: 0 };
  const story = createStory({ logger, clock: { epochMs: () => 0, steadyMs: () => clock.steadyMs } });
  return { lines, clock, story, of: (level: string) => lines.filter(line => line.level === level) };
}

t.test('whoever seeks without end does not write the log full', async t => {
  const { lines, clock, story, of } = begin();
  const at = (sound: string, place = 'agreed') => ({ sound, place, item: null }) as Playing;
  const seek = (times: number): void => {
    for (let done = 0; done < times; done += 1) {
      story.tell(at('sounding'), at('starved'), { type: 'player.starved' } as never);
      story.tell(at('starved'), at('sounding'), { type: 'player.flowing' } as never);
      clock.steadyMs += 20;
    }
  };
  seek(100);
  t.equal(of('info').length, 120);
  t.equal(of('debug').length, 80, 'the rest is there for who looks for it');
  t.match(of('info')[0], { message: 'Playback: starved.', details: { event: 'player.starved' } });
  const worry = at('sounding', 'waiting out a service fault');
  story.tell(at('sounding'), worry, { type: 'player.flowing' } as never);
  t.match(of('warn'), [{ message: 'Playback: waiting out a service fault.', details: { leftOut: 80 } }]);
  clock.steadyMs += 60_000;
  seek(1);
  t.equal(of('info').length, 122);
  t.notOk('leftOut' in (of('info').at(-1)?.details ?? {}));
  story.tell(worry, worry, { type: 'player.flowing' } as never);
  t.equal(lines.length, 203, 'nothing changed');
});

t.test('a speaker without a sound card does not write the log full', async t => {
  const { clock, story, of } = begin();
  const at = (sound: string, attempt: number | null, fault = 'device') =>
    ({
      sound,
      place: 'agreed',
      item: { index: 0, title: 'Slow Tide' },
      soundFault: attempt === null ? null : { fault, attempt },
      serviceFault: null,
    }) as Playing;
  const failed = { type: 'player.failed', fault: 'device' } as never;
  const due = { type: 'deadline.passed' } as never;
  const told = () => [...of('info'), ...of('warn')].length;
  let before = at('opening', null);
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const waiting = at('waiting out a sound fault', attempt);
    story.tell(before, waiting, failed);
    before = at('opening', attempt);
    story.tell(waiting, before, due);
    clock.steadyMs += 2_500;
  }
  t.same(
    of('warn').map(({ details }) => (details as { failures: number }).failures),
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  );
  t.equal(told(), 20, 'and as often that it is tried');
  story.tell(before, at('given up', 999), failed);
  t.equal(told(), 21, 'what is new is told');
  story.tell(before, at('waiting out a sound fault', 999), { type: 'command.received', cause: {} } as never);
  t.equal(told(), 22, 'what a person did, too');
  story.tell(before, at('waiting out a sound fault', 1_000, 'address'), failed);
  t.equal(told(), 23, 'another fault is another matter');
  for (const times of [1, 2]) {
    story.tell(before, at('sounding', 1_000), due);
    t.equal(told(), 23 + times, 'that it sounds is always told');
  }
  story.tell(before, at('sounding', null), due);
  story.tell(at('sounding', null), at('waiting out a sound fault', 0), failed);
  t.equal(told(), 27, 'and what follows');
});
