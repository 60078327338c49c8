import type { EarlySocket } from './state/early-socket.js';

/**
 * Opens the control socket for the remote, which takes it over when its own script arrives, and reports a remote that
 * did not load. It is a script of its own: it is small enough to arrive first, and it runs even if another script fails
 * to arrive and the page would otherwise stay empty. The remote removes the page's first content once it has its words,
 * and marks the document as begun while it waits for them; if neither has happened when loading ends, the remote did not
 * arrive.
 */
const RELOAD_MS = 1_000;

/** Opens the socket, and keeps what the speaker says until the remote takes it over. */
function openEarly(): EarlySocket {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/control`);
  const heard: MessageEvent<unknown>[] = [];
  socket.onmessage = event => heard.push(event);
  return { socket, heard };
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

/** Reloads the same address, which keeps a token in its fragment. */
function reload(): void {
  location.reload();
}

/** Reloads once automatically; after that a person presses the button, or the network comes back. */
function look(): void {
  const trouble = document.getElementById('trouble');
  if (trouble?.isConnected !== true || 'begun' in document.documentElement.dataset) return;
  trouble.hidden = false;
  trouble.querySelector('button')?.addEventListener('click', reload);
  window.addEventListener('online', reload);
  if (!isReloaded()) setTimeout(reload, RELOAD_MS);
}

// Not if the remote was faster: it has opened a socket by itself.
if (!('begun' in document.documentElement.dataset)) window.early = openEarly();

if (document.readyState === 'complete') look();
else window.addEventListener('load', look);
// The remote has loaded, but no language for it could be fetched.
window.addEventListener('wordless', look);
