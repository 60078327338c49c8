import t from 'tap';
import { parseFeedbackPage, parseLibraryPage, parseProfile } from '../../src/service/library-response.js';

t.test('lists leave out what has no id, and name the nameless by their type', async t => {
  const items = [
    { id: 'AL:1', type: 'AL', name: 'Record', art: { url: 'https://a.invalid/1' } },
    { id: 'TR:1', type: 'TR', name: 'Song', duration: 9, artist: { name: 'Who' }, art: null },
    { id: 'PL:1', type: 'PL' },
    { id: 'ZZ:1' },
    { type: 'ST', name: 'no id' },
    { id: '' },
    null,
    'x',
  ];
  t.strictSame(parseLibraryPage({ items, cursor: '' }), {
    items: [
      { id: 'AL:1', type: 'AL', name: 'Record', artUrl: 'https://a.invalid/1' },
      { id: 'TR:1', type: 'TR', name: 'Song', artist: 'Who', durationMs: 9_000 },
      { id: 'PL:1', type: 'PL', name: 'Playlist' },
      { id: 'ZZ:1', type: 'ZZ', name: 'ZZ' },
    ],
  });
  t.strictSame(parseLibraryPage(null), { items: [] });
});

t.test('feedbacks and the profile', async t => {
  const items = [
    {
      target: { id: 'TR:1', name: 'Song', artist: { name: 'Who' } },
      sourceContext: { id: 'ST:1', name: 'Radio' },
    },
    { target: { id: 'TR:2' }, sourceContext: 'x' },
    { sourceContext: { id: 'ST:1' } },
  ];
  t.strictSame(parseFeedbackPage({ items, cursor: 'next' }), {
    items: [
      {
        target: { id: 'TR:1', type: 'TR', name: 'Song', artist: 'Who' },
        sourceContext: { id: 'ST:1', type: 'ST', name: 'Radio' },
      },
      { target: { id: 'TR:2', type: 'TR', name: 'Track' }, sourceContext: null },
    ],
    cursor: 'next',
  });
  const profile = {
    id: 'LI:1',
    fullname: null,
    displayName: 'dj',
    bio: 'one\ntwo',
    imageUrl: 'data:x',
    private: 'yes',
    followers: { items: [{ fullname: 'A', isBeingFollowed: true }, {}, null] },
    following: { items: [{ fullname: 'B', isBeingFollowed: true }] },
  };
  t.strictSame(parseProfile(profile), {
    id: 'LI:1',
    fullname: null,
    displayName: 'dj',
    bio: 'one two',
    imageUrl: null,
    private: false,
    followers: [{ fullname: 'A' }],
    following: [{ fullname: 'B', isBeingFollowed: true }],
  });
  t.equal(parseProfile({ displayName: 'no id' }), null);
});
