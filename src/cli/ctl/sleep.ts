import { toMinute } from './show.js';
import { readOnly, refuseVerb, type Verb } from './verb.js';

const LONGEST_MIN = 24 * 60;

/** Sets, ends or shows the sleep timer. */
export const sleep: Verb = {
  name: 'sleep',
  usage: '[MINUTES|item|off]',
  summary: 'pauses after minutes or after this item; alone, tells when',
  words: ['item', 'off'],
  options: [],
  read(words) {
    const word = readOnly(sleep, words);
    const minutes = /^\d{1,4}$/.test(word ?? '') ? Number(word) : null;
    if (word !== null && word !== 'item' && word !== 'off' && (minutes === null || minutes > LONGEST_MIN))
      throw refuseVerb(sleep, `give minutes up to ${LONGEST_MIN}, item or off`);
    const toParams = () => {
      if (word === 'item') return { afterItem: true };
      return minutes === null ? {} : { afterMs: minutes * 60_000 };
    };
    return async ({ client }) => {
      if (word !== null) await client.call('timer.sleep', toParams());
      const { state } = await client.call('state.get', {});
      const { sleep: set } = state;
      const at = set?.endsAtMs === undefined ? 'after this item' : `at ${toMinute(set.endsAtMs)}`;
      return { json: { sleep: set }, text: set === null ? 'the sleep timer is off' : `sleeps ${at}` };
    };
  },
};
