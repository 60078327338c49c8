// The imports between the files of the core, according to dependency-cruiser; type imports count as well.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CORE = 'src/core/';

/**
 * `floors`: the files of the longest chain of imports; `arrows`: imports between files; `violations`: of the
 * boundaries.
 */
export function readImports() {
  const program = `${root}node_modules/.bin/depcruise`;
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '--no-cache', 'src/core'];
  const { modules, summary } = JSON.parse(cruise(program, args));
  const imports = new Map(
    modules
      .filter(({ source }) => source.startsWith(CORE))
      .map(({ source, dependencies }) => [
        source,
        dependencies.map(({ resolved }) => resolved).filter(path => path.startsWith(CORE)),
      ]),
  );
  const isBoundary = ({ rule }) => rule.name.startsWith('core-') || rule.name === 'no-cycles';
  return {
    floors: longest(imports).map(path => path.slice(CORE.length)),
    arrows: [...imports.values()].flat().length,
    violations: summary.violations
      .filter(isBoundary)
      .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}

/**
 * Returns the report; dependency-cruiser exits with an error if a rule is violated, but still prints the whole report.
 */
function cruise(program, args) {
  try {
    return execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  } catch (error) {
    if (error.stdout === undefined || error.stdout === '') throw error;
    return error.stdout;
  }
}

function longest(imports) {
  const known = new Map();
  const from = path => {
    // A cycle, which is reported separately, has no longest path.
    if (!known.has(path)) known.set(path, [path]);
    else return known.get(path);
    const chains = (imports.get(path) ?? []).map(from);
    const chain = [path, ...chains.reduce((most, one) => (one.length > most.length ? one : most), [])];
    known.set(path, chain);
    return chain;
  };
  return [...imports.keys()].map(from).reduce((most, one) => (one.length > most.length ? one : most), []);
}
