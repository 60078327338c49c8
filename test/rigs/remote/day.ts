/** The timer, an alarm and a number, as a hand sets them in any browser. */
import type { Phone } from '../../fakes/phones/phone.js';
import type { FirefoxPage } from './firefox.js';
import { whenSo } from './onlooker.js';

/** `look`: sees each screen on the way. The source that plays is under 1 in the end, and the next alarm is set. */
export async function setDay(
  page: Pick<FirefoxPage, 'press' | 'pressAt' | 'until'>,
  onlooker: Phone,
  look: (screen: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.pressAt('.moon');
  await page.pressAt('.part .chips button');
  await whenSo(onlooker, ({ sleep }) => sleep !== null);
  await look('the timer and the alarms');
  await page.pressAt('.running button');
  await whenSo(onlooker, ({ sleep }) => sleep === null);
  await page.press('button', 'New alarm');
  await page.until(`document.querySelector('input[type=time]') !== null`);
  await look('one alarm');
  await page.press('button', /^Something else/);
  await page.until(`document.querySelector('.choosing-source .rows .row') !== null`);
  await look('what it may play');
  await page.pressAt('.choosing-source .rows .row');
  await page.until(`document.querySelector('.choosing-source') === null`);
  await page.press('button', 'Save');
  await whenSo(onlooker, ({ alarm }) => alarm?.ringing === false);
  await page.until("document.querySelector('.week') === null");
  await page.press('button', 'Close');
  await page.until("document.querySelector('dialog') === null");
  await page.press('button', 'Library');
  await page.press('button', 'Presets');
  await page.press('button', 'Store');
  await page.until(
    `[...document.querySelectorAll('.pane [aria-pressed=true]')].some(each => each.innerText === 'Store')`,
  );
  await page.until("document.querySelector('.preset:enabled') !== null");
  await page.pressAt('.preset');
  await page.until("document.querySelector('.preset[aria-current]') !== null");
  await look('the numbers');
}
