/** A client beside the browser, which sees what the speaker tells. */
import type { PublicState } from '../../../src/contract/public-state.js';
import { SLOWNESS } from '../../fakes/machine/slowness.js';
import type { Phone } from '../../fakes/phones/phone.js';

const PATIENCE_MS = 15_000 * SLOWNESS;

/** What the speaker tells, once it is so. `laterMs`: how long that may take by itself. */
export async function whenSo(
  onlooker: Phone,
  isSo: (state: PublicState) => boolean,
  laterMs = 0,
): Promise<PublicState> {
  const endMs = performance.now() + PATIENCE_MS + laterMs;
  for (;;) {
    const { state } = (await onlooker.call('state.get')) as { state: PublicState };
    if (isSo(state)) return state;
    if (performance.now() > endMs) throw new Error(`waited in vain: ${JSON.stringify(state)}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
