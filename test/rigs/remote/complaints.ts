import type { Page } from 'playwright-core';

/** The machine's network changed, which is nobody's fault: the page asks again. */
const OF_MACHINE = /net::ERR_NETWORK_CHANGED/;

/** Returns whatever the page's scripts, console or content policy will have complained of. */
export function collectComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (!['error', 'warning'].includes(message.type()) || OF_MACHINE.test(message.text())) return;
    complaints.push(message.text());
  });
  return complaints;
}
