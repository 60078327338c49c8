// `node run-tests.mjs test|nodes|players [arguments]`: runs tests with what setup.sh has installed and built.
import { fileURLToPath } from 'node:url';
import { tellFailure } from './failure.mjs';
import { runOnNodes } from './nodes.mjs';
import { runOnPlayers } from './players.mjs';
import { runTests } from './tests.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [purpose, ...args] = process.argv.slice(2);

/** Every test; or of those, for CI, what `npm test` has not run before. */
const EXTENTS = { '--rest': 'rest', '--all': 'all' };

const PURPOSES = {
  async test() {
    const word = args.find(one => Object.hasOwn(EXTENTS, one));
    const names = args.filter(one => !Object.hasOwn(EXTENTS, one));
    const code = await runTests({ root, args: names, extent: EXTENTS[word] });
    return word === undefined ? code : Math.max(code, await runOnPlayers(root));
  },
  nodes: () => runOnNodes(root),
  players: () => runOnPlayers(root),
};

try {
  process.exitCode = await PURPOSES[purpose]();
} catch (error) {
  // A reader of only the last line must see that no test ran.
  process.once('exit', () => console.log('0 passed, 1 failed'));
  tellFailure(error);
}
