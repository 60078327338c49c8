import { setTimeout as delay } from 'node:timers/promises';
import { ServiceFault } from '../contract/errors.js';
import type { Clock, Logger } from '../contract/ports.js';
import type { OAuth, TokenGrant } from './oauth.js';
import type { Spread } from './token-age.js';

/** A server that rotates refresh tokens may accept a used one again for this long. */
const FORGIVEN_MS = 60_000;
/** This many tries of `againMs` are made for any renewal; the others only within the 60 s. */
const ALWAYS = 3;

export interface RenewalOptions {
  readonly oauth: OAuth;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Spread;
  /** Pause before a refused renewal is asked again. */
  readonly confirmMs: number;
  /** Pauses before the further tries after a lost answer. */
  readonly againMs: readonly number[];
  /** Aborts when the agent stops: cancels what was not sent, and lets what was sent finish. */
  readonly stopping: AbortSignal;
  /** Aborts when no time is left for that either. */
  readonly late: AbortSignal;
}

/**
 * The sender of token renewals. If an answer is lost, the service may have rotated the token. The renewal is
 * then repeated at once and several times: a server that ends the grant when an old token comes back forgives that only
 * for a while.
 */
export class Renewal {
  readonly #options: RenewalOptions;
  #unanswered: { readonly refreshToken: string; readonly sinceMs: number } | null = null;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  async #send(refreshToken: string): Promise<TokenGrant> {
    const sentMs = this.#options.clock.steadyMs();
    const isAskedAgain = this.#unanswered?.refreshToken === refreshToken;
    try {
      return await this.#options.oauth.refresh(
        refreshToken,
        this.#options.late,
        isAskedAgain ? undefined : this.#options.stopping,
      );
    } catch (error) {
      const isLost = error instanceof ServiceFault && error.answerLost;
      if (isLost && !isAskedAgain) this.#unanswered = { refreshToken, sinceMs: sentMs };
      throw error;
    }
  }

  /** Returns the pause before the next try; null if there is none. */
  #pauseAfter(fault: ServiceFault, tries: number): number | null {
    const leastMs = this.#options.againMs[tries];
    // A refusal of the client itself does not change within seconds.
    if (this.#unanswered === null || leastMs === undefined || fault.code === 'clientRefused') return null;
    const leftMs = this.#unanswered.sinceMs + FORGIVEN_MS - this.#options.clock.steadyMs();
    if (tries >= ALWAYS && leftMs <= 0) return null;
    const pauseMs = Math.max(leastMs, fault.retryAfterMs ?? 0);
    return pauseMs > FORGIVEN_MS ? null : pauseMs;
  }

  async #untilConfirmation(): Promise<void> {
    const { confirmMs } = this.#options;
    this.#options.logger.warn(
      { confirmMs },
      'The service refused to renew the tokens; the agent asks once more.',
    );
    const pauseMs = confirmMs * (1 + this.#options.random() / 5);
    await delay(pauseMs, undefined, { signal: this.#options.stopping }).catch(() => {
      throw new ServiceFault('offline', 'The agent stopped while confirming a refusal.');
    });
  }

  /** A stop ends the current pause early: there may be time for one more try. */
  async #untilNextTry(pauseMs: number, fault: ServiceFault): Promise<void> {
    this.#options.logger.debug(
      { pauseMs, fault: fault.code },
      'The answer to a token renewal was lost; the agent asks again.',
    );
    const signal = this.#options.stopping.aborted ? this.#options.late : this.#options.stopping;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }

  /**
   * Returns new tokens for a refresh token (specification, section 5). Throws a `ServiceFault`: `grantRefused` after
   * two refusals, `confirmMs` apart; after any other fault the token may still be valid.
   */
  async ask(refreshToken: string): Promise<TokenGrant> {
    if (this.#unanswered?.refreshToken !== refreshToken) this.#unanswered = null;
    let isRefused = false;
    for (let tries = 0; ; ) {
      try {
        const grant = await this.#send(refreshToken);
        this.#unanswered = null;
        return grant;
      } catch (error) {
        if (!(error instanceof ServiceFault) || this.#options.late.aborted) throw error;
        if (error.code === 'grantRefused') {
          if (isRefused) throw error;
          isRefused = true;
          await this.#untilConfirmation();
          continue;
        }
        const pauseMs = this.#pauseAfter(error, tries);
        if (pauseMs === null) throw error;
        tries += 1;
        await this.#untilNextTry(pauseMs, error);
      }
    }
  }

  /** Records that an earlier process sent this token and did not store the answer. */
  suspect(refreshToken: string): void {
    this.#unanswered = { refreshToken, sinceMs: this.#options.clock.steadyMs() };
  }
}
