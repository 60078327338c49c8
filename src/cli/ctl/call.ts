import { type CalledByOthers, METHODS, type Methods } from '../../contract/methods.js';
import { escapeJson } from '../output.js';
import { refuseVerb, type Verb } from './verb.js';

/** The methods that any client may call, without those of a session or of the device itself. */
const KNOWN = Object.entries(METHODS).flatMap(([name, method]) =>
  'needsSession' in method || 'localOnly' in method ? [] : [name],
);

export const call: Verb = {
  name: 'call',
  usage: 'METHOD [JSON]',
  summary: 'calls a method of the control API, and prints the answer as JSON',
  words: KNOWN,
  notes: [
    'JSON is the params; left out, they are {}. "tonearm ctl call rpc.discover" describes all methods.',
    `  tonearm ctl call player.setVolume '{"volume":20}'`,
  ],
  options: [],
  read([method, text = '{}', ...more]) {
    if (method === undefined) throw refuseVerb(call, 'name a method');
    if (more.length > 0) throw refuseVerb(call, 'the JSON must be one word: put it in quotes');
    const params = parse(text);
    return async ({ client }) => {
      // The speaker validates method and params.
      const json: unknown = await client.call(
        method as CalledByOthers,
        params as Methods[CalledByOthers]['params'],
      );
      const lines = JSON.stringify(json, null, 2).split('\n');
      return { json, text: lines.map(escapeJson).join('\n') };
    };
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuseVerb(call, `this is not JSON: ${text}`);
  }
}
