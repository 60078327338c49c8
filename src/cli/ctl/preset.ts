import type { ControlClient } from '../../client/control-client.js';
import type { Line } from '../text/line.js';
import { toTable } from '../text/table.js';
import { findPlayable } from './play.js';
import { toDone } from './show.js';
import { type VerbAction, refuseVerb, type Verb } from './verb.js';

/** Plays, stores or empties a number, or lists them all. */
export const preset: Verb = {
  name: 'preset',
  usage: '[1…9 [set [WHAT]|none]]',
  summary: 'plays what is under a number, stores there, or lists the numbers',
  notes: [
    'Without WHAT, "set" stores what plays; WHAT is as for "ctl play". "none" empties the number.',
    '  tonearm ctl preset 1',
    '  tonearm ctl preset 1 set',
    '  tonearm ctl preset 2 set morning jazz',
  ],
  words: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  options: [],
  read(words) {
    const [digit, act, ...rest] = words;
    if (digit === undefined) return listed;
    const number = /^[1-9]$/.test(digit) ? Number(digit) : null;
    if (number === null) throw refuseVerb(preset, `${JSON.stringify(digit)} is not a number from 1 to 9`);
    if (act === undefined)
      return async ({ client }) => toDone(client, await client.call('player.play', { preset: number }));
    const what = rest.join(' ').trim();
    if (act === 'none' && what === '') return stored({ number, sourceId: null });
    if (act !== 'set') throw refuseVerb(preset, 'choose set or none');
    if (what === '') return stored({ number });
    return async scene => {
      const found = await findPlayable(scene, what);
      return typeof found === 'string' ? stored({ number, sourceId: found })(scene) : found;
    };
  },
};

function stored(params: { readonly number: number; readonly sourceId?: string | null }): VerbAction {
  return async scene => {
    await scene.client.call('preset.set', params);
    return listed(scene);
  };
}

async function listed({ client }: { readonly client: ControlClient }) {
  const { presets } = await client.call('preset.list', {});
  const rows = presets.map(({ number, source: { id, name } }) => [
    { text: String(number), style: 'bold' as const },
    { text: name ?? id },
  ]);
  const text: readonly Line[] =
    rows.length === 0 ? [['nothing is stored']] : toTable(rows, Number.POSITIVE_INFINITY);
  return { json: { presets }, text };
}
