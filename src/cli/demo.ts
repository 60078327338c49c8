import { randomBytes } from 'node:crypto';
import { currentEnvironment } from '../config/config.js';
import { deadline } from '../lib/deadline.js';
import { EXIT } from '../contract/errors.js';
import type { Command } from './command.js';
import { type AgentProcess, createAgentProcess } from './demo/agent.js';
import { toAgentEnvironment, toSettingsLines } from './demo/environment.js';
import { createFolder, type Folder } from './demo/folder.js';
import { createListener, type DemoListener } from './demo/listener.js';
import { findFreePort, findHosts } from './demo/network.js';
import { hasSound } from './demo/sound.js';
import { pairAsVisitor } from './demo/visitor.js';
import { oneLine, print, printWhiteOnBlack } from './output.js';
import { untilAborted } from './stop-signal.js';
import { createTrouble } from './trouble.js';

const PORT = 8720;
const SERVICE_PORT = 8721;
/** Time limit in milliseconds for opening the sound device; after it, the demo falls back to mpv's null output. */
const DEVICE_MS = 8_000;
const SOUND_MS = 60_000;

export const demoCommand: Command = {
  name: 'demo',
  summary: 'plays invented music from a built-in music service; needs no account, settings or sound card',
  options: {
    'no-pair': { value: null, summary: 'do not pair automatically: pair by opening the printed address' },
    once: { value: null, summary: 'end as soon as something is heard' },
  },
  notes: [
    'The settings that it prints let an installed speaker play from the same music service while the demo runs.',
    'Ctrl-C ends it. Its files are separate from those of an installed agent, and are deleted when it ends.',
  ],
  async run(given, stop) {
    const environment = currentEnvironment();
    const port = await findFreePort(PORT);
    const folder = createFolder(environment, port);
    const cleanUp: (() => unknown)[] = [];
    try {
      const wishes = { pairs: !given.flags.has('no-pair'), once: given.flags.has('once') };
      await play({ environment, port, folder, cleanUp, ...wishes }, stop);
    } catch (error) {
      // An aborted demo may fail in any way. After any other failure the folder and its log are kept.
      if (!stop.aborted) throw error;
    } finally {
      for (const step of cleanUp.reverse()) await step();
    }
    folder.remove();
    return EXIT.clean;
  },
};

interface Wishes {
  readonly environment: NodeJS.ProcessEnv;
  readonly port: number;
  readonly folder: Folder;
  /** The steps that undo the setup, run in reverse order. */
  readonly cleanUp: (() => unknown)[];
  readonly pairs: boolean;
  readonly once: boolean;
}

/** Runs the demo and resolves at its end. Rejects with an `ExitError` 1 that says what went wrong. */
async function play(wishes: Wishes, ending: AbortSignal): Promise<void> {
  const { environment, port, folder, cleanUp, pairs, once } = wishes;
  const hosts = findHosts();
  const { createSandbox } = await import('../sandbox/sandbox.js');
  const [address] = hosts.addresses;
  const url = `http://${address}:${port}`;
  const servicePort = await findFreePort(SERVICE_PORT);
  const serviceUrl = `http://${address}:${servicePort}`;
  const sandbox = createSandbox({
    host: '0.0.0.0',
    port: servicePort,
    publicUrl: serviceUrl,
    profile: 'full',
  });
  await sandbox.start();
  cleanUp.push(() => sandbox.stop());

  const service = { url: serviceUrl, clientId: sandbox.clientId, clientSecret: sandbox.clientSecret };
  const token = randomBytes(16).toString('hex');
  const audible = hasSound(environment) || environment['TONEARM_AUDIO_OUTPUT'] !== undefined;
  tell('sound', audible ? 'the sound device of this machine' : SILENT);

  const startAgent = async (silent: boolean): Promise<AgentProcess> => {
    const agent = createAgentProcess({
      environment: toAgentEnvironment(environment, { folder, url, port, service, token, silent }),
      url: `http://127.0.0.1:${port}`,
      logFile: folder.logFile,
    });
    cleanUp.push(() => agent.stop());
    await agent.start();
    return agent;
  };
  let agent = await startAgent(!audible);
  const listener = await createListener({
    url: `ws://127.0.0.1:${port}/control`,
    token,
    onItem: title => tell('playing', oneLine(title)),
  });
  listener.start();
  cleanUp.push(() => listener.stop());

  const consent = (authorizeUrl: string) => sandbox.consent(authorizeUrl);
  const fragment = pairs ? `#token=${await pairAsVisitor({ speakerUrl: url, consent })}` : '';
  // The name last: nobody answers to it where no Avahi runs.
  const names = [...hosts.addresses, hosts.localName];
  // Before the words: a terminal of 24 rows shows the end.
  await drawCode(`${url}/${fragment}`, environment);
  tell(pairs ? 'remote' : 'pair', names.map(name => `http://${name}:${port}/${fragment}`).join(INDENT));
  // A first visitor needs none of these.
  tell('service', `a sandbox with invented music, ${serviceUrl}`);
  tell('settings', toSettingsLines(service).join(INDENT));
  tell('log', folder.logFile);
  if (!(await listener.until(({ paired }) => paired, ending))) return;
  await listener.playStation();
  if (audible && (await isDeviceStuck(listener, ending))) {
    tell('sound', `the sound device cannot be opened: ${NULL_OUTPUT}`);
    await agent.stop();
    agent = await startAgent(true);
  }
  if (once) return heardOnce(listener, folder, ending);
  tell('', 'Open an address on a phone in the same network. Ctrl-C ends the demo.');
  const how = await Promise.race([untilAborted(ending).then(() => null), agent.ended]);
  if (how !== null) throw createTrouble(`the agent ${how}`, toLogAdvice(folder));
  tell('', 'The demo is over.');
}

/** Draws a QR code, because nobody types an address with a token into a phone. */
async function drawCode(address: string, environment: NodeJS.ProcessEnv): Promise<void> {
  if (!process.stdout.isTTY) return;
  const { renderUnicodeCompact } = await import('uqr');
  printWhiteOnBlack(renderUnicodeCompact(address, { border: 2 }), environment);
}

const NULL_OUTPUT = 'playing silently; the remote shows what plays';
const SILENT = `no sound card found: ${NULL_OUTPUT}`;
const INDENT = `\n${' '.repeat(10)}`;

function tell(what: string, text: string): void {
  print(`${what.padEnd(10)}${text}`);
}

async function isDeviceStuck(listener: DemoListener, ending: AbortSignal): Promise<boolean> {
  const given = deadline(DEVICE_MS, ending);
  if (await listener.until(({ sounding }) => sounding !== null, given)) return false;
  return !ending.aborted && listener.seen().silenceReason === 'audioDeviceUnavailable';
}

async function heardOnce(listener: DemoListener, folder: Folder, ending: AbortSignal): Promise<void> {
  const given = deadline(SOUND_MS, ending);
  if (await listener.until(({ sounding }) => sounding !== null, given)) return;
  if (ending.aborted) return;
  const why = listener.seen().silenceReason ?? 'the agent did not say why';
  throw createTrouble(`nothing was heard within ${SOUND_MS / 1000} s: ${why}`, toLogAdvice(folder));
}

function toLogAdvice({ logFile }: Folder): string {
  return `see the agent’s log, ${logFile}, then start the demo again`;
}
