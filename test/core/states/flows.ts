import { FULL, item } from '../../rigs/core/full.js';
import { dies, ends, fails } from '../../rigs/core/outside.js';
import { flows, lands, ready, starves } from '../../rigs/core/rows.js';
import { createItem, createStage, type Stage, TAKEN_OVER } from '../../rigs/core/stage.js';

/** Something that happens to a speaker, from the outside alone. */
export interface Flow {
  readonly name: string;
  readonly options?: Parameters<typeof createStage>[0];
  /** What was before, not told. */
  readonly given?: (stage: Stage) => unknown;
  readonly happens: (stage: Stage) => unknown;
}

const full = { abilities: FULL } as const;
const none = { code: 'serviceError', empty: true } as const;

const place = (stage: Stage, answer: ReturnType<typeof createItem> | null) =>
  stage.answer(answer, stage.asked('place'));
const command = (stage: Stage, answer: ReturnType<typeof createItem> | null) =>
  stage.answer(answer, stage.asked('command'));
const startUp = (stage: Stage) => ready(stage).send({ type: 'engine.started' });
/** The first item sounds, and the service knows. */
const sounding = (stage: Stage) => {
  place(startUp(stage), item(0)).started();
  return stage.asked('tell') === 0 ? stage : stage.answer(null, stage.asked('tell'));
};
const reporting = (stage: Stage) => sounding(stage).after(179_100).position(179_100).fires('endReport');
const startsBehind = (stage: Stage) => {
  const loadId = stage.state.player.behind?.loadId ?? 0;
  return stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
};
/** What was peeked sounds before the answer to the end of the item before it came. */
const early = (stage: Stage) => {
  sounding(stage).after(5_000).position(5_000).fires('peek').answer(item(1), stage.asked('peek'));
  stage.after(174_100).position(179_100).fires('endReport');
  return startsBehind(ends(stage.after(900)));
};

