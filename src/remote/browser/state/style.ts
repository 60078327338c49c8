/** Of the page's own style sheet: what is fetched later lies beside it. */
const OWN = 'link[href$="/remote.css"]';

/** Fetches the style sheet of this name, once; the page's own is stronger. Rejects where it does not come. */
export function loadStyle(name: string): Promise<void> {
  const own = document.querySelector<HTMLLinkElement>(OWN);
  const href = new URL(name, own?.href).href;
  const before = document.querySelector<HTMLLinkElement>(`link[href="${href}"]`);
  if (before !== null && before.sheet !== null) return Promise.resolve();
  const link = before ?? document.createElement('link');
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => reject(new Error(`${name} did not arrive.`)), { once: true });
  });
  if (before !== null) return loaded;
  link.rel = 'stylesheet';
  link.href = href;
  // One that did not come is asked for anew.
  link.addEventListener('error', () => link.remove());
  own?.before(link);
  return loaded;
}
