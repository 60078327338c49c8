/** The screens that all of the player must fit. */

/** CSS pixels; what is zoomed by the browser to 200 % has half of them, each twice as large. */
export const SIZES: readonly (readonly [width: number, height: number, zoom?: number])[] = [
  [320, 568],
  [360, 640],
  [667, 375],
  [844, 390],
  [800, 480],
  [1024, 600],
  [1024, 690],
  [1280, 720],
  [1366, 650],
  [1440, 900],
  [1024, 600, 2],
  [1024, 690, 2],
  [1280, 720, 2],
  [1366, 650, 2],
  [1440, 900, 2],
];
