import { EXIT } from '../contract/errors.js';
import type { FaultRule } from '../sandbox/faults/switchboard.js';
import { toSettingsLines } from './demo/environment.js';
import { refuse } from './arguments.js';
import type { Arguments, Command } from './command.js';
import { print } from './output.js';
import { untilAborted } from './stop-signal.js';
import { createTrouble } from './trouble.js';

export const sandboxCommand: Command = {
  name: 'sandbox',
  summary: 'runs only the built-in music service, for trying things out',
  options: {
    port: { value: 'NUMBER', summary: 'the port to listen on (default 8721; 0 for any free one)' },
    host: {
      value: 'ADDRESS',
      summary: 'this machine’s address in the network, for the printed settings (default 127.0.0.1)',
    },
    profile: { value: 'core|full', summary: 'which operations it offers (default core)' },
    faults: { value: 'LIST', summary: 'faults to inject, such as latency=200,status@setProgress=503' },
  },
  notes: [
    'It prints the settings for a speaker that is to play from it. With --host, a phone can sign in there, too; ' +
      '“hostname -I” prints the addresses of this machine.',
    'Everything in it is invented, and nothing is kept. Ctrl-C ends it.',
  ],
  async run(given, stop) {
    const { port: text = '8721', profile = 'core' } = given.values;
    const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
    if (port < 0 || port > 65_535)
      throw refuse(sandboxCommand, '--port must be a whole number from 0 to 65535');
    if (profile !== 'core' && profile !== 'full')
      throw refuse(sandboxCommand, '--profile must be core or full');
    const host = readHost(given);
    const faults = await readFaults(given);
    const { createSandbox } = await import('../sandbox/sandbox.js');
    const sandbox = createSandbox({ host: '0.0.0.0', port, profile, faults });
    await sandbox.start().catch((cause: unknown) => {
      throw createTrouble(
        `the sandbox cannot listen on port ${port}: ${toWords(cause)}`,
        'choose another port with --port; --port 0 takes any free one',
        { cause },
      );
    });
    const { clientId, clientSecret } = sandbox;
    // It listens on every address, and hands out addresses below the one that the client used.
    const url = sandbox.url.replace('127.0.0.1', host);
    const lines = toSettingsLines({ url, clientId, clientSecret });
    print([`the sandbox’s music service listens at ${url}; settings for an agent:`, ...lines].join('\n'));
    await untilAborted(stop);
    await sandbox.stop();
    return EXIT.clean;
  },
};

function readHost({ values }: Arguments): string {
  const { host = '127.0.0.1' } = values;
  if (/^[\w.-]+$/.test(host)) return host;
  throw refuse(sandboxCommand, '--host must be a name or an IPv4 address');
}

async function readFaults(given: Arguments): Promise<readonly FaultRule[]> {
  const { parseFaults, FaultSyntaxError } = await import('../sandbox/faults/parse.js');
  try {
    return parseFaults(given.values['faults'] ?? '');
  } catch (error) {
    if (error instanceof FaultSyntaxError) throw refuse(sandboxCommand, `--faults: ${error.message}`);
    throw error;
  }
}

function toWords(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' ? 'another program already does' : (code ?? String(cause));
}
