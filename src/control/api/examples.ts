import type { PublicState } from '../../contract/public-state.js';
import type { FeedbackItem, LibraryPage, Profile, RecentList } from '../../contract/library.js';
import type { Speaker } from '../../contract/protocol.js';

/** Results as the documents show them. */

export const EXAMPLE_SOURCE = { id: 'ST:1842733190', type: 'ST', name: 'Harbour Lights' } as const;

export const EXAMPLE_STATE: PublicState = {
  pairing: 'paired',
  playbackStatus: 'playing',
  buffering: false,
  silenceReason: null,
  notice: null,
  source: EXAMPLE_SOURCE,
  item: {
    kind: 'track',
    index: 3,
    title: 'Slow Tide',
    artist: 'The Lanterns',
    album: 'Low Water',
    artUrl: 'https://art.example.com/low-water.jpg',
    durationMs: 180_000,
    feedback: null,
    interactions: ['SKIP', 'REPLAY', 'THUMB'],
  },
  position: { positionMs: 60_000, atMs: 1_767_225_590_000, rate: 1 },
  volume: 40,
  volumeMax: 100,
  sleep: null,
  alarm: { id: 'morning', atMs: 1_767_250_800_000, ringing: false, fallback: false },
  announcement: null,
  muted: false,
  upNext: {
    title: 'Wide Water',
    artist: 'Ada Fen',
    album: 'Delta',
    artUrl: 'https://art.example.com/delta.jpg',
    durationMs: 214_000,
  },
  account: { id: 'LI:5021', name: 'Ada' },
  can: { play: true, pause: true, next: true, previous: false, replay: true, seek: false, feedback: true },
};

export const EXAMPLE_PAUSED: PublicState = {
  ...EXAMPLE_STATE,
  playbackStatus: 'paused',
  silenceReason: 'paused',
  position: { positionMs: 75_000, atMs: 1_767_225_605_000, rate: 0 },
};

export const EXAMPLE_COLLECTION: LibraryPage = {
  items: [
    {
      id: 'ST:1842733190',
      type: 'ST',
      name: 'Harbour Lights',
      artUrl: 'https://art.example.com/harbour.jpg',
    },
    { id: 'AL:20771', type: 'AL', name: 'Low Water' },
  ],
  cursor: 'AL:20772',
};

export const EXAMPLE_PODCASTS: LibraryPage = {
  items: [
    { id: 'PC:310', type: 'PC', name: 'Harbour Talk' },
    {
      id: 'PE:31007',
      type: 'PE',
      name: 'The Night Ferry',
      podcast: 'Harbour Talk',
      durationMs: 1_830_000,
      releaseDate: '2025-11-03T06:30:00.000Z',
    },
  ],
  cursor: 'PE:31008',
};

export const EXAMPLE_FOUND: LibraryPage = {
  items: [
    { id: 'SF:20771:7', type: 'SF', name: 'Low Water Radio', artUrl: 'https://art.example.com/low.jpg' },
    { id: 'AR:731', type: 'AR', name: 'The Low Waters' },
  ],
  cursor: 'AR:732',
};

export const EXAMPLE_FAVORITES: LibraryPage = {
  items: [
    { id: 'AL:20771', type: 'AL', name: 'Low Water', artist: 'The Lanterns', releaseDate: '2019-03-08' },
    { id: 'PC:4411', type: 'PC', name: 'Tides and Times' },
  ],
  cursor: 'PC:4412',
};

export const EXAMPLE_ARTISTS: LibraryPage = {
  items: [
    { id: 'AR:5150', type: 'AR', name: 'The Lanterns', artUrl: 'https://art.example.com/lanterns.jpg' },
  ],
  cursor: 'AR:5151',
};

export const EXAMPLE_FEEDBACKS: { readonly items: readonly FeedbackItem[] } = {
  items: [
    {
      target: { id: 'TR:99412', type: 'TR', name: 'Slow Tide', artist: 'The Lanterns' },
      sourceContext: { id: 'ST:1842733190', type: 'ST', name: 'Harbour Lights' },
    },
  ],
};

export const EXAMPLE_PROFILE: Profile = {
  id: 'LI:51',
  fullname: 'Ada Example',
  displayName: 'ada',
  bio: null,
  imageUrl: null,
  private: false,
  followers: [{ fullname: 'Grace Example' }],
  following: [{ fullname: 'Alan Example', isBeingFollowed: true }],
};

export const EXAMPLE_RECENT: RecentList = {
  items: [
    {
      playedAtMs: 1_767_225_530_000,
      item: {
        kind: 'track',
        index: 2,
        title: 'Night Ferry',
        artist: 'The Lanterns',
        album: 'Low Water',
        artUrl: 'https://art.example.com/low-water.jpg',
        durationMs: 201_000,
        feedback: 'UP',
        interactions: [],
      },
      source: { id: 'ST:1842733190', type: 'ST', name: 'Harbour Lights' },
      trackId: 'TR:99380',
      feedback: 'UP',
    },
  ],
};

export const EXAMPLE_SPEAKERS: { readonly speakers: readonly Speaker[] } = {
  speakers: [
    {
      id: '0b4f0b2e-9a5c-5d3e-8f00-1234567890ab',
      name: 'Kitchen',
      url: 'http://speaker.local:8710',
      self: true,
      paired: true,
    },
    {
      id: '5e2c1f60-7a41-5b0d-9c3f-ba0987654321',
      name: 'Attic',
      url: 'http://192.168.1.31:8710',
      otherUrls: ['http://attic.local:8710'],
      self: false,
      paired: false,
    },
  ],
};

/** Values of the examples about proofs and links, as `docs/control-api.md` explains them; a test recomputes them. */
const NONCE = 'Zr5TqW0yXc8UvM3nKb7LpE1dHs6JgF4a';

/** An attempt by an owner with an unknown id, over plain http. */
export const EXAMPLE_PROOF = {
  nonce: NONCE,
  proof: '7ou8IiNyykuFhUjaq-ogrOptH9lSBHpVYcIVFJLmTKE',
  answer: '3PgiDHNQIUj7N-4oRm6_JbiMllj1sQcOwrQVJtm4iro',
} as const;

/** A claim by link. */
export const EXAMPLE_LINK = {
  link: '24gr77k0rRGdTSbMNW968wCwdVvHgQdLgT1CHvIyt0A',
  nonce: NONCE,
  proof: 'PtxwTzRza2QT6j-3w21ixkqCSGUY73LzP0pjifR1KG8',
  answerNonce: 'Nb8Vc3Xz5Lk1Jh7Gf9Ds2Ap4Oi6Uy0Tr',
  answer: '3Mlhe63amUz8exZnDRmO1zkY92N5XwFirPjOW4jmAXs',
} as const;
