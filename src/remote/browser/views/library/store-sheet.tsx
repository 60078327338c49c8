import { useAnswer } from '../../state/answer.js';
import { useCalls } from '../../state/calls.js';
import type { Playable } from '../../state/choosing.js';
import { useModal } from '../../state/modal.js';
import { useIsUp, useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { sourceWords } from '../../words/plays.js';
import { Chips } from '../parts/chips.js';
import { Fault } from '../parts/fault.js';
import { SheetHead } from '../parts/sheet-head.js';
import { Numbers } from './number-button.js';

interface StoreSheetProps {
  /** What may be stored: one of them is chosen. */
  readonly plays: readonly [Playable, ...Playable[]];
  readonly close: () => void;
}

/** A dialog that stores something under a number without playing it. */
export function StoreSheet({ plays, close }: StoreSheetProps): VNode {
  const words = useWords();
  const { say } = words;
  const { client } = useSpeaker();
  const online = useIsUp();
  const { ref, onClose, leave } = useModal(close);
  const { call, fault, busy } = useCalls();
  const { value, failureText, again } = useAnswer(() => client.call('preset.list', {}), online);
  const [index, setIndex] = useState(0);
  const [told, setTold] = useState('');
  const chosen = plays[index] ?? plays[0];
  const name = sourceWords(words, chosen);
  async function store(number: number): Promise<void> {
    if (busy || (await call('preset.set', { number, sourceId: chosen.id })) === null) return;
    setTold(say('presetStored', { name, number }));
    again();
  }
  return (
    <dialog ref={ref} class="question sheet" aria-labelledby="store-title" onClose={onClose}>
      <SheetHead id="store-title" title={say('storeTitle')} leave={leave} />
      <div class="parts">
        {plays.length > 1 && (
          <Chips
            class="chips"
            label={say('storeTitle')}
            labels={plays.map(each => sourceWords(words, each))}
            chosen={index}
            choose={setIndex}
          />
        )}
        <div role="status">
          <p class="sub presets-how">{told === '' ? say('storeHow', { name }) : told}</p>
        </div>
        <Fault text={fault ?? failureText} />
        <Numbers
          presets={value?.presets ?? null}
          isDisabled={() => !online}
          press={number => void store(number)}
          hold={null}
        />
      </div>
    </dialog>
  );
}
