// @ts-nocheck: frozen, while the types it was written for go on.
import type { Feedback, ItemKind } from './item.js';

/** Silence that only a listener ends; any other goes on by itself. */
export const RESTS = [
  'notPaired',
  'takenOver',
  'idleTimeout',
  'sourceEnded',
  'notSupported',
  'noSource',
  'paused',
  'stopped',
] as const;

/** Why no sound comes out, in the order of precedence that phones are promised. */
export const SILENCE_REASONS = [
  ...RESTS,
  'playerUnavailable',
  'audioDeviceUnavailable',
  'offline',
  'serviceError',
  'loading',
  'muted',
] as const;

export type SilenceReason = (typeof SILENCE_REASONS)[number];

/** For the listener to read; `code` is a silence reason, a refusal's reason or `itemUnplayable`. */
export interface Notice {
  readonly code: string;
  readonly title?: string;
  readonly message: string;
}

export interface PublicItem {
  readonly kind: ItemKind;
  readonly index: number | null;
  readonly title: string;
  readonly artist?: string;
  readonly album?: string;
  readonly podcast?: string;
  readonly artUrl?: string;
  readonly durationMs?: number;
  readonly feedback: Feedback | null;
  readonly interactions: readonly string[];
}

/** What phones see. Lengths are milliseconds; `atMs` is the epoch. */
export interface PublicState {
  readonly pairing: 'paired' | 'unpaired';
  readonly playbackStatus: 'playing' | 'paused' | 'stopped';
  readonly buffering: boolean;
  readonly silenceReason: SilenceReason | null;
  readonly notice: Notice | null;
  readonly source: { readonly id: string; readonly type: string; readonly name?: string } | null;
  readonly item: PublicItem | null;
  readonly position: { readonly positionMs: number; readonly atMs: number; readonly rate: 0 | 1 };
  readonly volume: number;
  readonly muted: boolean;
  readonly can: {
    readonly play: boolean;
    readonly pause: boolean;
    readonly next: boolean;
    readonly previous: boolean;
    readonly replay: boolean;
    readonly seek: boolean;
    readonly feedback: boolean;
  };
}
