import fc from 'fast-check';
import t from 'tap';
import { parseRecord } from '../../src/flight/lines.js';
import { isDifferent, replay } from '../../src/flight/replay.js';
import { createWriter } from '../../src/flight/writer.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';

const header = { version: '1', node: 'v1' };
/** How much later a position is told, and how far it is off, milliseconds; now and then that is more than sound going on. */
const ticks = fc.array(
  fc.record({
    afterMs: fc.oneof(
      { arbitrary: fc.integer({ min: 200, max: 2_000 }), weight: 9 },
      fc.integer({ min: 1, max: 9_000 }),
    ),
    offMs: fc.oneof(
      { arbitrary: fc.integer({ min: -100, max: 100 }), weight: 9 },
      fc.integer({ min: -3_000, max: 3_000 }),
    ),
    fraction: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 2, maxLength: 60 },
);

t.test('however positions come, a run of them leads to the same state', async t => {
  let runs = 0;
  const property = fc.property(ticks, told => {
    const writer = createWriter({ header, kept: Infinity });
    const item = createItem(0, { durationMs: null, progressFrequencyS: 30 });
    const stage = createPlaying(item, { follow: decision => writer.note(decision) });
    let soundMs = 0;
    for (const { afterMs, offMs, fraction } of told) {
      stage.after(afterMs + fraction);
      soundMs += afterMs;
      const loadId = stage.state.player.held?.loadId ?? 0;
      stage.send({ type: 'player.position', loadId, positionMs: Math.max(0, soundMs + offMs) });
    }
    stage.ask({ type: 'pause' });
    const lines = writer.lines();
    runs += lines.filter(line => line.includes('"run":')).length;
    const replayed = replay(parseRecord(lines.join('\n')));
    const last = replayed.at(-1);
    if (replayed.some(isDifferent) || last?.is !== 'decision') throw new Error(lines.join('\n'));
    const facts = ({ now, playlist, player, timers, intent }: typeof stage.state) => {
      const { anchor, heardToMs, untoldMs, notes } = playlist.current ?? {};
      // The record names the host by a stand-in.
      const held = player.held && { ...player.held, origin: null };
      const told = { ...player, held };
      return JSON.stringify({ now, anchor, heardToMs, untoldMs, notes, player: told, timers, intent });
    };
    if (facts(last.state) !== facts(stage.state))
      throw new Error(`${facts(last.state)}\n${facts(stage.state)}`);
  });
  t.doesNotThrow(() => fc.assert(property, { seed: 1, numRuns: 400, includeErrorInReport: true }));
  t.ok(runs > 400, `${runs} runs`);
});
