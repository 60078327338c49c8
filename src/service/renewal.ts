import { setTimeout as delay } from 'node:timers/promises';
import { ServiceFault } from '../errors.js';
import type { Clock, Logger } from '../ports.js';
import type { OAuth, TokenGrant } from './oauth.js';
import type { Random } from './token-age.js';

/** A server that rotates may forgive a refresh token that comes back so soon after its use. */
const FORGIVEN_MS = 60_000;
/** So many of `againMs` are spent on any renewal; the rest only while the lost answer may still be forgiven. */
const ALWAYS = 3;

export interface RenewalOptions {
  readonly oauth: OAuth;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
  /** Before a refusal is asked again. */
  readonly confirmMs: number;
  /** Before each further try where no answer came. */
  readonly againMs: readonly number[];
  /** Fires when the agent stops: what was not sent is given up, what was sent is finished. */
  readonly stopping: AbortSignal;
  /** Fires when there is no time left for that either. */
  readonly late: AbortSignal;
}

export interface Renewal {
  /**
   * New tokens for a refresh token (specification, section 5). Throws a `ServiceFault`: `grantRefused` once it was
   * refused twice, `confirmMs` apart; any other leaves open whether the token is good.
   */
  ask(refreshToken: string): Promise<TokenGrant>;
  /** This token was sent by a process that did not live to keep the answer. */
  suspect(refreshToken: string): void;
}

/**
 * Where the answer to a renewal is lost, the service may have rotated the token: it is in doubt, and asked about at
 * once and again, because a server that ends the grant when an old token comes back forgives that for a while only.
 */
export function createRenewal(options: RenewalOptions): Renewal {
  const { oauth, clock, logger, stopping, late } = options;
  let doubt: { readonly refreshToken: string; readonly sinceMs: number } | null = null;

  async function send(refreshToken: string): Promise<TokenGrant> {
    const sentMs = clock.steadyMs();
    const isInDoubt = doubt?.refreshToken === refreshToken;
    try {
      return await oauth.refresh(refreshToken, late, isInDoubt ? undefined : stopping);
    } catch (error) {
      const isLost = error instanceof ServiceFault && error.answerLost;
      if (isLost && !isInDoubt) doubt = { refreshToken, sinceMs: sentMs };
      throw error;
    }
  }

  /** Null: not again. */
  function pauseAfter(fault: ServiceFault, tries: number): number | null {
    const leastMs = options.againMs[tries];
    // That the client is not known does not change within seconds.
    if (doubt === null || leastMs === undefined || fault.code === 'clientRefused') return null;
    const leftMs = doubt.sinceMs + FORGIVEN_MS - clock.steadyMs();
    if (tries >= ALWAYS && leftMs <= 0) return null;
    const pauseMs = Math.max(leastMs, fault.retryAfterMs ?? 0);
    return pauseMs > FORGIVEN_MS ? null : pauseMs;
  }

  async function untilConfirmation(): Promise<void> {
    const { confirmMs } = options;
    logger.warn({ confirmMs }, 'the service refused to renew the tokens; asking once more');
    const pauseMs = confirmMs * (1 + options.random() / 5);
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => {
      throw new ServiceFault('offline', 'Stopped while a refusal was being confirmed.');
    });
  }

  /** A stop cuts the pause under way short: there may be time for one more try. */
  async function untilNextTry(pauseMs: number, fault: ServiceFault): Promise<void> {
    logger.debug({ pauseMs, fault: fault.code }, 'the answer to a renewal was lost; asking again');
    const signal = stopping.aborted ? late : stopping;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }

  async function ask(refreshToken: string): Promise<TokenGrant> {
    if (doubt?.refreshToken !== refreshToken) doubt = null;
    let isRefused = false;
    for (let tries = 0; ; ) {
      try {
        const grant = await send(refreshToken);
        doubt = null;
        return grant;
      } catch (error) {
        if (!(error instanceof ServiceFault) || late.aborted) throw error;
        if (error.code === 'grantRefused') {
          if (isRefused) throw error;
          isRefused = true;
          await untilConfirmation();
          continue;
        }
        const pauseMs = pauseAfter(error, tries);
        if (pauseMs === null) throw error;
        tries += 1;
        await untilNextTry(pauseMs, error);
      }
    }
  }

  return {
    ask,
    suspect(refreshToken) {
      doubt = { refreshToken, sinceMs: clock.steadyMs() };
    },
  };
}
