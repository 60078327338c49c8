import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { pairAsVisitor } from '../../../src/cli/demo/visitor.js';
import type { Device } from '../../../src/sandbox/playback/device.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import type { RunOptions } from '../../rigs/agent/process.js';
import type {
  Act,
  AlarmFacts,
  Entry,
  Incident,
  Ledger,
  QuietHours,
  Report,
  Sample,
  Trouble,
} from '../ledger.js';
import type { Ear } from '../sound/ear.js';
import { openEar } from '../sound/open-ear.js';
import { type Front, openFront } from './front.js';
import { toEnvironment } from './agent-environment.js';
import { type Keyboard, makeKeyboard } from './keyboard.js';
import { holdPhoneLine, type PhoneLine } from './phone-line.js';
import { startUnit, type Unit } from './unit.js';

const TOKEN = 'chaos-control-token-0123456789';
const DEVICE = 'device-of-the-chaos';
const SAMPLE_MS = 100;
/** Silence shorter than this lies within sound. */
const SOUNDING_MS = 300;
/** The tone of an alarm rests for more than a second. */
const TONE_MS = 1_500;

/** Everything of one round: service, wire, agent, ear and phone. */
export interface Testbed {
  readonly sandbox: Sandbox;
  readonly device: Device;
  readonly front: Front;
  readonly unit: Unit;
  readonly phone: PhoneLine;
  readonly ear: Ear;
  readonly keyboard: Keyboard;
  readonly url: string;
  readonly token: string;
  readonly ledger: Ledger;
  readonly alarms: AlarmFacts[];
  /** The item heard last. */
  current(): number | null;
  isSounding(): boolean;
  /** The listener pairs the speaker, again where it has been before. */
  pair(): Promise<void>;
  /** A listener's command; the outcome as a word. */
  act(method: string, params?: unknown): Promise<string>;
  /** Notes what no client called, such as an alarm or a key. It lasts until `done`, which may correct the method. */
  happened(method: string, params?: unknown): { done(outcome?: string, method?: string): void };
  /** Notes that a fault begins. */
  trouble(begun: Omit<Trouble, 'fromMs' | 'toMs' | 'lingersMs'>): Trouble;
  note(line: string): void;
  /** Notes what may never be. */
  breach(what: string): void;
  readonly notes: readonly string[];
  stop(): Promise<void>;
}

export interface TestbedOptions {
  readonly folder: string;
  readonly profile: 'core' | 'full';
  readonly seconds: number;
  /** Listens by mpv's own position even where there is a sound server. */
  readonly nosink: boolean;
  /** Told every note. */
  readonly say: (line: string) => void;
  readonly quiet?: QuietHours;
  /** How the agent is run. */
  readonly running?: RunOptions;
  /** More of the agent's environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function buildTestbed(options: TestbedOptions): Promise<Testbed> {
  const { folder, profile, seconds, nosink, say, quiet = null, running = {}, environment = {} } = options;
  mkdirSync(folder, { recursive: true });
  const closers: (() => unknown)[] = [];
  const [samples, troubles, acts]: [Sample[], Trouble[], Act[]] = [[], [], []];
  const [entries, reports, breaches]: [Entry[], Report[], Incident[]] = [[], [], []];
  const alarms: AlarmFacts[] = [];
  const notes: string[] = [];
  const onBreach = (what: string): void => {
    breaches.push({ atMs: performance.now(), what });
    note(`BREACH ${what}`);
  };
  const note = (line: string): void => {
    const text = `${new Date().toISOString()} ${(performance.now() / 1_000).toFixed(2)} ${line}`;
    notes.push(text);
    say(text);
  };

  const sandbox = createSandbox({ profile, trackSeconds: seconds, skipLimit: 1_000 });
  await sandbox.start();
  closers.push(() => sandbox.stop());
  const device = sandbox.devices.get(DEVICE);

  let isOver = false;
  /** What the service took and where it went, right after it did. */
  function witness(): readonly Report[] {
    const before = reports.length;
    const atMs = performance.now();
    for (const { trackToken, ...report } of device.reports.splice(0)) {
      const n = trackToken === null ? null : front.numberOf(trackToken);
      reports.push({ atMs, ...report, n, isAnswered: false });
      note(`service took ${report.operation} ${report.index} at ${report.elapsedS} s (item ${n ?? 'left'})`);
    }
    const { playing } = device;
    const n = playing === null ? null : front.numberOf(playing.trackToken);
    if (device.ended) isOver = true;
    if (playing !== null && n !== null && entries.at(-1)?.n !== n) {
      isOver = false;
      entries.push({ atMs, n });
      note(`service is at item ${n} (index ${playing.index} of ${playing.programme.id})`);
    }
    return reports.slice(before);
  }

