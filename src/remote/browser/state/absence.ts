import type { ControlClient } from '../../../client/control-client.js';

/** Time after which a hidden page lets its connection go, in milliseconds. */
const HIDDEN_MS = 3 * 60_000;

/**
 * Lets the connection of a page go that has been hidden for some minutes, and takes it up again when the page is shown:
 * a client has few sessions (contract, section 4, "Limits"), and pages that nobody looks at must not keep them from the
 * one that somebody does.
 */
export function letGoWhileHidden(
  client: Pick<ControlClient, 'start' | 'stop'>,
  document: Pick<Document, 'hidden' | 'addEventListener'>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;
  function look(): void {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => {
        isGone = true;
        client.stop();
      }, HIDDEN_MS);
    } else if (isGone) {
      isGone = false;
      client.start();
    }
  }
  document.addEventListener('visibilitychange', look);
  look();
}
