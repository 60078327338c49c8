import { isWaitingForNetwork } from '../core/playing.js';
import type { Engine } from '../engine/engine.js';
import { createLinkWatch } from '../host/link-watch.js';
import type { Logger } from '../contract/ports.js';

/** Repeats the attempts that wait for the network soon after it has returned. The returned function ends that. */
export function watchLink({
  engine,
  logger,
}: {
  readonly engine: Engine;
  readonly logger: Logger;
}): () => void {
  const link = createLinkWatch({
    onUp() {
      logger.info({}, 'A network link has come up.');
      engine.dispatch({ type: 'network.linkUp' });
    },
  });
  const unwatch = engine.watch(state => link.watch(isWaitingForNetwork(state)));
  return () => {
    unwatch();
    link.stop();
  };
}
