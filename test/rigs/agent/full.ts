/** A testbed whose service has all that the profile `full` lists, and an eye on every call that reaches it. */
import type { Test } from 'tap';
import { isFetching } from '../../../src/contract/public-state.js';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.js';
import type { Phone } from '../../fakes/phones/phone.js';
import { createRig, type Testbed, type Rig } from './rig.js';

export interface FullTestbed extends Testbed {
  readonly rig: Rig;
}

/** Started, paired and joined by a phone; `auto` unless `environment` says otherwise. */
export async function openTestbed(
  t: Test,
  options: SandboxOptions = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<FullTestbed> {
  const rig = await createRig(t, { profile: 'full', progressFrequency: null, ...options });
  return { rig, ...(await rig.ready({ ...ON_DEMAND, ...environment })) };
}

/** No ordinary reports of progress, so that every call has a cause of its own. */
export const ON_DEMAND = { TONEARM_SERVICE_PROFILE: 'auto', TONEARM_PROGRESS_SECONDS: '0' };

const CALLS = [
  ...['current', 'setSource', 'setProgress', 'setStarted', 'pause', 'setEnded', 'skip', 'previous'],
  ...['replay', 'peek', 'source', 'setFeedback', 'removeFeedback'],
];

/** Calls about playback in the order in which they came: name, index, whole seconds, reason. */
export function callsOf({ sandbox }: Rig): readonly string[] {
  return sandbox.requests.all
    .filter(({ operation, status }) => CALLS.includes(operation) && status !== 400)
    .map(({ operation, args }) => {
      const { index = '', elapsedTime = '', reason = '' } = args as Readonly<Record<string, string | number>>;
      return `${operation} ${index} ${elapsedTime} ${reason}`.trim();
    });
}

/** Those that change something or say what sounds. */
export function reportsOf(rig: Rig): readonly string[] {
  return callsOf(rig).filter(call => !/^(current|peek|source)/.test(call));
}

/** Reports about the item at `index`. */
export function reportsAt(rig: Rig, index: number): readonly string[] {
  return reportsOf(rig).filter(call => call.split(' ')[1] === String(index));
}

/** Operations that were asked for and that the service does not know, in this form. */
export function refusedOf({ sandbox }: Rig): readonly string[] {
  return sandbox.requests.all.filter(({ status }) => status === 400).map(({ operation }) => operation);
}

/** Asks for the sound itself, by piece. */
export function audioOf({ sandbox }: Rig, pieceId: string): number {
  return sandbox.requests.of('audio').filter(({ args }) => args['pieceId'] === pieceId).length;
}

/** Why it was silent since it first sounded; what a busy machine may show is left out. */
export function silences({ seen }: Phone): readonly string[] {
  const first = seen.findIndex(({ state }) => state.silenceReason === null);
  const reasons = seen.slice(first).flatMap(({ state }) => state.silenceReason ?? []);
  return [...new Set(reasons)].filter(reason => !isFetching(reason));
}

const REFUSED = { reason: /^(notAllowed|noSource|notSupported)$/ };
const COMMANDS = {
  next: ['player.next', {}],
  previous: ['player.previous', {}],
  replay: ['player.replay', {}],
  seek: ['player.seek', { positionMs: 0 }],
  feedback: ['feedback.set', { value: null }],
} as const;

/** What `can` denies is refused, each with the interaction that is missing. */
export async function checkDenied(t: Test, phone: Phone): Promise<void> {
  for (const [name, [method, params]] of Object.entries(COMMANDS)) {
    if (phone.state.can[name as keyof typeof COMMANDS]) continue;
    const { error } = await phone.ask(method, params);
    t.match(error?.data, REFUSED, `${method} is refused, as can.${name} says`);
    const isNotAllowed = error?.code === 2003;
    if (isNotAllowed) t.match(error.data, { interaction: String }, `${method}: what is missing is named`);
  }
}

/** Waits for the item's last seconds: jumps there, where a jump is allowed. */
export async function jumpTo(phone: Phone, positionMs: number): Promise<void> {
  await phone.call('player.seek', { positionMs });
  await phone.untilPosition(positionMs);
}
