/** Selects the page's own style sheet; later ones are beside it. */
const OWN = 'link[href$="/remote.css"]';

/** Loads the style sheet of this name once, with less precedence than the page's own. Rejects if it does not arrive. */
export function loadStyle(name: string): Promise<void> {
  const own = document.querySelector<HTMLLinkElement>(OWN);
  const href = new URL(name, own?.href).href;
  const before = document.querySelector<HTMLLinkElement>(`link[href="${href}"]`);
  if (before?.sheet) return Promise.resolve();
  const link = before ?? document.createElement('link');
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // So that the next call tries again.
      link.remove();
      reject(new Error(`${name} did not arrive.`));
    });
  });
  if (before !== null) return loaded;
  link.rel = 'stylesheet';
  link.href = href;
  own?.before(link);
  return loaded;
}
