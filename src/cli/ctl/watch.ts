import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs, STEADY_MS } from '../../client/backoff.js';
import { currentEnvironment } from '../../config/config.js';
import { canDraw, complain, print, redraw, toJson } from '../output.js';
import { untilAborted } from '../stop-signal.js';
import { plain } from '../text/line.js';
import { type Connected, toExit, toExitError } from './connect.js';
import { printRow, valuesOf } from './format.js';
import { STATE_FIELDS, toLine, toRow } from './show.js';
import type { Scene, Verb } from './verb.js';

/** Interval at which the position is redrawn on a terminal, in milliseconds. */
const REDRAW_MS = 1_000;

/** Follows the state until the user ends it or the speaker removes this client, across lost connections. */
export const watch: Verb = {
  name: 'watch',
  usage: '',
  summary: 'follows what is playing; with --json, prints a line for each state',
  lasts: true,
  options: [],
  fields: STATE_FIELDS,
  notes: [
    'On a terminal the line is redrawn; elsewhere, and with --format, each change is a new line. Ctrl-C ends it.',
    "  tonearm ctl watch --format '{{status}} {{title}}'",
  ],
  read: () => async scene => {
    await follow(scene);
    return null;
  },
};

/** Attempts and sessions that failed since the last session that lasted. */
interface Streak {
  failures: number;
}

/** Draws what the client knows. */
type Draw = (client: Connected) => void;

async function follow(scene: Scene): Promise<void> {
  const { stop, isJson, format } = scene;
  const isTerminal = !isJson && format === null && canDraw(currentEnvironment());
  // The position changes without events.
  const isTicking = isTerminal || format?.names.includes('position') === true;
  const draw = isTerminal ? drawLine : createPrinting(scene);
  const stopped = untilAborted(stop);
  const beforeComplaint = () => isTerminal && print('');
  const row: Streak = { failures: 0 };
  let client: Connected | null = scene.client;
  const redrawing = isTicking ? setInterval(() => client !== null && draw(client), REDRAW_MS) : undefined;
  try {
    while (client !== null) {
      const fromMs = performance.now();
      await untilLost(client, stopped, draw);
      client.stop();
      if (stop.aborted) return;
      draw(client);
      if (performance.now() - fromMs >= STEADY_MS) row.failures = 0;
      client = await openAgain(scene, row, { stopped, beforeComplaint });
    }
  } finally {
    clearInterval(redrawing);
    client?.stop();
    if (isTerminal) print('');
  }
}

/** Resolves when the session ends or the user stops the command; rejects with an `ExitError` if the speaker removes this client. */
function untilLost(client: Connected, stopped: Promise<void>, draw: Draw): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const { phase, error, url } = client;
      if (phase === 'online') {
        draw(client);
        return;
      }
      forget();
      if (phase === 'unauthorized') reject(toExitError(error, url));
      else resolve();
    };
    const forget = client.onChange(look);
    void stopped.then(() => {
      forget();
      resolve();
    });
    look();
  });
}

/**
 * Opens another session with the same speaker, wherever it is now, and says what keeps it from that: whoever holds its
 * address for a while can refuse. Resolves with null when the signal aborts.
 */
async function openAgain(
  { client, reopen, stop }: Scene,
  row: Streak,
  { stopped, beforeComplaint }: { readonly stopped: Promise<void>; readonly beforeComplaint: () => void },
): Promise<Connected | null> {
  let complaint: string | null = null;
  for (;;) {
    row.failures += 1;
    const waitMs = backoffMs(row.failures, Math.random);
    const isGoing = await sleep(waitMs, true, { signal: stop }).catch(() => false);
    if (!isGoing) return null;
    const opening = reopen();
    const opened = await Promise.race([opening.catch(toExit), stopped]);
    if (opened === undefined) {
      void opening.then(late => late.stop()).catch(() => undefined);
      return null;
    }
    const isSame = !(opened instanceof Error) && opened.hello?.deviceUuid === client.hello?.deviceUuid;
    if (isSame) return opened;
    if (!(opened instanceof Error)) opened.stop();
    const message = opened instanceof Error ? opened.message : `another speaker answers at ${opened.url}`;
    if (message === complaint) continue;
    complaint = message;
    beforeComplaint();
    complain(message);
  }
}

/** Draws one line on a terminal, over the previous one. */
function drawLine(client: Connected): void {
  const { state, phase } = client;
  const isThere = phase === 'online' && state !== null;
  const line = isThere
    ? toLine(state, client.positionMs(), { hasBar: true })
    : ['not connected; trying again'];
  redraw(line, currentEnvironment());
}

/** Prints a line for each visible change. */
function createPrinting({ isJson, format }: Scene): Draw {
  let told: string | null = null;
  const isNew = (key: string): boolean => {
    const isOther = key !== told;
    told = key;
    return isOther;
  };
  return client => {
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
