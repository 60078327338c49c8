import type { Measurement } from '../frame/measurement.js';
import { calls } from './calls.js';
import { control } from './control.js';
import { day } from './day.js';
import { fanOut } from './fan-out.js';
import { gap } from './gap.js';
import { hostile } from './hostile.js';
import { memory } from './memory.js';
import { mpd } from './mpd.js';
import { moves } from './moves.js';
import { mpvMemory } from './mpv-memory.js';
import { play } from './play.js';
import { remote } from './remote.js';
import { recovery } from './recovery.js';
import { position } from './position.js';
import { restart } from './restart.js';
import { small } from './small.js';
import { start } from './start.js';
import { wakeUps } from './wake-ups.js';
import { weeks } from './weeks.js';
import { writes } from './writes.js';

/** In the order of the page. */
export const MEASUREMENTS: readonly Measurement[] = [
  gap,
  play,
  moves,
  position,
  day,
  recovery,
  control,
  fanOut,
  mpd,
  hostile,
  remote,
  start,
  restart,
  small,
  memory,
  mpvMemory,
  wakeUps,
  calls,
  writes,
  weeks,
];
