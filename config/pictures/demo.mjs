// What both kinds of pictures are taken of: a demo of the built program, and the browser that draws.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const folder = join(root, 'docs/pictures');
// The same as the tests look at pages in.
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

export function launch() {
  const executablePath = PROGRAMS.find(path => existsSync(path));
  if (executablePath === undefined) {
    console.error('There is no Chromium here: sudo apt install chromium-headless-shell');
    process.exit(69);
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Starts a demo of the built program in folders of its own, without a sound card or advertising. */
export async function startDemo(home, settings = {}) {
  const child = spawn(process.execPath, [join(root, 'dist/program/main.js'), 'demo'], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_STATE_HOME: home,
      TONEARM_AUDIO_OUTPUT: 'null',
      TONEARM_MDNS: 'off',
      ...settings,
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
