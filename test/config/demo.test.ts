import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { CTRL_C, openTerminal } from '../rigs/cli/terminal.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PATH = process.env['PATH'] ?? '';
const has = (program: string) => PATH.split(delimiter).some(folder => existsSync(join(folder, program)));
const missing = ['mpv', 'npm', 'bash', 'script'].find(program => !has(program));
const skip = missing !== undefined && `${missing} is not installed`;

/** The sources with all installed and built, so that nothing of them is made anew here. */
function createSources(folder: string): void {
  cpSync(join(root, 'config'), join(folder, 'config'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    writeFileSync(join(folder, name), readFileSync(join(root, name)));
    utimesSync(join(folder, name), 0, 0);
  }
  for (const name of ['node_modules', 'dist/program']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(root, name), join(folder, name));
  }
  writeFileSync(join(folder, 'dist/.built-program'), '');
}

// A shell that steps aside for its last command shows npm the program's own exit code, one that stays shows its own end.
for (const shell of ['/bin/bash', '/bin/sh'])
  t.test(`Ctrl-C ends \`npm run demo\` without a word of npm's (${shell})`, { skip }, async t => {
    const folder = t.testdir();
    createSources(folder);
    const words = ['npm', `--prefix=${folder}`, `--script-shell=${shell}`, 'run', 'demo'];
    const environment = { PATH, HOME: folder, XDG_STATE_HOME: folder, TONEARM_AUDIO_OUTPUT: 'null' };
    const terminal = openTerminal(t, words, { ...environment, TONEARM_MDNS: 'off' });
    await terminal.sees(/playing +\S/);
    terminal.type(CTRL_C);
    await terminal.ended;
    t.notMatch(terminal.shown(), /npm (ERR|error)|code 1|SIGINT/i);
  });
