import { execFileSync } from 'node:child_process';
import t from 'tap';
import { INSTALLED } from '../rigs/program.js';

const CHURN = `
  const kept = [];
  for (let at = 0; at < 1_000_000; at += 1) {
    kept[at % 20_000] = { at, text: 'x' + at };
  }
  const spaces = require('node:v8').getHeapSpaceStatistics();
  console.log(spaces.find(({ space_name }) => space_name === 'new_space').space_size);
`;

function roomAfter(nodeWords: readonly string[]): number {
  const words = [...nodeWords, '-e', CHURN];
  return Number(execFileSync(process.execPath, words, { env: {}, encoding: 'utf8', stdio: 'pipe' }));
}

t.test('no room is made for ever more short-lived objects', async t => {
  const limited = roomAfter(INSTALLED.nodeWords);
  t.ok(limited > 0 && limited <= 8 * 2 ** 20, `${limited} bytes`);
  const others = INSTALLED.nodeWords.filter(word => word !== '--optimize-for-size');
  t.equal(others.length, INSTALLED.nodeWords.length - 1);
  t.ok(roomAfter(others) >= 2 * limited, 'left alone, V8 makes more: this version still knows the option');
});
