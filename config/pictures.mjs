// `npm run pictures`: takes the pictures of README.md, which show the remote in the demo. Needs Debian's
// chromium-headless-shell or chromium; build first.
import { Buffer } from 'node:buffer';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folder, launch, startDemo } from './pictures/demo.mjs';

const SIZES = { phone: { width: 390, height: 760 }, wide: { width: 1120, height: 760 } };
/** The WebP quality; each picture stays well below 60 kB. */
const QUALITY = 78;

async function take(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const path = join(folder, `${name}-${colorScheme}.webp`);
    const bytes = Buffer.from(data, 'base64');
    writeFileSync(path, bytes);
    console.log(`${path}: ${bytes.length} bytes`);
  }
}

const home = mkdtempSync(join(tmpdir(), 'tonearm-pictures-'));
const demo = await startDemo(home);
const browser = await launch();
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, viewport] of Object.entries(SIZES)) {
    const context = await browser.newContext({ viewport, deviceScaleFactor: 1.5 });
    const page = await context.newPage();
    await page.goto(demo.url);
    await page.getByRole('region', { name: 'Now playing' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).first().waitFor();
    await page.getByRole('button', { name: /^Up next/ }).waitFor();
    if (name === 'wide') {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('searchbox').fill('garden');
      await page
        .locator('.library')
        .getByRole('button', { name: /Garden/ })
        .first()
        .waitFor();
    }
    await page.waitForLoadState('networkidle');
    await take(page, name);
    await context.close();
  }
} finally {
  await browser.close();
  demo.child.kill('SIGINT');
  await demo.ended;
  rmSync(home, { recursive: true, force: true });
}
