import type { Measurement } from '../frame/measurement.js';
import { gap } from './gap.js';

/** In the order of the page. */
export const MEASUREMENTS: readonly Measurement[] = [gap];
