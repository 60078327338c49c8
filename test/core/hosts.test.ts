import t from 'tap';
import type { LoadFault, Shown } from '../../src/core/vocabulary/player-event.js';
import { ends, loadOf, outside } from '../rigs/core/outside.js';
import { createAppended, createItem, createPlaying, type Stage } from '../rigs/core/stage.js';

const ORIGIN = 'http://audio.test';
const isUnasked = (stage: Stage) => loadOf(stage)?.probe === undefined;
/** The load that was asked for last fails, in the player's words. */
const breaks = (stage: Stage, fault: LoadFault = 'undecodable') =>
  stage.send({
    type: 'player.failed',
    loadId: stage.loadId,
    fault,
    httpStatus: null,
    positionMs: null,
    detail: '',
  });
const shows = (stage: Stage, shown: Shown) =>
  stage.send({ type: 'player.probed', loadId: stage.loadId, shown });
const skipped = (stage: Stage, index: number) => stage.ask({ type: 'next' }).answer(createItem(index));

t.test('A host is asked before what the player says of it counts', t => {
  for (const fault of ['undecodable', 'unreachable'] as const) {
    const stage = breaks(skipped(createPlaying(), 1), fault);
    t.match(outside(stage), [{ type: 'player.load', url: `${ORIGIN}/1`, probe: { well: ORIGIN } }]);
    t.equal(stage.sound, 'opening', 'nothing is waited for');
    breaks(stage, fault);
    t.equal(stage.sound, 'waiting out a sound fault');
  }
  for (const fault of ['refused', 'untrusted', 'device', 'private'] as const)
    t.equal(breaks(skipped(createPlaying(), 1), fault).sound, 'waiting out a sound fault', fault);
  t.end();
});

t.test('A host is asked each time until an item sounds from its own address', t => {
  const stage = breaks(skipped(createPlaying(), 1));
  shows(stage, 'led').started();
  t.notOk(isUnasked(skipped(stage, 2)), 'it leads elsewhere');
  shows(stage, 'read').started();
  t.ok(isUnasked(skipped(stage, 3)), 'it is good again');
  const other = breaks(skipped(createPlaying(), 1));
  skipped(other, 2);
  shows(other, 'read');
  const audioUrl = 'http://other.test/3';
  t.match(loadOf(other.started().ask({ type: 'next' }).answer(createItem(3, { audioUrl }))), {
    url: audioUrl,
  });
  t.ok(isUnasked(other), 'another host is not');
  t.end();
});

t.test('A host that sends nothing is at fault, not the item', t => {
  for (const shown of ['silent', 'unanswered'] as const) {
    const stage = breaks(skipped(createPlaying(), 1));
    for (let tries = 0; tries < 10; tries += 1) {
      breaks(shows(stage, shown));
      t.equal(stage.sound, 'waiting out a sound fault');
      stage.fires('soundRetry').answer(createItem(1));
    }
    t.match(stage.public, { item: { index: 1 }, silenceReason: 'offline', notice: { code: 'serviceError' } });
  }
  t.end();
});

t.test('A load that was opened in vain for long has the host asked; one that was skipped has not', t => {
  const stage = skipped(createPlaying(), 1);
  t.ok(isUnasked(skipped(stage.after(3_000), 2)), 'skipped');
  stage.started();
  t.ok(isUnasked(skipped(stage.after(30_000), 3)), 'played');
  t.notOk(isUnasked(skipped(stage.after(15_000), 4)), 'in vain');
  t.end();
});

t.test('A load that ends as it begins has the host asked', t => {
  const stage = createPlaying().ended(300);
  stage.fires('soundRetry').answer(createItem(0));
  t.notOk(isUnasked(stage));
  const later = createPlaying().position(9_000).ended(9_300);
  later.fires('soundRetry').answer(createItem(0));
  t.ok(isUnasked(later));
  t.end();
});

t.test('A failed append is sent again, its host asked, and the sound before it goes on', t => {
  const stage = breaks(createAppended());
  t.match(outside(stage), [{ type: 'player.load', mode: 'append', url: `${ORIGIN}/1`, probe: {} }]);
  t.match(stage.public, { silenceReason: null, item: { index: 0 } });
  const late = breaks(ends(createAppended()));
  t.match(outside(late), [{ type: 'player.load', mode: 'replace', url: `${ORIGIN}/1`, probe: {} }]);
  t.match(late.public, { silenceReason: 'loading', item: { index: 1 } });
  t.end();
});
