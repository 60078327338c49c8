import { currentEnvironment } from '../../config.js';
import { canDraw, print, redraw, toJson } from '../output.js';
import { untilAborted } from '../stop-signal.js';
import { toExitError } from './connect.js';
import { toLine } from './show.js';
import { readOnly, refuseVerb, type Scene, type Verb } from './verb.js';

/** On a terminal the position is drawn anew this often. */
const REDRAW_MS = 1_000;

/** Follows the state until the user has had enough, also across a lost connection. */
export const watch: Verb = {
  name: 'watch',
  usage: '',
  summary: 'follows what plays, in a line; with --json a state a line',
  lasts: true,
  options: [],
  read(words) {
    const word = readOnly(watch, words);
    if (word !== null) throw refuseVerb(watch, `"ctl watch" takes no ${JSON.stringify(word)}`);
    return async scene => {
      await follow(scene);
      return null;
    };
  },
};

function follow(scene: Scene): Promise<void> {
  const { client, stop, isJson } = scene;
  const isTerminal = !isJson && canDraw(currentEnvironment());
  const draw = isTerminal ? createDrawing(scene) : createPrinting(scene);
  return new Promise((resolve, reject) => {
    const redrawing = isTerminal ? setInterval(draw, REDRAW_MS) : undefined;
    const end = (): void => {
      clearInterval(redrawing);
      forget();
      if (isTerminal) print('');
    };
    const look = (): void => {
      const { phase, error } = client;
      if (phase !== 'unauthorized' && phase !== 'incompatible') {
        draw();
        return;
      }
      end();
      reject(toExitError(error, 'this address'));
    };
    const forget = client.onChange(look);
    void untilAborted(stop).then(() => {
      end();
      resolve();
    });
    look();
  });
}

/** The one line of a terminal, drawn over. */
function createDrawing({ client }: Scene): () => void {
  return () => {
    const { state, phase } = client;
    const isThere = phase === 'online' && state !== null;
    redraw(isThere ? toLine(state, client.positionMs()) : 'not connected, trying again');
  };
}

/** A line for each change that can be seen in it. */
function createPrinting({ client, isJson }: Scene): () => void {
  let told = '';
  return () => {
    const { state, revision, phase } = client;
    if (phase !== 'online' || state === null) return;
    const positionMs = Math.round(client.positionMs() ?? 0);
    const line = isJson ? toJson({ revision, positionMs, state }) : toLine(state, positionMs);
    const key = isJson ? String(revision) : line;
    if (key === told) return;
    told = key;
    print(line);
  };
}
