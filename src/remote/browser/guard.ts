/**
 * Stands apart from all other scripts: should one of those not arrive, none of them runs, and the page would stay
 * empty for good. The remote takes this page's first content away as soon as it has its words, and says so when it runs
 * and waits for them; if neither is so when loading is over, it did not arrive.
 */
const trouble = document.getElementById('trouble');
const RELOAD_MS = 1_000;

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

/** The same address again: a token in its fragment is not lost. */
function reload(): void {
  location.reload();
}

/** Once by itself; after that a person decides, or a network that came back. */
function look(): void {
  if (trouble?.isConnected !== true || 'begun' in document.documentElement.dataset) return;
  trouble.hidden = false;
  trouble.querySelector('button')?.addEventListener('click', reload);
  window.addEventListener('online', reload);
  if (!isReloaded()) setTimeout(reload, RELOAD_MS);
}

if (document.readyState === 'complete') look();
else window.addEventListener('load', look);
// The remote is there, and no language for it.
window.addEventListener('wordless', look);

export {};
