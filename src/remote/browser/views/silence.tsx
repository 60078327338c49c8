import type { PublicState } from '../../../core/public-state.js';
import { Fragment, h, type VNode } from '../vendor/preact.js';
import { silenceWords } from '../words.js';
import { Icon } from './icons.js';

/** Why nothing is heard and what to do about it, and what the service has to say. */
export function Silence({ state }: { state: PublicState }): VNode {
  const silence = silenceWords(state);
  const { notice } = state;
  return (
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
      {notice !== null && (
        <p class="notice">
          {notice.title !== undefined && <strong>{notice.title} </strong>}
          {notice.message}
        </p>
      )}
    </div>
  );
}
