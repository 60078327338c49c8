import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';

/** Scripts without anything of a package, whose terms would have to be named. */
const OWN = /^(?:guard|words-[a-z]{2}(?:-rest)?)\.js$/;

/** Shortens the scripts in `folder` further: compressed, they are 3 % smaller than esbuild leaves them. */
export async function shorten(folder) {
  for (const name of readdirSync(folder).filter(name => name.endsWith('.js'))) {
    const path = join(folder, name);
    const { code } = await minify(readFileSync(path, 'utf8'), {
      module: true,
      ecma: 2020,
      compress: { passes: 4, keep_fargs: false, lhs_constants: false },
      // Outside of the words, the few other characters stand in one pattern, whose numbers compress well.
      format: { comments: OWN.test(name) ? false : /^!/, ascii_only: !name.startsWith('words-') },
    });
    writeFileSync(path, code);
  }
}
