/** A house in which everything that the remote may show is there, in several scripts. */
import type { Test } from 'tap';
import { INFO, answerInvite } from '../../fakes/speaker/answers.js';
import type { FakeSpeaker } from '../../fakes/speaker/server.js';
import { PLAYING } from '../../fakes/speaker/state.js';
import { startSpeaker } from './visit.js';

export async function startHousehold(t: Test): Promise<FakeSpeaker> {
  const speaker = await startSpeaker(t);
  const { can, item } = PLAYING;
  speaker.change({
    can: { ...can, previous: true, replay: true, feedback: true },
    item: { ...item, title: 'أغنية الصباح', artist: 'The Lanterns' },
  });
  speaker.answer('library.profile', () => ({
    id: 'LI:1',
    fullname: 'Mira Alexandra Østergård',
    displayName: 'Mira Østergård',
    bio: 'من بيروت',
    imageUrl: null,
    private: true,
    followers: [{ fullname: 'Charles' }, { fullname: 'Mary' }, { fullname: 'علي' }],
    following: [{ fullname: 'Mary', isBeingFollowed: false }],
  }));
  speaker.answer('speakers.list', () => ({
    speakers: [{ id: 'b', name: 'Bath', url: 'http://192.0.2.7:8710', self: false, paired: false }],
  }));
  speaker.answer('library.recent', () => ({
    items: [
      { playedAtMs: Date.UTC(2031, 2, 5, 18), item, source: { id: 'ST:1', type: 'ST', name: 'فيروز' } },
    ],
  }));
  speaker.answer('preset.list', () => ({
    presets: [{ number: 1, source: { id: 'ST:1', type: 'ST', name: 'فيروز' } }],
  }));
  speaker.answer('alarm.list', () => ({
    alarms: [
      { id: 'a', time: '07:00', days: [1, 2, 3, 4, 5], preset: 1, volume: 30, enabled: true },
      { id: 'b', time: '23:05', sourceId: 'AL:2', enabled: false },
    ],
  }));
  speaker.answer('library.recentFavorites', () => ({
    items: [{ id: 'PL:1', type: 'PL', name: 'فيروز للصباح' }],
  }));
  speaker.answer('library.collection', () => ({
    items: [{ id: 'AL:1', type: 'AL', name: 'Far Shore', artist: 'فيروز', durationMs: 245_000 }],
  }));
  speaker.answer('access.list', () => ({
    clients: [
      { id: 'a', name: 'Ada’s phone', role: 'owner', createdMs: 1, lastSeenMs: Date.now(), self: true },
      {
        id: 'b',
        name: 'هاتف بسام',
        role: 'owner',
        createdMs: 1,
        lastSeenMs: Date.now() - 3 * 3_600_000 - 1_000,
      },
      {
        id: 'c',
        name: 'Tablet',
        role: 'guest',
        createdMs: 1,
        invitedBy: 'a',
        expiresAtMs: Date.UTC(2031, 2, 5, 18),
        volumeMax: 40,
      },
    ],
  }));
  answerInvite(speaker);
  return speaker;
}

/** Quiet hours from 22:00 to 07:00 have begun: the volume is 20, and 30 at most. */
export function keepQuiet(speaker: FakeSpeaker): void {
  const quietHours = { from: '22:00', to: '07:00', volumeMax: 30 };
  speaker.answer('system.info', () => ({ ...INFO, quietHours }));
  speaker.change({ volume: 20, volumeMax: 30 });
}
