/**
 * The schemas of the results of the speaker's day: apart from the others, because the page does not read them, and its
 * size is limited. A client takes the result of a method that it has no schema of as it comes.
 */
import { PRESET } from './core/command.js';
import { PUBLIC_SOURCE } from './core/public-state.js';
import { listOf, NOTHING, object, type Shape } from './core/shape.js';

const PRESET_LIST = object({ presets: listOf(object({ number: PRESET, source: PUBLIC_SOURCE })) });

export const DAY_RESULTS = {
  'preset.set': NOTHING,
  'preset.list': PRESET_LIST,
} as const satisfies Readonly<Record<string, Shape<unknown>>>;
