import { readFileSync } from 'node:fs';

const MADE = /new Intl\.ListFormat\(([^()]*)\)/g;
/** How many formats the module makes. */
const FORMATS = 2;

/**
 * An esbuild plugin that has a package of got make its formats of lists, which only a message about wrong options needs,
 * when it uses them: the first formatter of a process takes 12 ms and 1.8 MB.
 */
export const lazyLists = {
  name: 'lazy-lists',
  setup({ onLoad }) {
    onLoad({ filter: /\/@sindresorhus\/is\/distribution\/index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (source.match(MADE)?.length !== FORMATS)
        throw new Error(`${path} makes its formats in another way.`);
      const contents = source.replaceAll(MADE, '{format:list=>new Intl.ListFormat($1).format(list)}');
      return { contents, loader: 'js' };
    });
  },
};
