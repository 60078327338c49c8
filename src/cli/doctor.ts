import { currentEnvironment, parseConfig, type ParsedConfig, placesOf } from '../config/config.js';
import type { LocalDevice } from '../config/device.js';
import { nameDevice } from '../config/installed.js';
import { ControlError } from '../client/control-error.js';
import { EXIT, ExitError } from '../contract/errors.js';
import { readVersion } from './version.js';
import type { Command } from './command.js';
import { DEVICE_OPTION, readDevice } from './device.js';
import { CHECKS } from './doctor/checks.js';
import { examine } from './doctor/examination.js';
import { readRecord } from './doctor/record.js';
import { toReport } from './doctor/report.js';
import { createRun } from './doctor/run-program.js';
import type { RunningAgent, Scene } from './doctor/scene.js';
import { AwayError, findLocalSocket, openLocalAgent } from './local-agent.js';
import { columnsOf, complain, escapeJson, print, printText, toJson } from './output.js';
import { unlessAborted } from './stop-signal.js';
import { createTrouble } from './trouble.js';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'checks everything the agent depends on, and says how to fix what is wrong',
  options: {
    ...DEVICE_OPTION,
    json: { value: null, summary: 'print JSON' },
    tone: { value: null, summary: 'play a tone through the sound device' },
    record: {
      value: null,
      summary: 'print the flight record of the running agent, for "tonearm replay", and how to send it',
    },
  },
  notes: [
    'Run it on the speaker, as root (who sees most), as the agent’s user or as a member of its group, whether the ' +
      'agent is running or not. It prints one line for each finding: ok, note, warning or BROKEN, then what to do.',
    'Exit codes: 0 nothing is broken; 1 something is broken, or --record and no agent answers; 64 wrong usage.',
  ],
  async run(given, stop) {
    const { flags } = given;
    const device = readDevice(given);
    if (flags.has('record')) return printRecord(device);
    const { scene, close } = await unlessAborted(openScene(device, flags.has('tone')), stop);
    try {
      const findings = await unlessAborted(examine(scene, CHECKS), stop);
      const isSound = findings.every(({ level }) => level !== 'broken');
      if (flags.has('json')) print(toJson({ ok: isSound, findings }));
      else printText(toReport(findings, columnsOf()), currentEnvironment());
      return isSound ? EXIT.clean : EXIT.fault;
    } finally {
      close();
    }
  },
};

/** On standard error, so that it is not in the file. */
function tellHowToSend({ instance }: LocalDevice): string {
  return [
    'this is the record of what the speaker decided in the last few minutes. To send it, save it to a file:',
    `  ${nameDevice('sudo tonearm doctor', instance)} --record > speaker.record`,
    'It holds no names, titles, addresses or tokens: a number stands in place of each. To see for yourself:',
    '  tonearm replay speaker.record',
  ].join('\n');
}

async function printRecord(device: LocalDevice): Promise<number> {
  const path = findLocalSocket(device);
  if (path === null) throw createTrouble('no speaker is set up on this machine', 'run it on the speaker');
  const record = await readRecord(path);
  if (record === null) throw new AwayError('notRunning', path);
  print(record.lines.map(line => escapeJson(line)).join('\n'));
  complain(tellHowToSend(device));
  return EXIT.clean;
}

async function openScene(
  device: LocalDevice,
  tone: boolean,
): Promise<{ readonly scene: Scene; readonly close: () => void }> {
  const { environment, instance } = device;
  const { parsed, problems } = tryConfig(environment);
  let away: AwayError | null = null;
  const client = await openLocalAgent('tonearm doctor', device).catch((error: unknown) => {
    if (error instanceof AwayError) away = error;
    else if (!(error instanceof ExitError)) throw error;
    return null;
  });
  const { hello, state } = client ?? { hello: null, state: null };
  const path = client === null ? null : findLocalSocket(device);
  let record: ReturnType<typeof readRecord> | null = null;
  const agent: RunningAgent | null =
    client === null || hello === null || state === null
      ? null
      : {
          version: hello.version,
          deviceUuid: hello.deviceUuid,
          state,
          askService: () =>
            client.call('library.profile', {}).then(
              () => null,
              (error: unknown) =>
                error instanceof ControlError ? error : { reason: 'unexpected', message: 'unexpected' },
            ),
          clients: () => client.call('access.list', {}).then(({ clients }) => clients),
          record: () => (record ??= path === null ? Promise.resolve(null) : readRecord(path)),
        };
  const scene: Scene = {
    ...placesOf(environment),
    config: parsed?.config ?? null,
    warnings: parsed?.warnings ?? [],
    problems,
    environment,
    instance,
    root: '/',
    version: readVersion(),
    node: { version: process.versions.node, path: process.execPath },
    agent,
    away,
    isRoot: process.getuid?.() === 0,
    epochMs: () => Date.now(),
    run: createRun(environment),
    tone,
  };
  return { scene, close: () => client?.stop() };
}

function tryConfig(environment: NodeJS.ProcessEnv): {
  parsed: ParsedConfig | null;
  problems: readonly string[];
} {
  try {
    return { parsed: parseConfig(environment), problems: [] };
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    // The first line only gives the number of problems.
    return { parsed: null, problems: error.message.split('\n').slice(1) };
  }
}
