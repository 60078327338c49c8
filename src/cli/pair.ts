import { createInterface } from 'node:readline';
import type { ControlClient } from '../client/control-client.js';
import type { LocalDevice } from '../config/device.js';
import { nameDevice } from '../config/installed.js';
import { EXIT } from '../contract/errors.js';
import type { Command } from './command.js';
import { toExitError } from './ctl/connect.js';
import { DEVICE_OPTION, readDevice } from './device.js';
import { needLocalAgent } from './local-agent.js';
import { complain, oneLine, print } from './output.js';
import { unlessAborted } from './stop-signal.js';
import { createTrouble } from './trouble.js';

/** Time limit for the exchange and the profile query after it, in milliseconds. */
const EXCHANGE_MS = 60_000;

export const pairCommand: Command = {
  name: 'pair',
  summary: 'pairs the speaker with any account from the shell, over SSH too; admitted phones stay admitted',
  options: DEVICE_OPTION,
  notes: [
    'Run it on the speaker while the agent is running, as root, as the agent’s user or as a member of its group. It ' +
      'prints an address of the music service. Open it in any browser, sign in, and paste here the address of the page ' +
      'you end up at, whether that page loads or not. If the speaker already has an account, the new one replaces it, ' +
      'and the owners are told.',
  ],
  async run(given, stop) {
    const device = readDevice(given);
    const client = await unlessAborted(needLocalAgent('tonearm pair', device), stop);
    try {
      const { url } = await client.call('pairing.begin', {});
      print('Open this address in a browser, on any device, and sign in:\n');
      print(`${url}\n`);
      print('The last page may not load: that is expected. Copy its whole address from the address bar');
      print('(it contains "code="), paste it here, and press Enter. Do so at once: the music service may');
      print('accept it for only a minute.');
      return await takeAddresses(client, device, stop);
    } catch (error) {
      throw toExitError(error, client.url);
    } finally {
      client.stop();
    }
  },
};

/** Until one is it. Resolves with the exit code. */
async function takeAddresses(
  client: ControlClient,
  { instance }: LocalDevice,
  stop: AbortSignal,
): Promise<number> {
  const again = `start again: ${nameDevice('sudo tonearm pair', instance)}`;
  // The terminal edits the line and knows Ctrl-C: readline's own editing would keep both from us.
  const lines = createInterface({ input: process.stdin, terminal: false, signal: stop });
  try {
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const asked = client.call('pairing.finish', { address: line }, EXCHANGE_MS);
      const { type, account, isNew, text = '' } = await unlessAborted(asked, stop);
      if (type === 'failed') throw createTrouble(`the speaker was not paired: ${text}`, again);
      if (type === 'paired') {
        const who = account == null ? 'the account that signed in' : `the account of ${oneLine(account)}`;
        print(`The speaker ${isNew === true ? 'is now paired with' : 'is still paired with'} ${who}.`);
        if (isNew === true)
          print(`To invite a phone as an owner: ${nameDevice('sudo tonearm invite', instance)}`);
        return EXIT.clean;
      }
      complain(text);
    }
  } finally {
    lines.close();
  }
  throw createTrouble('no address was entered: nothing has changed', again);
}
