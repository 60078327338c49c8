/** A page that is left for another site, and back. */

/** Tells what the page shows of its connection, and presses its largest button as soon as it is back. */
export const WATCH_BACK = `
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    window.isKept = true;
    document.querySelector('.transport .big').click();
  });
  window.said = [];
  const look = () => {
    const isDead = document.querySelector('.transport .big').disabled;
    const words = document.querySelector('.connection').textContent + (isDead ? ', dead' : '');
    if (said.at(-1) !== words) said.push(words);
  };
  look();
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
`;
