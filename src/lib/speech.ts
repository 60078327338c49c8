import { readFile } from 'node:fs/promises';
import type { PublicState } from '../contract/public-state.js';
import { SPEECH_FOLDER } from '../place.js';

/** What the speaker can say without a service or a program that speaks: a clip each, made by `npm run speech`. */
export const SENTENCES = {
  0: 'zero',
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  code: 'The code for one more phone is',
  pairingCode: 'Sign in with this code:',
  again: 'Once more:',
  notPaired: 'This speaker is not paired. Open its page in a browser, and sign in.',
  offline: 'The music service cannot be reached. Check the network.',
  serviceError: 'The music service reports an error. The speaker keeps trying.',
  clientRefused: 'The music service refuses this speaker. Check its client ID and secret.',
  hostRefused: 'The host of the music does not deliver it. The speaker keeps trying.',
  hostUntrusted: 'The host of the music cannot be trusted. Run the doctor on the speaker.',
  notSupported: 'The music service does not let this speaker play that.',
  itemUnplayable: 'An item could not be played.',
  playerUnavailable: 'The audio player is not running.',
  audioDeviceUnavailable: 'The sound device cannot be opened.',
  clockNotSet: 'The clock of the speaker is not set. Alarms wait for that.',
  alarmMissed: 'An alarm could not ring, because the speaker was off.',
} as const;
export type Clip = keyof typeof SENTENCES;

/** What is wrong, by a silence reason, or by the detail or the code of a notice. */
const FAULTS = {
  notPaired: 'notPaired',
  offline: 'offline',
  serviceError: 'serviceError',
  clientRefused: 'clientRefused',
  hostRefused: 'hostRefused',
  hostUntrusted: 'hostUntrusted',
  hostInsecure: 'hostUntrusted',
  notSupported: 'notSupported',
  itemUnplayable: 'itemUnplayable',
  playerUnavailable: 'playerUnavailable',
  audioDeviceUnavailable: 'audioDeviceUnavailable',
  clockNotSet: 'clockNotSet',
  alarmMissed: 'alarmMissed',
} as const satisfies Readonly<Record<string, Clip>>;
export type SpokenFault = (typeof FAULTS)[keyof typeof FAULTS];

/**
 * Returns what is wrong with the speaker; null: nothing. What a listener chose, such as a pause, or music that plays
 * elsewhere, is nothing wrong.
 */
export function faultOf({
  silenceReason,
  notice,
}: Pick<PublicState, 'silenceReason' | 'notice'>): SpokenFault | null {
  const said = [notice?.detail, silenceReason, notice?.code];
  const known = said.find((word): word is keyof typeof FAULTS => word != null && Object.hasOwn(FAULTS, word));
  return known === undefined ? null : FAULTS[known];
}

/** Whether the speaker is silent, and nothing is about to sound. */
export function isQuiet({
  silenceReason,
  alarm,
  announcement,
}: Pick<PublicState, 'silenceReason' | 'alarm' | 'announcement'>): boolean {
  const isSilent = silenceReason !== null && silenceReason !== 'loading' && silenceReason !== 'announcement';
  return isSilent && announcement === null && alarm?.ringing !== true;
}

/** Returns the clips to say in a row: what is wrong, and the digits of a code, twice. */
export function toClips(fault: SpokenFault | null, code: string | null): readonly Clip[] {
  const wrong = fault === null ? [] : [fault];
  if (code === null) return wrong;
  const digits = Array.from(code, digit => Number(digit) as Clip);
  return [...wrong, fault === null ? 'code' : 'pairingCode', ...digits, 'again', ...digits];
}

/** Reads the clips as one: an MP3 without a head goes on in the next. */
export async function readClips(clips: readonly Clip[]): Promise<Buffer> {
  const files = clips.map(clip => readFile(new URL(`${clip}.mp3`, SPEECH_FOLDER)));
  return Buffer.concat(await Promise.all(files));
}
