/** The pictures of README.md: the demo still looks as they show it. Boxes are compared, not pixels. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { skip as noPlayer } from '../rigs/agent/rig.js';
import { noBrowser } from '../rigs/remote/page.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Letters of another font are wider or narrower by so many pixels. */
const TOLERANCE = 12;

interface Seen {
  readonly role: string;
  readonly name: string;
  readonly box: readonly [left: number, top: number, width: number, height: number];
}
type Layout = Readonly<Record<string, readonly Seen[]>>;

t.test(
  'the page is laid out as its pictures: otherwise npm run pictures',
  {
    skip: noPlayer || noBrowser,
  },
  async t => {
    const stored = JSON.parse(readFileSync(`${root}test/remote/pictures.json`, 'utf8')) as Layout;
    const program = [`${root}config/pictures.mjs`, '--layout'];
    const { stdout } = await promisify(execFile)(process.execPath, program);
    const now = JSON.parse(stdout) as Layout;
    t.same(Object.keys(now), ['phone', 'wide']);
    for (const [size, seen] of Object.entries(now)) {
      const before = stored[size] ?? [];
      const named = (all: readonly Seen[]) => all.map(({ role, name }) => `${role} ${name}`);
      t.same(named(seen), named(before), `${size}: what is there, in its order`);
      const moved = seen.filter(({ box }, at) => {
        const other = before[at]?.box ?? [];
        return box.some((each, side) => Math.abs(each - (other[side] ?? NaN)) > TOLERANCE);
      });
      t.same(moved, [], `${size}: nothing has moved`);
    }
  },
);
