import { createControlClient } from '../client/control-client.js';
import { LocalSocket } from '../client/node-local-socket.js';
import { currentEnvironment } from '../config/config.js';
import { EXIT, ExitError } from '../contract/errors.js';
import type { Arguments, Command } from './command.js';
import { DEVICE_OPTION, readDevice } from './device.js';
import { AwayError, findLocalSocket } from './local-agent.js';
import { complain, print, toJson } from './output.js';
import { createScript } from './snapcast/script.js';

/** How often the agent and the server are looked for, milliseconds. */
const LOOK_MS = 2_000;

export const snapcastCommand: Command = {
  name: 'snapcast',
  summary: 'shows and controls the music in Snapcast; snapserver runs it (docs/snapcast.md)',
  options: DEVICE_OPTION,
  ignoresOthers: true,
  notes: [
    'It is the control script of a stream: it speaks Snapcast’s protocol on standard input and output, waits for an agent ' +
      'that is away, and ends with snapserver. What else snapserver puts on the command line is ignored.',
  ],
  async run(given, stop) {
    const server = process.ppid;
    const speaker = createControlClient({
      url: 'control.sock',
      name: 'Snapcast',
      token: () => null,
      WebSocket: createSocket(given),
    });
    const script = createScript({
      speaker,
      send: message => print(toJson(message)),
      steadyMs: () => performance.now(),
    });
    speaker.onChange(() => script.look());
    speaker.start();
    const look = (over: () => void): void => {
      // The socket is near: to try it costs nothing, and an agent that is back is seen at once.
      if (speaker.phase === 'waiting') speaker.reconnect();
      script.look();
      // Where two scripts hold each other's pipes open, neither input ends with a server that was killed.
      if (process.ppid !== server) over();
    };
    let looking: ReturnType<typeof setInterval> | undefined;
    await new Promise<void>(resolve => {
      looking = setInterval(look, LOOK_MS, resolve);
      stop.addEventListener('abort', () => resolve());
      process.stdin
        .setEncoding('utf8')
        .on('data', text => script.read(String(text)))
        .on('end', resolve)
        .on('error', resolve);
    });
    clearInterval(looking);
    speaker.stop();
    return EXIT.clean;
  },
};

/** The socket of the agent is looked for at each attempt; what no waiting mends is said, once. */
function createSocket(given: Arguments) {
  const said = new Set<string>();
  return class extends LocalSocket {
    constructor() {
      super(findSocket(given, said));
    }
  };
}

/** Returns the path; that of nothing where there is none. */
function findSocket(given: Arguments, said: Set<string>): string {
  try {
    return findLocalSocket(readDevice(given, withoutServer(currentEnvironment()))) ?? '';
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    const message = toMessage(error);
    if (message !== null && !said.has(message)) complain(message);
    said.add(message ?? '');
    return '';
  }
}

function toMessage(error: ExitError): string | null {
  if (!(error instanceof AwayError)) return error.message.replaceAll('\n→', ';');
  if (error.away !== 'noRight') return null;
  return `${error.problem}; give snapserver the group tonearm, as docs/snapcast.md shows`;
}

/** What systemd tells the server about its own folders, and the server its scripts, is not about the agent's. */
function withoutServer(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['RUNTIME_DIRECTORY', 'STATE_DIRECTORY', 'CREDENTIALS_DIRECTORY'];
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}
