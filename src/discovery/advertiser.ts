import type { Advertisement, Advertiser, Logger } from '../contract/ports.js';
import { AdvertiseFault, type BackEnd, type Registration } from './back-end.js';
import { createMdnsBackEnd } from './mdns-back-end.js';
import { createPublishBackEnd } from './publish-back-end.js';

export interface AdvertiserOptions {
  readonly logger: Logger;
  /** Back ends in order of preference; default: the `mdns` package, then `avahi-publish`. */
  readonly backEnds?: readonly BackEnd[];
  /** First pause between two attempts in milliseconds, at most tripled later; default 10,000. */
  readonly retryMs?: number;
}

const RENAMED =
  'Another host in this network claims the name of this speaker, so Avahi advertises it by another.';
const mostNames = 20;
const mostNameBytes = 63;
const stopMs = 950;

/**
 * Creates an advertiser that keeps the DNS-SD record up (contract, section 5): it tries until Avahi holds the record,
 * and again after a loss, with the TXT of the latest `update`. One attempt runs at a time. Nothing runs while the
 * record is up, because both back ends report by themselves when Avahi or the bus goes away. Each outage logs one
 * warning.
 */
export function createAdvertiser(options: AdvertiserOptions): Advertiser {
  return new LastingAdvertiser(options);
}

class LastingAdvertiser implements Advertiser {
  readonly #options: AdvertiserOptions;
  readonly #retryMs: number;
  #backEnds: readonly BackEnd[];
  #wanted: Advertisement | null = null;
  #held: { readonly registration: Registration; readonly txt: Advertisement['txt'] } | null = null;
  #working: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #failures = 0;
  #started = false;

  constructor(options: AdvertiserOptions) {
    this.#options = options;
    this.#retryMs = options.retryMs ?? 10_000;
    this.#backEnds = options.backEnds ?? [createMdnsBackEnd(), createPublishBackEnd()];
  }

  #work(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#working ??= this.#keepUp().finally(() => {
      this.#working = null;
      // An update may have arrived while the last round was ending.
      if (!this.#isSettled()) this.#work();
    });
  }

  #isSettled(): boolean {
    if (this.#retry !== null || (this.#wanted !== null && this.#backEnds.length === 0)) return true;
    return this.#held === null
      ? this.#wanted === null
      : this.#wanted !== null && isSameTxt(this.#held.txt, this.#wanted.txt);
  }

  /** Brings the record in line with what is wanted, until it is, or until the next attempt is scheduled. */
  async #keepUp(): Promise<void> {
    while (!this.#isSettled()) {
      if (this.#held === null) {
        if (this.#wanted !== null) await this.#putUp(this.#wanted);
        continue;
      }
      const { registration } = this.#held;
      const txt = this.#wanted?.txt ?? null;
      const outcome = txt === null ? 'renew' : await registration.update(txt);
      if (outcome !== 'renew') {
        // The record may have been lost meanwhile.
        if (outcome === 'later') this.#retryLater();
        else if (this.#isHeld(registration) && txt !== null) this.#held = { registration, txt };
        continue;
      }
      if (this.#isHeld(registration)) this.#held = null;
      await registration.withdraw();
    }
  }

  #isHeld(registration: Registration): boolean {
    return this.#held?.registration === registration;
  }

  async #putUp(advertisement: Advertisement): Promise<void> {
    const problems: string[] = [];
    for (const backEnd of this.#backEnds) {
      try {
        const { name, registration } = await this.#putUpBy(backEnd, advertisement);
        this.#held = { registration, txt: advertisement.txt };
        this.#failures = 0;
        this.#options.logger.info(
          { name, port: advertisement.port, by: backEnd.name },
          'The speaker is advertised.',
        );
        return;
      } catch (error) {
        problems.push(`${backEnd.name}: ${error instanceof Error ? error.message : String(error)}`);
        if (error instanceof AdvertiseFault && error.code === 'missing') {
          this.#backEnds = this.#backEnds.filter(other => other !== backEnd);
        }
      }
    }
    if (this.#failures === 0 && this.#wanted !== null)
      this.#options.logger.warn({ problems }, 'The speaker cannot be advertised; playback is not affected.');
    this.#failures += 1;
    if (this.#backEnds.length > 0) this.#retryLater();
  }

  async #putUpBy(backEnd: BackEnd, { name: wish, port, txt }: Advertisement) {
    for (let count = 1; ; count += 1) {
      const name = toInstanceName(wish, count);
      const losses: string[] = [];
      let registration: Registration | null = null;
      try {
        const onLost = (detail: string): void => {
          losses.push(detail);
          if (registration !== null) this.#onLost(registration, detail);
        };
        registration = await backEnd.register({ name, port, txt }, onLost, other =>
          this.#options.logger.warn({ name: other, wish }, RENAMED),
        );
        if (losses.length === 0) return { name, registration };
      } catch (error) {
        const isTaken = error instanceof AdvertiseFault && error.code === 'nameTaken';
        if (!isTaken || count === mostNames) throw error;
      }
      if (losses.length > 0) throw new AdvertiseFault('absent', `lost at once: ${losses.join()}`);
    }
  }

  #onLost(registration: Registration, detail: string): void {
    if (!this.#isHeld(registration)) return;
    this.#held = null;
    this.#options.logger.warn({ detail }, 'The speaker is no longer advertised; trying again.');
    this.#failures += 1;
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#wanted === null) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    const delayMs = this.#retryMs * Math.min(3, Math.max(1, this.#failures)) * (0.9 + Math.random() * 0.1);
    this.#retry = setTimeout(() => this.#work(), Math.max(this.#retryMs, delayMs));
    this.#retry.unref();
  }

  start(advertisement: Advertisement): void {
    if (this.#started) return;
    this.#started = true;
    this.#wanted = advertisement;
    this.#work();
  }

  update(txt: Readonly<Record<string, string>>): void {
    if (this.#wanted === null) return;
    this.#wanted = { ...this.#wanted, txt };
    // While Avahi is away, the next scheduled attempt uses the new TXT.
    if (this.#held !== null || this.#working !== null) this.#work();
  }

  async stop(): Promise<void> {
    this.#wanted = null;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#work();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>(resolve => {
      timer = setTimeout(resolve, stopMs);
    });
    await Promise.race([this.#working, limit]);
    clearTimeout(timer);
  }
}

/**
 * Returns the instance name for a try: a name that is taken gets a number, as copies of files do. At most 63 bytes, as
 * DNS-SD requires (RFC 6763, 4.1.1).
 */
export function toInstanceName(name: string, count: number): string {
  const suffix = count === 1 ? '' : ` (${count})`;
  let stem = name;
  while (Buffer.byteLength(stem + suffix) > mostNameBytes) stem = Array.from(stem).slice(0, -1).join('');
  return stem.trimEnd() + suffix;
}

function isSameTxt(one: Advertisement['txt'], other: Advertisement['txt']): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every(key => one[key] === other[key]);
}
