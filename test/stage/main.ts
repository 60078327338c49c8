/** `npm run stage [-- full]`: type what happens to the speaker, see what the core decides. Reads a pipe as well. */
import { createInterface } from 'node:readline';
import { CORE_ABILITIES } from '../../src/core/vocabulary/abilities.js';
import { FULL } from '../rigs/core/full.js';
import { createPrompt } from './prompt.js';

const prompt = createPrompt({ abilities: process.argv[2] === 'full' ? FULL : CORE_ABILITIES });
const { isTTY: isTyped } = process.stdin;
const typed = createInterface({ input: process.stdin, ...(isTyped && { output: process.stdout }) });

if (isTyped) console.log(['The core on a stage.', ...prompt('help'), 'Ctrl-D ends it.'].join('\n'));
typed.prompt();
for await (const line of typed) {
  const shown = prompt(line);
  if (shown.length > 0) console.log(shown.join('\n'));
  typed.prompt();
}
