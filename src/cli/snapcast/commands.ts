import type { ControlClient } from '../../client/control-client.js';
import { LOUDEST } from '../../contract/shape.js';

export type SpeakerCalls = Pick<ControlClient, 'call'>;
type SetSpeaker = (speaker: SpeakerCalls, value: unknown) => Promise<unknown>;

/** A negative volume arrives as 2^16 less of it, since the server counts in 16 bits without a sign. */
const FIRST_NEGATIVE = 2 ** 15;

const CONTROL: Readonly<Record<string, SetSpeaker>> = {
  play: speaker => speaker.call('player.play', {}),
  pause: speaker => speaker.call('player.pause', {}),
  playPause: speaker => speaker.call('player.playPause', {}),
  stop: speaker => speaker.call('player.stop', {}),
  next: speaker => speaker.call('player.next', {}),
  previous: speaker => speaker.call('player.previous', {}),
  seek: (speaker, params) => speaker.call('player.seek', { offsetMs: toMs(memberOf(params, 'offset')) }),
  setPosition: (speaker, params) =>
    speaker.call('player.seek', { positionMs: toMs(memberOf(params, 'position')) }),
};

const PROPERTIES: Readonly<Record<string, SetSpeaker>> = {
  volume: (speaker, value) => speaker.call('player.setVolume', { volume: toVolume(value) }),
};

/** Does what `Plugin.Stream.Player.Control` asks for. Rejects with a sentence for its clients. */
export async function control(speaker: SpeakerCalls, params: unknown): Promise<void> {
  await find(CONTROL, memberOf(params, 'command'))(speaker, memberOf(params, 'params'));
}

/** Does what `Plugin.Stream.Player.SetProperty` asks for: its one member is the property. Rejects likewise. */
export async function setProperty(speaker: SpeakerCalls, params: unknown): Promise<void> {
  const [name, value] = (Object.entries(params ?? {}) as [string, unknown][])[0] ?? [];
  await find(PROPERTIES, name)(speaker, value);
}

/** Returns the member of what may be no object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function find(acts: Readonly<Record<string, SetSpeaker>>, name: unknown): SetSpeaker {
  const act = typeof name === 'string' && Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (act === undefined) throw new Error('Tonearm cannot do that.');
  return act;
}

function toMs(seconds: unknown): number {
  const ms = Math.round(toNumber(seconds) * 1_000);
  if (Number.isSafeInteger(ms)) return ms;
  throw new Error('A position is a number of seconds.');
}

function toVolume(value: unknown): number {
  const volume = Math.round(toNumber(value));
  if (Number.isNaN(volume)) throw new Error('A volume is a number from 0 to 100.');
  return volume >= FIRST_NEGATIVE ? 0 : Math.max(0, Math.min(volume, LOUDEST));
}

function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
