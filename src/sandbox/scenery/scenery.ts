import { NAMES, type Names } from './names.js';
import { pictureOf } from './picture.js';
import { createRecording, type Recording } from './recording.js';
import { createSynth } from './synth.js';

/** What there is to hear, to see and to read at the sandbox: all made up, and the same each time for the same id. */
export interface Scenery {
  readonly names: Names;
  /** The sound of a piece, so many seconds of it. */
  recordingOf(id: string, seconds: number): Recording;
  /** An SVG document. Width and height in pixels. */
  pictureOf(id: string, width: number, height: number): string;
}

export function createScenery(): Scenery {
  const synth = createSynth();
  return { names: NAMES, recordingOf: (id, seconds) => createRecording(synth, id, seconds), pictureOf };
}
