import type { Measurement } from '../frame/measurement.js';
import { gap } from './gap.js';
import { moves } from './moves.js';
import { play } from './play.js';
import { recovery } from './recovery.js';

/** In the order of the page. */
export const MEASUREMENTS: readonly Measurement[] = [gap, play, moves, recovery];
