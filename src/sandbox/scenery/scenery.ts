import { NAMES, type Names } from './names.js';
import { pictureOf } from './picture.js';
import { createRecording, type Recording } from './recording.js';
import { createSynth } from './synth.js';

/** The invented audio, pictures and names of the sandbox, always the same for the same id. */
export interface Scenery {
  readonly names: Names;
  /** Returns the sound of a piece, this many seconds long. */
  recordingOf(id: string, seconds: number): Recording;
  /** Returns an SVG document. Width and height are pixels. */
  pictureOf(id: string, width: number, height: number): string;
}

export function createScenery(): Scenery {
  const synth = createSynth();
  return { names: NAMES, recordingOf: (id, seconds) => createRecording(synth, id, seconds), pictureOf };
}
