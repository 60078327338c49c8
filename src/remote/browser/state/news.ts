import type { ControlClient } from '../../../client/control-client.js';
import type { AccessChange } from '../../../contract/protocol.js';

/** News of clients that are admitted or removed. */
export interface ClientNews {
  /**
   * Records that this page has asked to remove the client of this name. `asking`: the request; if it fails, the removal
   * is not this page's.
   */
  readonly removing: (name: string, asking: Promise<unknown>) => void;
}

/**
 * Reports access changes one after the other, except those that this page requested. Changes made under this phone's
 * name elsewhere are reported, because another person may have made them.
 */
export function createNews(
  client: Pick<ControlClient, 'onAccessChange'>,
  tell: (change: AccessChange) => Promise<void>,
): ClientNews {
  const asked = new Map<string, Promise<unknown>>();
  let earlier = Promise.resolve();
  client.onAccessChange(change => {
    const { what, name = '' } = change;
    const asking = what === 'revoked' ? asked.get(name) : undefined;
    // One request accounts for one removal; another client of the same name is news.
    if (asking !== undefined) asked.delete(name);
    earlier = earlier.then(async () => {
      if (asking !== undefined && (await asking) !== null) return;
      // A change that cannot be told must not hold up the next.
      await tell(change).catch(() => undefined);
    });
  });
  return {
    removing(name, asking) {
      const outcome = asking.catch(() => null);
      asked.set(name, outcome);
      // The speaker reports a removal before it answers the request.
      void outcome.then(() => {
        if (asked.get(name) === outcome) asked.delete(name);
      });
    },
  };
}
