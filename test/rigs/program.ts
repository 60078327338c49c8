import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is installed, and how the package's script has Node start it. */
export const INSTALLED = {
  program: fileURLToPath(new URL('../../program/main.js', import.meta.url)),
  nodeWords: toNodeWords(readFileSync(new URL('../../../config/debian/tonearm.sh', import.meta.url), 'utf8')),
} as const;

function toNodeWords(script: string): readonly string[] {
  const [, always = ''] = /^exec \/usr\/bin\/node (.*) "\$@"$/m.exec(script) ?? [];
  const [, known = ''] = /then set -- (--\S+) "\$@"/.exec(script) ?? [];
  const isKnown = Number(process.versions.node.split('.')[0]) < 24;
  return [...(isKnown ? [known] : []), ...always.split(' ')].filter(word => word !== '');
}

const tested = process.env['TEST_PROGRAM'];
/**
 * The program under test: what is installed (the bundle) where every test is run, else, to be tried at once after a change,
 * what was compiled module by module.
 */
export const PROGRAM = tested ?? fileURLToPath(new URL('../../src/main.js', import.meta.url));
/** What Node is told before the program: what the package tells it where the program is the installed one. */
export const NODE_WORDS = tested === undefined ? [] : INSTALLED.nodeWords;
