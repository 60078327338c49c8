import t from 'tap';
import { transition } from '../../src/core/transition.js';
import { playing } from '../rigs/core/full.js';
import { createPlaying, createStage, type Stage } from '../rigs/core/stage.js';

const say = (id: string, more: object = {}) =>
  ({ type: 'announce', id, by: 'Ada', lengthMs: 2_000, ...more }) as const;
const over = (id: string) => ({ type: 'announcement.over', id }) as const;
const MIXES = { type: 'player.output', mixes: true } as const;

/** The types of what was told to the player and to the announcer. */
const told = (stage: Stage) =>
  stage.effects.map(({ type }) => type).filter(type => /^(player|announcement)/.test(type));

t.test('An announcement lowers the music where the output mixes, and gives it back', async t => {
  const stage = createPlaying().send(MIXES);
  stage.ask(say('a'));
  t.strictSame(told(stage), ['player.duck', 'announcement.begin']);
  t.match(stage.public, { silenceReason: null, announcement: { by: 'Ada' } });
  stage.send(over('a'));
  t.match(stage.effects, [{ type: 'player.duck', isDucked: false }]);
  t.equal(stage.public.announcement, null);
});

t.test('An announcement takes a bare output from the music, which goes on from there', async t => {
  const stage = createPlaying();
  stage.ask(say('a'));
  t.strictSame(told(stage), ['player.pause', 'player.releaseDevice', 'announcement.begin']);
  const { positionMs } = stage.public.position;
  t.match(stage.public, { playbackStatus: 'playing', silenceReason: 'announcement', position: { rate: 0 } });
  stage.now += 2_000;
  stage.send(over('a'));
  t.ok(told(stage).includes('player.resume'));
  t.equal(stage.public.position.positionMs, positionMs);
});

t.test('Paused music stays paused, and gives a bare output away', async t => {
  const stage = createPlaying();
  stage.ask({ type: 'pause' });
  stage.ask(say('a'));
  t.strictSame(told(stage), ['player.releaseDevice', 'announcement.begin']);
  stage.send(over('a'));
  t.strictSame(told(stage), []);
  t.equal(stage.public.silenceReason, 'paused');
});

t.test('Announcements wait for each other, and a sixth is refused', async t => {
  const stage = createPlaying().send(MIXES);
  for (const id of ['a', 'b', 'c', 'd', 'e']) stage.ask(say(id));
  t.equal(stage.state.agenda.spoken, 'a');
  stage.ask(say('f'));
  t.match(stage.effects, [{ type: 'command.reject', refusal: { reason: 'rateLimited' } }]);
  stage.send(over('a'));
  t.match(told(stage), ['announcement.begin'], 'the music stays low between them');
  t.equal(stage.state.agenda.spoken, 'b');
});

t.test('A cancelled announcement that waits never begins', async t => {
  const stage = createPlaying().send(MIXES);
  stage.ask(say('a'));
  stage.ask(say('b'));
  stage.ask({ type: 'cancelAnnouncement', announcementId: 'b' });
  stage.ask({ type: 'cancelAnnouncement', announcementId: 'a' });
  t.match(stage.public.announcement, { by: 'Ada' }, 'the other keeps its place until it has fallen silent');
  stage.send(over('a'));
  t.equal(stage.public.announcement, null);
  t.equal(stage.state.agenda.spoken, null);
});

t.test('A listener pauses and plays during an announcement, and the service is told', async t => {
  const stage = playing();
  stage.ask(say('a'));
  stage.ask({ type: 'pause' });
  t.match(stage.state.playlist.current?.notes.at(-1), { what: 'setPaused' });
});

const RING = {
  id: 'm',
  atMs: 0,
  is: 'ringing',
  sinceMs: 0,
  heardMs: null,
  fallback: false,
  volumeBefore: 40,
} as const;

t.test('An alarm waits for the announcement that speaks, and those behind it wait for the alarm', async t => {
  for (const mixes of [false, true]) {
    const stage = createPlaying();
    if (mixes) stage.send(MIXES);
    for (const id of ['a', 'b']) stage.ask(say(id));
    const { agenda } = stage.state;
    const state = { ...stage.state, agenda: { ...agenda, ring: { ...RING, sinceMs: stage.now } } };
    const { state: heard, effects } = transition(state, over('a'), stage.now + 2_000);
    const hasBegun = (all: typeof effects) => all.some(({ type }) => type === 'announcement.begin');
    t.equal(hasBegun(effects), mixes, mixes ? 'it sounds over an alarm' : 'the alarm has the output');
    t.equal(heard.agenda.announcements.length, 1);
    const dismissed = transition(
      { ...heard, agenda: { ...heard.agenda, ring: null } },
      { type: 'clock.set', epochOffsetMs: 0 },
      stage.now + 9_000,
    );
    t.equal(hasBegun(dismissed.effects), !mixes, 'it begins when the alarm is over');
  }
});

t.test('An alarm gets the whole of its time after an announcement, on a bare output alone', async t => {
  for (const mixes of [false, true]) {
    const stage = createPlaying();
    if (mixes) stage.send(MIXES);
    stage.ask(say('a'));
    const sinceMs = stage.now;
    const state = { ...stage.state, agenda: { ...stage.state.agenda, ring: { ...RING, sinceMs } } };
    const after = transition(state, over('a'), sinceMs + 25_000).state;
    t.match(after.agenda.ring, { fallback: false, sinceMs: mixes ? sinceMs : sinceMs + 25_000 });
  }
});

t.test('An announcement is no louder than the ceiling, and needs neither pairing nor player', async t => {
  const stage = createStage({ settings: { volumeMax: 50 }, restored: { volume: 20 } });
  stage.ask(say('a', { volume: 90 }));
  t.match(
    stage.effects.filter(({ type }) => type === 'announcement.begin'),
    [{ volume: 50 }],
  );
  stage.send(over('a'));
  stage.ask(say('b'));
  t.match(
    stage.effects.filter(({ type }) => type === 'announcement.begin'),
    [{ volume: 20 }],
  );
});
