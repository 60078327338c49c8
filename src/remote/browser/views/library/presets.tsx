import { useAnswer } from '../../state/answer.js';
import type { ListedPreset } from '../../state/known-sources.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { sourceWords } from '../../words/plays.js';
import { Chips } from '../parts/chips.js';
import { Numbers } from './number-button.js';
import type { ShelfProps } from './paged-list.js';

type PresetAction = 'play' | 'store' | 'clear';
const DEEDS = ['play', 'store', 'clear'] as const;

/** The nine numbers that sources are stored under. */
export function Presets({ online, shown }: ShelfProps): VNode {
  const words = useWords();
  const { say } = words;
  const { client, act } = useSpeaker();
  const isOwner = client.opened?.role === 'owner';
  const [deed, setDeed] = useState<PresetAction>('play');
  const [told, setTold] = useState('');
  const { value, failureText, again } = useAnswer(() => client.call('preset.list', {}), online && shown);
  const presets = value?.presets ?? [];
  const presetOf = (wanted: number): ListedPreset | undefined =>
    presets.find(({ number }) => number === wanted);
  async function set(number: number, what: { readonly sourceId?: null }, text: string): Promise<void> {
    if ((await act('preset.set', { number, ...what })) === null) return;
    setTold(text);
    setDeed('play');
    again();
  }
  function store(number: number): void {
    const name = sourceWords(words, client.state?.source ?? undefined);
    void set(number, {}, say('presetStored', { name, number }));
  }
  function press(number: number): void {
    setTold('');
    if (deed === 'store') store(number);
    else if (deed === 'clear') void set(number, { sourceId: null }, say('presetCleared', { number }));
    else if (presetOf(number) !== undefined) void act('player.play', { preset: number });
    else setTold(say('presetNothing', { number }));
  }
  return (
    <div class="pane">
      <p class="sub presets-how">{say(isOwner ? 'presetsHow' : 'presetsPlay')}</p>
      {isOwner && <p class="sub presets-how">{say('storeHint')}</p>}
      {isOwner && (
        <Chips
          class="chips deeds"
          label={say('presetMode')}
          labels={[say('play'), say('presetStore'), say('presetClear')]}
          chosen={DEEDS.indexOf(deed)}
          choose={index => setDeed(DEEDS[index] ?? 'play')}
        />
      )}
      <div role="status">
        {told !== '' && <p class="sub presets-how">{told}</p>}
        {failureText !== null && <p class="reason fault">{failureText}</p>}
      </div>
      <Numbers
        presets={value?.presets ?? null}
        isDisabled={number => !online || (!isOwner && presetOf(number) === undefined)}
        press={press}
        hold={isOwner ? store : null}
      />
    </div>
  );
}
