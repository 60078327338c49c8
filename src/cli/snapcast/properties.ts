import type { PublicState } from '../../contract/public-state.js';
import { explainSilence } from '../../contract/silences.js';

/**
 * The properties of a stream without its position (Snapcast, "Stream plugin", `Plugin.Stream.Player.Properties`). The
 * server replaces what it knows by them, so each message holds all of them; what is unknown is left out, never null.
 */
export interface Properties
  extends Pick<PublicState, 'playbackStatus'>,
    Partial<Pick<PublicState, 'volume'>> {
  readonly canControl: boolean;
  readonly canPlay: boolean;
  readonly canPause: boolean;
  readonly canGoNext: boolean;
  readonly canGoPrevious: boolean;
  readonly canSeek: boolean;
  readonly metadata: Metadata;
}

/** `duration`: seconds. `comment`: why it is silent. */
interface Metadata {
  readonly title?: string;
  readonly artist?: readonly string[];
  readonly album?: string;
  readonly artUrl?: string;
  readonly duration?: number;
  readonly comment?: readonly string[];
}

/** While the agent is away nothing plays, and the server itself refuses every command. */
const AWAY: Properties = {
  playbackStatus: 'stopped',
  canControl: false,
  canPlay: false,
  canPause: false,
  canGoNext: false,
  canGoPrevious: false,
  canSeek: false,
  metadata: {},
};

/** `state`: null while the agent is away. */
export function toProperties(state: PublicState | null): Properties {
  if (state === null) return AWAY;
  const { playbackStatus, volume, can } = state;
  return {
    playbackStatus,
    volume,
    canControl: true,
    canPlay: can.play,
    canPause: can.pause,
    canGoNext: can.next,
    canGoPrevious: can.previous,
    canSeek: can.seek,
    metadata: toMetadata(state),
  };
}

function toMetadata(state: PublicState): Metadata {
  const { title, artist, album, podcast, artUrl, durationMs } = state.item ?? {};
  const work = album ?? podcast;
  const silence = explainSilence(state);
  return {
    ...(title !== undefined && { title }),
    ...(artist !== undefined && { artist: [artist] }),
    ...(work !== undefined && { album: work }),
    ...(artUrl !== undefined && { artUrl }),
    ...(durationMs !== undefined && { duration: toSeconds(durationMs) }),
    ...(silence !== null && { comment: [silence] }),
  };
}

export function toSeconds(ms: number): number {
  return Math.round(ms) / 1_000;
}
