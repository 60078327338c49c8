/** What axe-core has against a page, in both colour schemes. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** The page's policy forbids a script tag; the debugger's own evaluation is not the page's. */
async function run(page: Page, options: object): Promise<readonly Finding[]> {
  // Half a megabyte: once a page.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  return page.evaluate<readonly Finding[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** One line a finding; empty when there is nothing. The scheme is left dark. */
export async function findingsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // What is not a matter of colour is the same in both.
    const options = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] };
    for (const { id, nodes } of await run(page, options)) {
      for (const node of nodes) {
        found.push(`${colorScheme} ${id} ${node.target.join(' ')} ${node.failureSummary ?? ''}`);
      }
    }
  }
  return found;
}