export const FLOWS: readonly Flow[] = [
  {
    name: 'A new speaker is paired, and a listener plays a source that names no item at once',
    options: { pairing: 'unpaired', restored: { wish: 'stopped', source: null } },
    happens(stage) {
      stage.send({ type: 'engine.started' }).send({ type: 'pairing.began', sameListener: false });
      ready(stage.after(500)).after(60_000).ask({ type: 'play', sourceId: 'ST:1' });
      place(stage.after(200).sourceSet(null).after(100), item(0));
      stage.after(400).started();
    },
  },
  {
    name: 'From the end of an item to the next, without a gap (full)',
    options: full,
    given: sounding,
    happens(stage) {
      stage.after(5_000).position(5_000).fires('peek');
      stage.after(100).answer(item(1), stage.asked('peek'));
      stage.after(174_000).position(179_100).fires('endReport');
      place(stage.after(100), item(1));
      startsBehind(ends(stage.after(800)).after(20));
    },
  },
  {
    name: 'The same without peek, and the service moves on late',
    given: reporting,
    happens(stage) {
      place(stage.after(100), null);
      ends(stage.after(800));
      stage.after(200).fires('follow').after(100).failed(none, stage.asked('place'));
      place(stage.after(2_000).fires('follow').after(100), item(1));
      stage.after(400).started();
    },
  },
  {
    name: 'Next, while it sounds',
    given: sounding,
    happens(stage) {
      stage.after(30_000).ask({ type: 'next' });
      place(stage.after(200), item(1)).after(400).started();
    },
  },
  {
    name: 'Next, whose answer is lost',
    given: sounding,
    happens(stage) {
      stage.after(30_000).ask({ type: 'next' });
      stage.after(5_000).fires('watch');
      stage.after(1_000).failed({ outcome: 'lost' }, stage.asked('place'));
      place(stage.after(200), item(1)).after(400).started();
    },
  },
  {
    name: 'Previous, whose answer is lost, before the end of the item before is settled; then replay (full)',
    options: full,
    given: early,
    happens(stage) {
      stage.ask({ type: 'previous' });
      place(stage.after(100), item(1));
      stage.after(1_000).failed({ outcome: 'lost' }, stage.asked('command'));
      command(stage.after(100), item(0)).after(400).started();
      stage.after(9_000).ask({ type: 'replay' });
      command(stage.after(100), null);
      command(stage.after(100), item(0, { trackToken: 'again' }));
    },
  },
  {
    name: 'A long pause, and play with an address that has lapsed',
    given: sounding,
    happens(stage) {
      stage.after(30_000).ask({ type: 'pause' });
      stage.after(30_000).fires('release');
      stage.after(400_000).ask({ type: 'play' });
      place(stage.after(100), item(0)).after(400).started(30_000);
    },
  },
  {
    name: 'The player is killed in the middle of an item; its data run out, and a listener seeks',
    given: sounding,
    happens(stage) {
      dies(stage.after(60_000).position(60_000).after(500));
      ready(stage.after(1_000)).after(400).started(60_500);
      starves(stage.after(10_000), 70_500);
      flows(stage.after(2_000), 70_500);
      stage.after(1_000).ask({ type: 'seek', positionMs: 10_000 });
      lands(stage.after(100), 10_000);
    },
  },
  {
    name: 'The player is killed in the last second of an item',
    given: reporting,
    happens(stage) {
      place(stage.after(100), item(1));
      ready(dies(stage.after(500)).after(1_000))
        .after(400)
        .started();
    },
  },
  {
    name: 'The address lapses while it sounds, and a dropped connection shows it',
    given: sounding,
    happens(stage) {
      stage.after(300_000).position(100_000);
      fails(stage.after(1_000), { fault: 'refused', httpStatus: 403, positionMs: 101_000 });
      place(stage.after(700).fires('soundRetry').after(100), item(0));
      stage.after(400).started(101_000);
    },
  },
  {
    name: 'Next in a pause, with the service away: refused at once; with a black hole: after the limit',
    given: sounding,
    happens(stage) {
      stage.after(30_000).ask({ type: 'pause' });
      stage.after(5_000).ask({ type: 'next' });
      stage.after(10).failed({}, stage.asked('place'));
      const ref = stage.after(5_000).ask({ type: 'next' }).state.queue.at(-1)?.ref ?? 0;
      stage.after(5_000).fires('watch').after(4_500).send({ type: 'command.expired', ref });
      place(stage.after(100), item(0));
    },
  },
  {
    name: 'The service is offline at the end of an item',
    given: reporting,
    happens(stage) {
      stage.after(100).failed({}, stage.asked('place'));
      ends(stage.after(800));
      stage.after(200).fires('serviceRetry');
      place(stage.after(100), item(1)).after(400).started();
    },
  },
  {
    name: 'The service has forgotten the source: at the end of an item, and in a pause',
    given: reporting,
    happens(stage) {
      stage.after(100).failed({ code: 'noSource' }, stage.asked('place'));
      stage.after(50).ask({ type: 'next' });
      stage.after(100).sourceSet(null);
      place(stage.after(100), item(0));
      place(stage.after(100), item(1)).after(400).started();
      stage.after(9_000).ask({ type: 'next' });
      stage.after(10).ask({ type: 'pause' });
      stage.after(100).failed({ code: 'noSource' }, stage.asked('place'));
    },
  },
  {
    name: 'Another device takes the stream over, and a listener claims it back',
    given: reporting,
    happens(stage) {
      place(stage.after(100), TAKEN_OVER);
      stage.after(60_000).ask({ type: 'play' });
      stage.after(100).sourceSet(item(1)).after(400).started();
    },
  },
  {
    name: 'The source comes to its end, a listener plays it again, and stops',
    given: reporting,
    happens(stage) {
      ends(place(stage, null).after(900));
      for (const waitMs of [1_000, 2_000, 4_000])
        stage.after(waitMs).fires('follow').failed(none, stage.asked('place'));
      stage.after(60_000).ask({ type: 'play' });
      stage.after(100).sourceSet(item(0)).after(400).started().after(1_000).ask({ type: 'stop' });
    },
  },
  {
    name: 'Restart in the middle of an item',
    options: { restored: { item: item(3, { audioUrl: null }), positionMs: 42_000 } },
    happens(stage) {
      stage.send({ type: 'engine.started' });
      place(stage.after(100), item(3));
      ready(stage.after(400)).after(400).started(42_000);
    },
  },
  {
    name: 'An alarm finds no service: a tone sounds until the source can be had',
    options: { restored: { wish: 'paused' } },
    given: stage => {
      place(startUp(stage), item(0));
      stage.ask({ type: 'setAlarm', id: 'morning', time: '00:17', sourceId: 'ST:9' });
    },
    happens(stage) {
      stage.now = 17 * 60_000 - 1_000_000;
      stage.fires('agenda').failed({}, stage.asked('place'));
      stage.after(15_000).fires('agenda').started();
      stage.after(2_000).fires('serviceRetry').sourceSet(item(0), { id: 'ST:9', type: 'ST', name: 'Nine' });
      stage.after(400).started();
    },
  },
  {
    name: 'An announcement takes an output that does not mix, and gives it back',
    given: stage => sounding(stage),
    happens(stage) {
      stage.ask({ type: 'announce', id: 'bell', by: 'Ada', lengthMs: 2_000 });
      stage.after(2_000).send({ type: 'announcement.over', id: 'bell' });
    },
  },
  {
    name: 'One item after the other cannot be played',
    given(stage) {
      sounding(stage);
      for (let index = 0; index < 4; index += 1) giveUp(stage, index);
    },
    happens: stage => giveUp(stage, 4),
  },
];

/** Three fresh addresses of an item cannot be decoded: its end is reported, and what follows is loaded. */
function giveUp(stage: Stage, index: number): void {
  for (let tries = 0; tries < 3; tries += 1) {
    fails(stage.after(100), { fault: 'undecodable' });
    if (stage.sound !== 'waiting out a sound fault') break;
    place(stage.after(1_000).fires('soundRetry'), item(index));
  }
  if (stage.asked('place') !== 0) place(stage, item(index + 1));
}
