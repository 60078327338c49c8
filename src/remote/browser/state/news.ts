import type { ControlClient } from '../../../client/control-client.js';
import type { AccessChange } from '../../../protocol.js';

/** Tells, one after the other, who comes and goes; not what this phone has done itself. */
export function followNews(
  client: Pick<ControlClient, 'call' | 'onAccessChange'>,
  tell: (change: AccessChange) => void,
): void {
  let earlier = Promise.resolve();
  client.onAccessChange(change => {
    earlier = earlier.then(async () => {
      if (!(await isOwn(client, change))) tell(change);
    });
  });
}

/** Under which name the speaker lists this phone is known by its list alone. */
async function isOwn(client: Pick<ControlClient, 'call'>, { what, by }: AccessChange): Promise<boolean> {
  if (what !== 'revoked' || by === undefined) return false;
  try {
    const { clients } = await client.call('access.list', {});
    return clients.some(({ self, name }) => self === true && name === by);
  } catch {
    return false;
  }
}
