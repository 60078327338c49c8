/** Apart from what clients need of commands, so that the page does not load it. */
import { FEEDBACKS } from './item.js';
import {
  CONTROL,
  eitherOf,
  FLAG,
  LOUDEST,
  NOTHING,
  object,
  oneOf,
  optional,
  type Shape,
  VOLUME,
} from './shape.js';

const SOURCE_ID: Shape<string> = {
  type: 'string',
  maxLength: 256,
  pattern: `^[A-Z]{2}(:[^:${CONTROL}]+)+$`,
  description: 'two capital letters, then one or more parts, each after a colon, such as ST:123',
};
const LARGEST = Number.MAX_SAFE_INTEGER;
const MILLISECONDS: Shape<number> = { type: 'integer', minimum: -LARGEST, maximum: LARGEST };
const VOLUME_OFFSET: Shape<number> = { type: 'integer', minimum: -LOUDEST, maximum: LOUDEST };

/** The commands of a listener, with their parameters. Positions and offsets are milliseconds. */
export const COMMANDS = {
  play: object({ sourceId: optional(SOURCE_ID) }),
  pause: NOTHING,
  playPause: NOTHING,
  stop: NOTHING,
  next: NOTHING,
  previous: NOTHING,
  replay: NOTHING,
  seek: eitherOf(['positionMs', MILLISECONDS], ['offsetMs', MILLISECONDS]),
  setVolume: eitherOf(['volume', VOLUME], ['offset', VOLUME_OFFSET]),
  setMuted: object({ muted: FLAG }),
  setFeedback: object({ value: oneOf(...FEEDBACKS, null) }),
} as const;
