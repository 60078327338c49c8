import type { ControlClient } from '../../../client/control-client.js';
import type { AccessChange } from '../../../protocol.js';

/** Who comes and goes. */
export interface News {
  /** This page has asked that somebody of this name goes; null: in vain. */
  readonly removing: (name: string, asking: Promise<unknown>) => void;
}

/**
 * Tells it, one after the other; not what this very page has asked for. What was done in its name elsewhere is told, as it
 * need not have been its owner; `isMine`: it was done in that name.
 */
export function createNews(
  client: Pick<ControlClient, 'call' | 'onAccessChange'>,
  tell: (change: AccessChange, isMine: boolean) => void,
): News {
  const asked = new Map<string, Promise<unknown>>();
  let earlier = Promise.resolve();
  client.onAccessChange(change => {
    const { what, name = '' } = change;
    const asking = what === 'revoked' ? asked.get(name) : undefined;
    // One request is one removal: whoever else of that name goes is news.
    if (asking !== undefined) asked.delete(name);
    earlier = earlier.then(async () => {
      if (asking !== undefined && (await asking) !== null) return;
      tell(change, await isMine(client, change));
    });
  });
  return {
    removing(name, asking) {
      const outcome = asking.catch(() => null);
      asked.set(name, outcome);
      // The speaker tells of a removal before it answers.
      void outcome.then(() => {
        if (asked.get(name) === outcome) asked.delete(name);
      });
    },
  };
}

/** Under which name the speaker lists this phone is known by its list alone. */
async function isMine(client: Pick<ControlClient, 'call'>, { by }: AccessChange): Promise<boolean> {
  if (by === undefined) return false;
  try {
    const { clients } = await client.call('access.list', {});
    return clients.some(({ self, name }) => self === true && name === by);
  } catch {
    return false;
  }
}
