import type { Advertisement } from '../contract/ports.js';

/**
 * `missing`: this back end cannot work on this machine and must not be tried again. `absent`: Avahi does not answer
 * now. `nameTaken`: another program in the network holds the name.
 */
export type AdvertiseFaultCode = 'missing' | 'absent' | 'nameTaken';

/** An expected failure to put a record up. */
export class AdvertiseFault extends Error {
  readonly code: AdvertiseFaultCode;

  constructor(code: AdvertiseFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AdvertiseFault';
    this.code = code;
  }
}

/**
 * `done`: the record has the new TXT. `later`: Avahi does not answer and the record stays: try again. `renew`: the
 * record cannot be changed: withdraw it and register it again.
 */
export type UpdateOutcome = 'done' | 'later' | 'renew';

/** A record that is up. */
export interface Registration {
  /** Changes the TXT of the record. Never rejects. */
  update(txt: Advertisement['txt']): Promise<UpdateOutcome>;
  /** Takes the record down. Never rejects, takes 1 s at most, and may be called twice. Does not call `onLost`. */
  withdraw(): Promise<void>;
}

/** One way to have Avahi announce a service. */
export interface BackEnd {
  readonly name: string;
  /**
   * Resolves when the record is up under exactly this name; rejects with an `AdvertiseFault`. `onLost` is called once
   * if the record goes away by itself. `onRenamed` is called each time that Avahi keeps it under another name, because
   * some host claims this one: withdrawing it then would let that host hide the speaker.
   */
  register(
    advertisement: Advertisement,
    onLost: (detail: string) => void,
    onRenamed?: (name: string) => void,
  ): Promise<Registration>;
}

export const serviceType = '_tonearm._tcp';
