import { execFileSync } from 'node:child_process';
import t from 'tap';

const MEMORY = new URL('../../src/host/memory.js', import.meta.url).href;
const CHURN = `
  const { getHeapSpaceStatistics } = await import('node:v8');
  const kept = [];
  for (let at = 0; at < 1_000_000; at += 1) {
    kept[at % 20_000] = { at, text: 'x' + at };
  }
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
`;

function roomAfter(before: string): number {
  const words = ['--input-type=module', '-e', before + CHURN];
  return Number(execFileSync(process.execPath, words, { env: {}, encoding: 'utf8', stdio: 'pipe' }));
}

t.test('no room is made for ever more short-lived objects', async t => {
  const limited = roomAfter(`(await import(${JSON.stringify(MEMORY)})).limitMemory();`);
  t.ok(limited > 0 && limited <= 8 * 2 ** 20, `${limited} bytes`);
  t.ok(roomAfter('') >= 2 * limited, 'left alone, V8 makes more: this version still knows the option');
});
