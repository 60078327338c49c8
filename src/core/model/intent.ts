/** Why playback was stopped by something else than a listener; only a listener goes on from it. */
export type StoppedBy = 'sourceEnded' | 'notSupported' | 'serviceError' | 'takenOver' | 'idleTimeout';

/** What the listener wants, apart from what is so. */
export interface Intent {
  readonly wish: 'playing' | 'paused' | 'stopped';
  readonly stopped: StoppedBy | null;
  /** When a listener last asked to play: a stream found taken over right then is claimed back, once. */
  readonly claimedAtMs: number | null;
  /** Paused for so long that the sound device is let go. */
  readonly isLetGo: boolean;
}
