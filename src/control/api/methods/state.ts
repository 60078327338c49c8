import type { Rows } from '../method.js';
import { BOUNDS } from '../../gate/bounds.js';
import { EXAMPLE_PAUSED, EXAMPLE_STATE } from '../examples.js';
import type { StateFeed } from '../state-feed.js';

const MOMENT = { revision: 2_251_799_813_685_248, nowMs: 1_767_225_600_000 };
const LATER = { revision: MOMENT.revision + 20, nowMs: MOMENT.nowMs + 9_000 };

export function stateMethods(feed: StateFeed): Rows<'state'> {
  return {
    'state.subscribe': {
      doc:
        'Returns the state, and sends every later change as `state.changed`, without a gap. With a `sinceRevision` ' +
        `among the last ${BOUNDS.changes}, it returns the changes since then, oldest first, instead of the whole state. Changes from a previous listener’s time are not included.`,
      examples: [
        { params: {}, result: { ...MOMENT, state: EXAMPLE_STATE } },
        {
          params: { sinceRevision: MOMENT.revision - 1 },
          result: {
            ...MOMENT,
            changes: [
              {
                revision: MOMENT.revision,
                changes: { volume: 40 },
                cause: { client: "Ada's phone", method: 'player.setVolume' },
              },
            ],
          },
        },
      ],
      call({ sinceRevision }, { session }) {
        const answer = feed.since(sinceRevision);
        session?.subscribe(answer.revision);
        return answer;
      },
    },
    'state.get': {
      doc: 'Returns the whole state once.',
      examples: [{ params: {}, result: { ...LATER, state: EXAMPLE_PAUSED } }],
      call: () => feed.snapshot(),
    },
  };
}
