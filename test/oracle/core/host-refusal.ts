// @ts-nocheck: frozen, while the types it was written for go on.
import { recover } from './fault.js';
import type { HostRefusal, State } from './state.js';
import { type Step, then } from './step.js';

/** So many fresh addresses may be refused after the first one before it is held to be for good. */
const FRESH_TRIES = 3;

/** The host that the audio comes from gives none: a fresh address, for ever; from the third one on phones are told why. */
export function recoverRefused(
  state: State,
  { fault, httpStatus }: Pick<HostRefusal, 'fault' | 'httpStatus'>,
  now: number,
): Step {
  const times = (state.recovery?.refused?.times ?? 0) + 1;
  const refused: HostRefusal = { fault, httpStatus, times };
  return then(recover(state, 'address', now), failed => {
    if (failed.recovery === null || failed.playback.phase !== 'recovering')
      return { state: failed, effects: [] };
    const known: State = { ...failed, recovery: { ...failed.recovery, refused } };
    const notice = { code: 'serviceError', message: toMessage(refused) };
    return {
      state: isForGood(refused) ? { ...known, notice: { notice, itemsLeft: 0 } } : known,
      effects: [],
    };
  });
}

/** Whether phones are told of it. */
export function isForGood({ times }: HostRefusal): boolean {
  return times > FRESH_TRIES;
}

function toMessage({ fault, httpStatus }: HostRefusal): string {
  switch (fault) {
    case 'untrusted':
      return 'The certificate of the host that the music comes from is not trusted, has expired or is for another name. The speaker keeps trying; “tonearm doctor” on it says more.';
    case 'insecure':
      return 'The host that the music comes from sends it without encryption, and this speaker does not play that. It keeps trying.';
    case 'refused':
      return httpStatus !== null && (httpStatus >= 500 || httpStatus === 429)
        ? `The host that the music comes from has a problem (HTTP ${httpStatus}). The speaker keeps trying.`
        : `The host that the music comes from refuses to send it (HTTP ${httpStatus ?? 'error'}). The speaker keeps trying.`;
  }
}
