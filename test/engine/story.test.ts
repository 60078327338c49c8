import t from 'tap';
import type { Playing } from '../../src/core/playing.js';
import { createStory } from '../../src/engine/story.js';
import type { Logger } from '../../src/ports.js';

t.test('whoever seeks without end does not write the log full', async t => {
  const lines: { level: string; details: object; message: string }[] = [];
  const note = (level: string) => (details: object, message: string) => {
    lines.push({ level, details, message });
  };
  const logger: Logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  let steadyMs = 0;
  const story = createStory({ logger, clock: { epochMs: () => 0, steadyMs: () => steadyMs } });
  const at = (sound: string, place = 'agreed') => ({ sound, place, item: null }) as Playing;
  const seek = (times: number): void => {
    for (let done = 0; done < times; done += 1) {
      story.tell(at('sounding'), at('starved'), { type: 'player.starved' } as never);
      story.tell(at('starved'), at('sounding'), { type: 'player.flowing' } as never);
      steadyMs += 20;
    }
  };
  const of = (level: string) => lines.filter(line => line.level === level);
  seek(100);
  t.equal(of('info').length, 120);
  t.equal(of('debug').length, 80, 'the rest is there for who looks for it');
  t.match(of('info')[0], { message: 'Playback: starved.', details: { event: 'player.starved' } });
  const worry = at('sounding', 'waiting the service out');
  story.tell(at('sounding'), worry, { type: 'player.flowing' } as never);
  t.match(of('warn'), [{ message: 'Playback: waiting the service out.', details: { leftOut: 80 } }]);
  steadyMs += 60_000;
  seek(1);
  t.equal(of('info').length, 122);
  t.notOk('leftOut' in (of('info').at(-1)?.details ?? {}));
  story.tell(worry, worry, { type: 'player.flowing' } as never);
  t.equal(lines.length, 203, 'nothing changed');
});
