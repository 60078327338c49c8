// Writes docs/states.md from the tables and flows of src/core. Build first.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createParts } from '../dist/test/core/states/parts.js';
import { toStatesPage } from './states-page.mjs';

writeFileSync(fileURLToPath(new URL('../docs/states.md', import.meta.url)), toStatesPage(createParts()));
