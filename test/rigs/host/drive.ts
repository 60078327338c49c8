/** Playing as core decides it, for those who only watch. */
import type { State } from '../../../src/core/model/state.js';
import type { Decision } from '../../../src/contract/ports.js';
import { createItem, createStage } from '../core/stage.js';

export interface Drive {
  readonly state: State;
  /** A listener asks for it; it sounds so much later. */
  play(options: { readonly afterMs: number }): void;
  /** The item ends by itself; the next begins so much later, appended in time or not. */
  endAndStartNext(options: { readonly gapMs: number; readonly appended?: boolean }): void;
  pause(): void;
  /** The audio stops in mid-item. */
  cut(): void;
  /** The service is asked again for the item, and it sounds again. */
  freshAddress(): void;
  /** The player's process. */
  die(): void;
}

export function drive(follow: (decision: Decision) => void): Drive {
  const stage = createStage({ follow, restored: { wish: 'stopped' } });
  let index = 0;
  stage.send({ type: 'player.ready' });

  return {
    get state() {
      return stage.state;
    },
    play({ afterMs }) {
      stage.ask({ type: 'play' }).answer(createItem(index)).after(afterMs).started();
    },
    endAndStartNext({ gapMs, appended = false }) {
      index += 1;
      const { loadId } = stage;
      const end = () => stage.send({ type: 'player.ended', loadId, positionMs: 180_000, lengthMs: 180_000 });
      stage.after(179_100).position(179_100);
      if (appended) {
        stage.fires('endReport').answer(createItem(index)).after(900);
        end();
      } else {
        stage.after(900);
        end();
        stage.answer(createItem(index));
      }
      stage.after(gapMs).started();
    },
    pause: () => void stage.ask({ type: 'pause' }),
    cut: () => void stage.after(5_000).position(5_000).ended(5_000),
    freshAddress() {
      stage
        .fires('soundRetry')
        .answer(createItem(index, { audioUrl: 'http://audio.test/fresh' }))
        .started(5_000);
    },
    die: () => void stage.send({ type: 'player.died', detail: 'killed' }),
  };
}
