import type { ControlClient } from '../../../client/control-client.js';
import type { PublicState } from '../../../core/public-state.js';
import type { MessageBoard } from './messages.js';

/** Names what plays: another time that the same song is played is another item. */
function itemOf(state: PublicState | null): string {
  const { item, source } = state ?? {};
  return JSON.stringify([source?.id, item?.index, item?.title]);
}

/** What was said of the connection goes when it is back, and what was said of an item when another one plays. */
export function letMessagesPass(
  client: Pick<ControlClient, 'phase' | 'state' | 'onChange'>,
  board: Pick<MessageBoard, 'pass'>,
): void {
  let wasOnline = client.phase === 'online';
  let before = itemOf(client.state);
  client.onChange(() => {
    const isOnline = client.phase === 'online';
    const now = itemOf(client.state);
    if (isOnline && !wasOnline) board.pass('connection');
    if (now !== before) board.pass('item');
    [wasOnline, before] = [isOnline, now];
  });
}
