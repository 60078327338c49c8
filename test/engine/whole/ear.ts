import { TONE_URL } from '../../../src/core/vocabulary/tone.js';
import { ITEM_MS, type Place, toPlace, toToken } from './account.js';
import { type Host, isBad } from './host.js';
import type { ModelService } from './service.js';

/** How far sound may come back before the place it had reached: what the player tells once a second, late. */
const REPEAT_MS = 300;
/** What a killed agent had not written yet. */
const FORGOTTEN_MS = 1_500;
/** What an end may lack: it is reported within the last two seconds, and cut off by what follows. */
const CUT_MS = 3_500;
/** So long what was peeked wrongly may still sound once the service has said what comes. */
const TAKING_BACK_MS = 1_000;
export interface Ear {
  hear(sound: { readonly url: string; readonly positionMs: number }): void;
  /** A listener, or the service, moved on from here: no item that is left now was left out. */
  excuse(url: string | null): void;
  /** The agent was killed: a little may be heard again. */
  forget(): void;
  /** What sounded before the service had settled the end of the item before it. */
  readonly earlyStarts: number;
}

/** Listens: sound goes forward only, and no item is left out, left early, or heard that does not come. */
export function createEar(
  service: ModelService,
  {
    nowMs,
    fail,
    isGivenUp,
  }: Pick<Host, 'isGivenUp'> & {
    readonly nowMs: () => number;
    readonly fail: (message: string) => void;
  },
): Ear {
  const heard = new Map<string, number>();
  /** Sound may come back to here. */
  const backTo = new Map<string, number>();
  const excused = new Set<string>();
  const early = new Set<string>();
  let last: Place = { listener: 'A', generation: 0, index: 0 };

  function checkLeft(place: Place): void {
    if (place.listener !== last.listener || place.generation !== last.generation) return;
    for (let { index } = last; index < place.index; index += 1) {
      const token = toToken({ ...place, index });
      if (
        isBad({ index }) ||
        isGivenUp({ ...place, index }) ||
        excused.has(token) ||
        service.skipped.has(token)
      )
        continue;
      const heardMs = heard.get(token) ?? 0;
      if (heardMs < ITEM_MS - CUT_MS) fail(`${token} was left at ${heardMs}`);
    }
  }

  return {
    hear({ url, positionMs }) {
      if (url === TONE_URL) return;
      const place = toPlace(url);
      const token = toToken(place);
      if (service.isOpen(toToken({ ...place, index: place.index - 1 }))) early.add(token);
      // What was told, and does not come, sounds no longer than the service takes to say so.
      const wrong = service.account.wrong.get(url);
      if (wrong !== undefined) {
        // What the answer to an end names is believed.
        const toldMs = wrong === 'peeked' ? service.toldMs(token) : null;
        if (toldMs !== null && nowMs() - toldMs > TAKING_BACK_MS)
          fail(`${token} sounds though it does not come`);
        return;
      }
      const leastMs = backTo.get(token) ?? 0;
      if (positionMs < leastMs && !excused.has(token))
        fail(`${token} was heard up to ${heard.get(token) ?? 0} and again from ${positionMs}`);
      heard.set(token, Math.max(heard.get(token) ?? 0, positionMs));
      backTo.set(token, Math.max(leastMs, positionMs - REPEAT_MS));
      if (place.listener !== service.account.place.listener) fail(`${token} sounds for another listener`);
      // What still sounded while the news was on its way.
      if (positionMs >= ITEM_MS - REPEAT_MS) return;
      if (isBefore(place, last)) {
        if (!excused.has(token)) fail(`${token} sounds after ${toToken(last)}`);
        return;
      }
      checkLeft(place);
      last = place;
    },
    excuse(url) {
      excused.add(toToken(service.account.place));
      excused.add(toToken(last));
      if (url !== null && url !== TONE_URL) excused.add(toToken(toPlace(url)));
    },
    forget() {
      const token = toToken(last);
      backTo.set(token, (heard.get(token) ?? 0) - FORGOTTEN_MS);
    },
    get earlyStarts() {
      return early.size;
    },
  };
}

/** Whether one listener was there before. */
function isBefore(a: Place, b: Place): boolean {
  if (a.listener !== b.listener) return false;
  return a.generation < b.generation || (a.generation === b.generation && a.index < b.index);
}
