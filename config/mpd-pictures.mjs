// `npm run pictures:mpd`: takes the pictures of docs/mpd.md, which show programs of others that control the demo by MPD's
// protocol. Needs Debian's chromium-headless-shell, mpc, tmux, ncmpcpp, ymuse, xvfb and ffmpeg; build first.
import { Buffer } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folder, launch, startDemo } from './pictures/demo.mjs';

const PORT = '16600';
const TERMINAL = { columns: 84, rows: 14 };
const WINDOW = { width: 810, height: 660 };
/** The WebP quality; each picture stays well below 60 kB. */
const QUALITY = 80;
/** As terminals have them, from black to white. */
const COLORS = ['#2e3436', '#ef5350', '#8ae234', '#fce94f', '#729fcf', '#c79bd0', '#34e2e2', '#eeeeec'];

/** A sequence that sets colours. */
const COLOR = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`);

const home = mkdtempSync(join(tmpdir(), 'tonearm-pictures-'));
const environment = { PATH: process.env.PATH, HOME: home, MPD_PORT: PORT, LANG: 'C.UTF-8' };

function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Turns what a terminal shows, with its colours (ECMA-48, section 8.3.117), into HTML. */
function toHtml(screen) {
  let style = { color: '', weight: '' };
  const parts = screen.split(COLOR);
  return parts
    .map((part, at) => {
      if (at % 2 === 0)
        return `<span style="color:${style.color};font-weight:${style.weight}">${escape(part)}</span>`;
      for (const code of part.split(';').map(Number)) {
        if (code === 0) style = { color: '', weight: '' };
        if (code === 1) style = { ...style, weight: 'bold' };
        if (code >= 30 && code < 38) style = { ...style, color: COLORS[code - 30] };
        if (code === 39) style = { ...style, color: '' };
      }
      return '';
    })
    .join('');
}

async function takeTerminal(browser) {
  const tmux = (...args) => run('tmux', '-S', join(home, 'tmux'), '-f', '/dev/null', ...args);
  const config = join(home, 'ncmpcpp.config');
  writeFileSync(config, `ncmpcpp_directory = ${home}\nlyrics_directory = ${home}\n`);
  tmux(
    'new-session',
    '-d',
    '-x',
    `${TERMINAL.columns}`,
    '-y',
    `${TERMINAL.rows}`,
    `ncmpcpp --quiet -c ${config}`,
  );
  while (!tmux('capture-pane', '-p').includes('Playing:')) await sleep(200);
  const screen = toHtml(tmux('capture-pane', '-e', '-p'));
  tmux('kill-server');
  const page = await browser.newPage({ deviceScaleFactor: 1.5, viewport: { width: 760, height: 300 } });
  await page.setContent(`<body style="margin:0;display:inline-block;background:#1d1f21;color:${COLORS[7]}">
    <pre style="margin:0;padding:12px;font:14px/1.35 'DejaVu Sans Mono',monospace">${screen.trimEnd()}</pre></body>`);
  const { width, height } = await page.locator('body').boundingBox();
  await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(join(folder, 'mpd-ncmpcpp.webp'), Buffer.from(data, 'base64'));
}

async function takeWindow() {
  const size = `${WINDOW.width}x${WINDOW.height}`;
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3], 'data');
  const DISPLAY = `:${String(number).trim()}`;
  const ymuse = spawn('ymuse', { stdio: 'ignore', env: { ...environment, DISPLAY, NO_AT_BRIDGE: '1' } });
  // There is no sign by which a window says that its picture has come.
  await sleep(8_000);
  const grab = ['-draw_mouse', '0', '-f', 'x11grab', '-video_size', size, '-i', DISPLAY, '-frames:v', '1'];
  run(
    'ffmpeg',
    '-loglevel',
    'error',
    '-y',
    ...grab,
    '-quality',
    `${QUALITY}`,
    join(folder, 'mpd-ymuse.webp'),
  );
  for (const child of [ymuse, screen]) {
    child.kill();
    await once(child, 'exit');
  }
}

const demo = await startDemo(home, { TONEARM_MPD_HOST: '127.0.0.1', TONEARM_MPD_PORT: PORT });
const browser = await launch();
try {
  run('mpc', 'load', 'Quiet River');
  while (!run('mpc', 'status').includes('[playing] #1/2')) await sleep(200);
  // Some of it has been heard.
  await sleep(6_000);
  await takeTerminal(browser);
  await takeWindow();
} finally {
  await browser.close();
  demo.child.kill('SIGINT');
  await demo.ended;
  rmSync(home, { recursive: true, force: true });
}
