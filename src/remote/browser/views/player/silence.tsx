import { useLate } from '../../state/late.js';
import { useChanges, useWords } from '../../state/speaker.js';
import type { SilenceReason } from '../../../../contract/public-state.js';
import { Fragment, h, type VNode } from 'preact';
import { silenceWords } from '../../words/reasons.js';
import { Icon } from '../parts/icons.js';
import { memoOf, type Shows } from '../parts/memo.js';

/** The reasons for which choosing other music helps. */
const CHOOSE: readonly SilenceReason[] = ['noSource', 'notSupported', 'sourceEnded'];

interface SilenceProps extends Shows<'silenceReason' | 'muted' | 'notice'> {
  readonly findMusic: () => void;
}

const SHOWN = { silenceReason: true, muted: true, notice: true } as const;

/** Why nothing is heard, with a remedy, and the notice of the service. */
export const Silence = memoOf(SHOWN, function Silence({ state, findMusic }: SilenceProps): VNode {
  const words = useWords();
  // The words for rare notices are loaded later.
  useChanges(words);
  const failures = useLate(() => import('../../words/failures.js'), state.notice !== null);
  const silence = silenceWords(words, state);
  const notice = failures?.noticeWords(words, state);
  const { silenceReason } = state;
  return (
    <Fragment>
      <div class="silence" role="status">
        {silence !== null && (
          <p class={silence.fault ? 'reason fault' : 'reason'}>
            {silence.fault && <Icon name="warning" />}
            <span>
              <strong>{silence.what}</strong>
              {silence.remedy !== undefined && <Fragment> {silence.remedy}</Fragment>}
            </span>
          </p>
        )}
        {notice && <p class="notice">{notice}</p>}
      </div>
      {silenceReason !== null && CHOOSE.includes(silenceReason) && (
        <button class="choose" type="button" onClick={findMusic}>
          {words.say('findMusic')}
        </button>
      )}
    </Fragment>
  );
});
