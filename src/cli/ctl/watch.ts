import { currentEnvironment } from '../../config.js';
import { canDraw, complain, print, redraw, toJson } from '../output.js';
import { untilAborted } from '../stop-signal.js';
import { plain } from '../text/line.js';
import { toExitError } from './connect.js';
import { printRow, valuesOf } from './format.js';
import { STATE_FIELDS, toLine, toRow } from './show.js';
import { readNone, type Scene, type Verb } from './verb.js';

/** Interval at which the position is redrawn on a terminal, in milliseconds. */
const REDRAW_MS = 1_000;
const LONG_MS = 2 ** 31 - 1;

/** Follows the state until the user ends it or the speaker removes this client, across lost connections. */
export const watch: Verb = {
  name: 'watch',
  usage: '',
  summary: 'follows what is playing on one line; with --json, prints a line for each state',
  lasts: true,
  options: [],
  fields: STATE_FIELDS,
  notes: [
    'On a terminal the line is redrawn; elsewhere, and with --format, each change is a new line. Ctrl-C ends it.',
    "  tonearm ctl watch --format '{{status}} {{title}}'",
  ],
  read(words) {
    readNone(watch, words);
    return async scene => {
      await follow(scene);
      return null;
    };
  },
};

function follow(scene: Scene): Promise<void> {
  const { client, stop, isJson, format } = scene;
  const isTerminal = !isJson && format === null && canDraw(currentEnvironment());
  // The position changes without events.
  const isTicking = isTerminal || format?.names.includes('position') === true;
  const draw = isTerminal ? createDrawing(scene) : createPrinting(scene);
  return new Promise((resolve, reject) => {
    // After a refusal nothing else keeps the program running.
    const redrawing = isTicking ? setInterval(draw, REDRAW_MS) : setInterval(() => undefined, LONG_MS);
    const end = (): void => {
      clearInterval(redrawing);
      forget();
      if (isTerminal) print('');
    };
    let isOnline = false;
    let complaint: string | null = null;
    const look = (): void => {
      const { phase, error } = client;
      const wasOnline = isOnline;
      isOnline = phase === 'online';
      if (isOnline) complaint = null;
      const isRefused = phase === 'unauthorized' || phase === 'incompatible';
      if (isRefused && wasOnline) {
        end();
        reject(toExitError(error, client.url));
        return;
      }
      draw();
      if (!isRefused) return;
      // Whoever holds the speaker's address for a moment can refuse, so the client tries again.
      const { message } = toExitError(error, client.url, { hasShown: true });
      if (message === complaint) return;
      complaint = message;
      if (isTerminal) print('');
      complain(message);
    };
    const forget = client.onChange(look);
    void untilAborted(stop).then(() => {
      end();
      resolve();
    });
    look();
  });
}

/** Draws one line on a terminal, over the previous one. */
function createDrawing({ client }: Scene): () => void {
  return () => {
    const { state, phase } = client;
    const isThere = phase === 'online' && state !== null;
    const line = isThere
      ? toLine(state, client.positionMs(), { hasBar: true })
      : ['not connected; trying again'];
    redraw(line, currentEnvironment());
  };
}

/** Prints a line for each visible change. */
function createPrinting({ client, isJson, format }: Scene): () => void {
  let told: string | null = null;
  const isNew = (key: string): boolean => {
    const isOther = key !== told;
    told = key;
    return isOther;
  };
  return () => {
    const { state, revision, phase } = client;
    if (phase !== 'online' || state === null) return;
    const positionMs = Math.round(client.positionMs() ?? 0);
    if (isJson) {
      if (isNew(String(revision))) print(toJson({ revision, positionMs, state }));
    } else if (format === null) {
      const line = plain(toLine(state, positionMs));
      if (isNew(line)) print(line);
    } else {
      const row = toRow(client);
      if (isNew(JSON.stringify(valuesOf(format, row)))) printRow(format, row);
    }
  };
}