  const front = await openFront({ target: sandbox.url, seconds, onService: witness });
  closers.push(() => front.close());

  const runtimeDir = join(folder, 'run');
  const listening = await openEar({ folder, runtimeDir, nosink }, front);
  closers.push(() => listening.stop());
  const { ear, environment: sound } = listening;

  // Below the ports that the system gives away: what somebody else opens meanwhile takes none of them.
  const port = await findFreePort(randomInt(20_000, 32_000));
  const url = `http://127.0.0.1:${port}`;
  const keyboard = makeKeyboard(join(folder, 'keys'), () => unit.agent !== null);
  closers.push(() => keyboard.close());
  const unit: Unit = await startUnit({
    onBreach,
    running,
    environment: {
      ...toEnvironment({
        folder,
        runtimeDir,
        sandbox,
        serviceUrl: front.url,
        url,
        token: TOKEN,
        device: DEVICE,
        keys: keyboard.path,
        quiet,
      }),
      ...sound,
      ...environment,
    },
  });
  closers.push(() => unit.stop());
  const pair = async (): Promise<void> => {
    await pairAsVisitor({ speakerUrl: url, consent: address => sandbox.consent(address) });
  };
  await pair();
  const phone = holdPhoneLine({ url: `${url.replace('http', 'ws')}/control`, token: TOKEN, onBreach });
  closers.push(() => phone.stop());

  const isSounding = (): boolean => performance.now() - ear.lastSoundMs < SOUNDING_MS;
  let last = '';
  const sampling = setInterval(() => {
    witness();
    const told = phone.state?.silenceReason;
    const atMs = performance.now();
    const isRinging = phone.state?.alarm?.ringing === true;
    const isTone = atMs - ear.lastToneMs < TONE_MS;
    const isUp = unit.agent !== null;
    if (!isUp) keyboard.drain();
    const sample = { atMs, isSounding: isSounding(), isTone, isRinging, isUp, told, isOver };
    samples.push(sample);
    const line = `${sample.isSounding ? 'sound' : isTone ? 'tone' : 'silence'}, told ${told === undefined ? 'nothing' : String(told)}`;
    if (line !== last) note(line);
    last = line;
  }, SAMPLE_MS);
  closers.push(() => clearInterval(sampling));

  const current = (): number | null => ear.heard.at(-1)?.n ?? null;
  const begin = (method: string, params: unknown): Act => {
    const act: Act = { atMs: performance.now(), method, params, n: current(), outcome: null, doneMs: null };
    acts.push(act);
    return act;
  };
  return {
    sandbox,
    device,
    front,
    unit,
    phone,
    ear,
    keyboard,
    url,
    token: TOKEN,
    notes,
    ledger: {
      heard: ear.heard,
      samples,
      troubles,
      acts,
      entries,
      reports,
      breaches,
      items: front.items,
      clips: ear.clips,
      alarms,
      quiet,
    },
    alarms,
    current,
    isSounding,
    note,
    breach: onBreach,
    pair,
    happened(method, params = {}) {
      const act = begin(method, params);
      note(`uncalled: ${method} ${JSON.stringify(params)}`);
      return {
        done(outcome = 'ok', as = method) {
          act.method = as;
          act.outcome = outcome;
          act.doneMs = performance.now();
        },
      };
    },
    async act(method, params = {}) {
      const act = begin(method, params);
      note(`listener: ${method} ${JSON.stringify(params)}`);
      const outcome = await phone.call(method, params, result => (act.result = result));
      act.outcome = outcome;
      act.doneMs = performance.now();
      note(`answer to ${method}: ${outcome}`);
      return outcome;
    },
    trouble(begun) {
      const trouble: Trouble = { ...begun, fromMs: performance.now(), toMs: null, lingersMs: 0 };
      troubles.push(trouble);
      return trouble;
    },
    async stop() {
      for (const close of closers.reverse()) await close();
    },
  };
}
