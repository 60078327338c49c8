import type { ControlClient } from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import { control, memberOf, setProperty } from './commands.js';
import { createNews } from './news.js';

/** A line of the server that is longer than this many characters is none of its commands. */
const LONGEST = 1024 * 1024;

/** The server passes on the text in `data` only. Of the codes, 0 is success and 1 to 7 are sentences of its own. */
const FAILED = { code: 100, message: 'Tonearm' };

export interface ScriptOptions {
  readonly speaker: Pick<ControlClient, 'call' | 'phase' | 'positionMs' | 'state'>;
  /** Sends a message to the server. */
  readonly send: (message: object) => void;
  readonly steadyMs: () => number;
}

/** Speaks Snapcast's protocol of a control script, in JSON-RPC by line (Snapcast, "Stream plugin"); says that it is ready. */
export function createScript({ speaker, send, steadyMs }: ScriptOptions) {
  const news = createNews({ speaker, steadyMs });
  let begun = '';

  async function answer(line: string): Promise<void> {
    const request = parse(line);
    const id = memberOf(request, 'id');
    if (id === undefined) return;
    const outcome = await perform(memberOf(request, 'method'), memberOf(request, 'params')).then(
      result => ({ result }),
      (error: unknown) => ({ error: { ...FAILED, data: toSentence(error) } }),
    );
    send({ jsonrpc: '2.0', id, ...outcome });
  }

  async function perform(method: unknown, params: unknown): Promise<unknown> {
    switch (method) {
      case 'Plugin.Stream.Player.GetProperties':
        return news.tell();
      case 'Plugin.Stream.Player.Control':
        await control(speaker, params);
        return 'ok';
      case 'Plugin.Stream.Player.SetProperty':
        await setProperty(speaker, params);
        return 'ok';
      default:
        throw new Error('Tonearm does not know this method.');
    }
  }

  send({ jsonrpc: '2.0', method: 'Plugin.Stream.Ready' });
  return {
    /** Takes what the server sent. It is answered later, in any order. */
    read(text: string) {
      const lines = `${begun}${text}`.split('\n');
      begun = lines.pop() ?? '';
      if (begun.length > LONGEST) begun = '';
      for (const line of lines) void answer(line);
    },
    /** Tells the server what has changed. To be called at each change, and every few seconds. */
    look() {
      const params = news.tellNew();
      if (params !== null) send({ jsonrpc: '2.0', method: 'Plugin.Stream.Player.Properties', params });
    },
  };
}

/** Noise is null: it has no number that could be answered. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function toSentence(error: unknown): string {
  if (error instanceof ControlError && error.reason === 'disconnected') return 'Tonearm is not running.';
  return error instanceof Error ? error.message : String(error);
}
