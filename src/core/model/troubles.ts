import type { HostFault } from '../player-event.js';

/** A fault that is waited out: it has been met `attempt` + 1 times in a row. */
export interface Waiting {
  readonly attempt: number;
  /** The wait is over: it is tried again, or was. */
  readonly waited: boolean;
  /** The network has come back: no need to wait to the end. */
  readonly hurried: boolean;
}

/** What the audio's host said the last time, and how often in a row it gave nothing. */
export interface HostRefusal {
  readonly fault: HostFault;
  readonly httpStatus: number | null;
  readonly times: number;
}

/** No sound device opens; or the address was refused, dropped or ran dry. */
export interface SoundTrouble extends Waiting {
  readonly fault: 'device' | 'address';
  readonly refused: HostRefusal | null;
  /** Where it was met: sound has to come from there on. */
  readonly positionMs: number;
}

export interface ServiceTrouble extends Waiting {
  readonly fault: 'offline' | 'serviceError';
  readonly retryAfterMs: number | null;
}

export interface Troubles {
  readonly sound: SoundTrouble | null;
  readonly service: ServiceTrouble | null;
}
