import type { Advertisement } from '../ports.js';

/**
 * `missing`: this back end cannot work on this machine, do not ask again. `absent`: no Avahi answers now.
 * `nameTaken`: another program of this machine holds the name.
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
 * `done`: the record says it now. `later`: Avahi does not answer, the record stays, ask again. `renew`: a record that
 * is up cannot be changed: withdraw it and register anew.
 */
export type UpdateOutcome = 'done' | 'later' | 'renew';

/** A record that is up. */
export interface Registration {
  /** Never rejects. */
  update(txt: Advertisement['txt']): Promise<UpdateOutcome>;
  /** Never rejects, takes 1 s at most, may be called twice. `onLost` is not called for it. */
  withdraw(): Promise<void>;
}

/** One way to have Avahi announce a service. */
export interface BackEnd {
  readonly name: string;
  /**
   * Resolves once the record is up under exactly this name; rejects with an `AdvertiseFault`. `onLost` is called
   * once, when the record went away by itself.
   */
  register(advertisement: Advertisement, onLost: (detail: string) => void): Promise<Registration>;
}

export const serviceType = '_tonearm._tcp';
