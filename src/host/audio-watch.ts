import { faultOf, originOf } from '../core/facts/hosts.js';
import { TONE_URL } from '../core/vocabulary/tone.js';
import type { AudioHost, Decision, Logger } from '../contract/ports.js';

/** Tracks how the audio addresses fare; logs the player's first report of a host that delivers no audio. */
export interface AudioWatch {
  observe(decision: Decision): void;
  /** Null before the first address. */
  readonly host: AudioHost | null;
}

export function createAudioWatch({ logger }: { readonly logger: Logger }): AudioWatch {
  let host: AudioHost | null = null;

  return {
    observe({ event, before, effects }) {
      for (const effect of effects)
        if (effect.type === 'player.load' && effect.url !== TONE_URL)
          host = { trouble: host?.trouble ?? null, origin: originOf(effect.url) };
      if (host === null) return;
      if (event.type === 'player.failed') {
        const { httpStatus, detail } = event;
        const fault = faultOf(before, event);
        if (fault === null || fault === 'device' || fault === 'undecodable') return;
        const isTold = host.trouble?.fault === fault && host.trouble.httpStatus === httpStatus;
        host = { ...host, trouble: { fault, httpStatus } };
        if (isTold) return;
        logger.warn(
          { host: host.origin, fault, httpStatus, detail },
          'The audio host does not deliver audio.',
        );
      } else if (event.type === 'player.started' && host.trouble !== null) {
        host = { ...host, trouble: null };
        logger.info({ host: host.origin }, 'The audio host delivers audio again.');
      }
    },
    get host() {
      return host;
    },
  };
}
