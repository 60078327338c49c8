import type { PublicState } from '../../../src/contract/public-state.js';

/** A station in the middle of a song of three minutes. */
export const PLAYING: PublicState & { readonly item: object } = {
  pairing: 'paired',
  playbackStatus: 'playing',
  buffering: false,
  silenceReason: null,
  notice: null,
  source: { id: 'ST:1', type: 'ST', name: 'Harbour Lights' },
  item: {
    kind: 'track',
    index: 3,
    title: 'Slow Tide',
    artist: 'The Lanterns',
    album: 'Low Water',
    durationMs: 180_000,
    feedback: null,
    interactions: ['SKIP', 'SEEK'],
  },
  position: { positionMs: 60_000, atMs: 1_000_000, rate: 1 },
  volume: 40,
  volumeMax: 100,
  sleep: null,
  alarm: null,
  announcement: null,
  muted: false,
  upNext: null,
  account: { id: 'LI:1', name: 'Ada' },
  can: {
    play: true,
    pause: true,
    next: true,
    previous: false,
    replay: false,
    seek: true,
    feedback: false,
  },
};

export const playingState = (changes: Partial<PublicState> = {}): PublicState => ({ ...PLAYING, ...changes });
