import { EXIT } from '../errors.js';
import type { FaultRule } from '../sandbox/faults/switchboard.js';
import { parseNumber, parseWord, refuse } from './arguments.js';
import type { Arguments, Command } from './command.js';
import { print } from './output.js';
import { untilAborted } from './stop-signal.js';
import { createTrouble } from './trouble.js';

export const sandboxCommand: Command = {
  name: 'sandbox',
  summary: 'runs only the built-in music service, for trying things out',
  options: {
    port: { value: 'NUMBER', summary: 'the port to listen on (default 8721; 0 for any free one)' },
    profile: { value: 'core|full', summary: 'which operations it offers (default core)' },
    faults: { value: 'LIST', summary: 'faults to inject, such as latency=200,status@setProgress=503' },
  },
  notes: ['Everything in it is invented, and nothing is kept. Ctrl-C ends it.'],
  async run(given, stop) {
    const port = parseNumber(sandboxCommand, given, {
      name: 'port',
      minimum: 0,
      maximum: 65_535,
      fallback: 8721,
    });
    const profile = parseWord(sandboxCommand, given, 'profile', ['core', 'full']);
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
    const lines = [
      `the sandbox’s music service listens at ${sandbox.url}; settings for an agent:`,
      `TONEARM_AUTH_URL=${sandbox.url}`,
      `TONEARM_BASE_URL=${sandbox.url}`,
      `TONEARM_CLIENT_ID=${sandbox.clientId}`,
      `TONEARM_CLIENT_SECRET=${sandbox.clientSecret}`,
    ];
    print(lines.join('\n'));
    await untilAborted(stop);
    await sandbox.stop();
    return EXIT.clean;
  },
};

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
