import type { Advertisement, Advertiser, Logger } from '../ports.js';
import { AdvertiseFault, type BackEnd, type Registration } from './back-end.js';
import { createMdnsBackEnd } from './mdns-back-end.js';
import { createPublishBackEnd } from './publish-back-end.js';

export interface AdvertiserOptions {
  readonly logger: Logger;
  /** Asked in this order; the `mdns` package, then `avahi-publish`, where left out. */
  readonly backEnds?: readonly BackEnd[];
  /** The first pause between two attempts, in milliseconds, tripled at most; 10,000 where left out. */
  readonly retryMs?: number;
}

const mostNames = 20;
const mostNameBytes = 63;
const stopMs = 950;

/**
 * Keeps the record of the contract's section 5 up: tries until it holds, anew when it was lost, with the TXT of
 * the latest `update`. One attempt at a time; while the record holds nothing runs at all, because both back ends
 * tell by themselves when Avahi or the bus goes away. One warning an outage.
 */
export function createAdvertiser(options: AdvertiserOptions): Advertiser {
  const { logger, retryMs = 10_000 } = options;
  let backEnds = options.backEnds ?? [createMdnsBackEnd(), createPublishBackEnd()];
  let wanted: Advertisement | null = null;
  let held: { readonly registration: Registration; readonly txt: Advertisement['txt'] } | null = null;
  let working: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let failures = 0;
  let started = false;

  function work(): void {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    working ??= keepUp().finally(() => {
      working = null;
      // What came while the last round was ending.
      if (!isSettled()) work();
    });
  }

  function isSettled(): boolean {
    if (retry !== null || (wanted !== null && backEnds.length === 0)) return true;
    return held === null ? wanted === null : wanted !== null && isSameTxt(held.txt, wanted.txt);
  }

  /** Brings what is up in line with what is wanted, until it is, or until the next attempt is due. */
  async function keepUp(): Promise<void> {
    while (!isSettled()) {
      if (held === null) {
        if (wanted !== null) await putUp(wanted);
        continue;
      }
      const { registration } = held;
      const txt = wanted?.txt ?? null;
      const outcome = txt === null ? 'renew' : await registration.update(txt);
      if (outcome !== 'renew') {
        // It may have been lost meanwhile.
        if (outcome === 'later') retryLater();
        else if (isHeld(registration) && txt !== null) held = { registration, txt };
        continue;
      }
      if (isHeld(registration)) held = null;
      await registration.withdraw();
    }
  }

  function isHeld(registration: Registration): boolean {
    return held?.registration === registration;
  }

  async function putUp(advertisement: Advertisement): Promise<void> {
    const problems: string[] = [];
    for (const backEnd of backEnds) {
      try {
        const { name, registration } = await putUpBy(backEnd, advertisement);
        held = { registration, txt: advertisement.txt };
        failures = 0;
        logger.info({ name, port: advertisement.port, by: backEnd.name }, 'advertised');
        return;
      } catch (error) {
        problems.push(`${backEnd.name}: ${error instanceof Error ? error.message : String(error)}`);
        if (error instanceof AdvertiseFault && error.code === 'missing') {
          backEnds = backEnds.filter(other => other !== backEnd);
        }
      }
    }
    if (failures === 0 && wanted !== null) logger.warn({ problems }, 'not advertised, going on without');
    failures += 1;
    if (backEnds.length > 0) retryLater();
  }

  async function putUpBy(backEnd: BackEnd, { name: wish, port, txt }: Advertisement) {
    for (let count = 1; ; count += 1) {
      const name = toInstanceName(wish, count);
      const losses: string[] = [];
      let registration: Registration | null = null;
      try {
        registration = await backEnd.register({ name, port, txt }, detail => {
          losses.push(detail);
          if (registration !== null) onLost(registration, detail);
        });
        if (losses.length === 0) return { name, registration };
      } catch (error) {
        const isTaken = error instanceof AdvertiseFault && error.code === 'nameTaken';
        if (!isTaken || count === mostNames) throw error;
      }
      if (losses.length > 0) throw new AdvertiseFault('absent', `lost at once: ${losses.join()}`);
    }
  }

  function onLost(registration: Registration, detail: string): void {
    if (!isHeld(registration)) return;
    held = null;
    logger.warn({ detail }, 'no longer advertised, trying again');
    failures += 1;
    retryLater();
  }

  function retryLater(): void {
    if (wanted === null) return;
    if (retry !== null) clearTimeout(retry);
    const delayMs = retryMs * Math.min(3, Math.max(1, failures)) * (0.9 + Math.random() * 0.1);
    retry = setTimeout(work, Math.max(retryMs, delayMs));
    retry.unref();
  }

  return {
    start(advertisement) {
      if (started) return;
      started = true;
      wanted = advertisement;
      work();
    },
    update(txt) {
      if (wanted === null) return;
      wanted = { ...wanted, txt };
      // While Avahi is away the next attempt takes the new record along.
      if (held !== null || working !== null) work();
    },
    async stop() {
      wanted = null;
      if (retry !== null) clearTimeout(retry);
      retry = null;
      work();
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>(resolve => {
        timer = setTimeout(resolve, stopMs);
      });
      await Promise.race([working, limit]);
      clearTimeout(timer);
    },
  };
}

/** A name that is taken gets a number, like a file's copy; at most 63 bytes, as DNS-SD demands (RFC 6763, 4.1.1). */
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
