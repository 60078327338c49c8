import type { ControlClient } from '../../../client/control-client.js';
import type { PublicState } from '../../../contract/public-state.js';
import type { MessageBoard } from './messages.js';

/** Identifies the playing item; a repetition of the same song is another item. */
function itemOf(state: PublicState | null): string {
  const { item, source } = state ?? {};
  return JSON.stringify([source?.id, item?.index, item?.title]);
}

/** Removes messages about the connection when it is back, and messages about an item when another one plays. */
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
