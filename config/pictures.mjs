// `npm run pictures`: takes the pictures of README.md, which show the remote in the demo. Needs Debian's
// chromium-headless-shell or chromium; build first.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/pictures');
// The same as the tests look at pages in.
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

function launch() {
  const executablePath = PROGRAMS.find(path => existsSync(path));
  if (executablePath === undefined) {
    console.error('There is no Chromium here: sudo apt install chromium-headless-shell');
    process.exit(69);
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Starts a demo of the built program in folders of its own, without a sound card or advertising. */
async function startDemo(home) {
  const child = spawn(process.execPath, [join(root, 'dist/program/main.js'), 'demo'], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_STATE_HOME: home,
      TONEARM_AUDIO_OUTPUT: 'null',
      TONEARM_MDNS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port, fragment] = /^remote +http:\/\/[^:]+:(\d+)\/(#\S+)/.exec(line) ?? [];
    if (port !== undefined) return { child, ended, url: `http://127.0.0.1:${port}/${fragment}` };
  }
  throw new Error('the demo ended before it said where its remote is');
}

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
