import { hashOf } from '../random.js';
import type { Piece, Programme } from './programme.js';

/** Returns what a listener may do with a piece (service.md, "Kinds of item"). */
export function interactionsOf(piece: Piece, programme: Programme): readonly string[] {
  switch (piece.kind) {
    case 'track':
      if (programme.station === null) return ['SKIP', 'SEEK', 'PREVIOUS'];
      return hashOf(piece.id) % 4 === 0 ? ['SKIP', 'THUMB'] : ['SKIP', 'REPLAY', 'THUMB'];
    case 'episode':
      return ['BACK_15_SECONDS', 'FORWARD_15_SECONDS', 'SEEK'];
    case 'ad':
    case 'message':
    case 'novelty':
      return [];
  }
}

/** Returns the seconds between progress reports; null leaves the choice to the client. */
export function usualFrequency(piece: Piece): number | null {
  if (piece.kind === 'episode') return 15;
  return hashOf(`${piece.id}/frequency`) % 3 === 0 ? null : 30;
}

/** Returns the loudness correction in decibels, as text. */
export function fileGainOf(piece: Piece): string {
  return (-(hashOf(`${piece.id}/gain`) % 1000) / 100).toFixed(2);
}
