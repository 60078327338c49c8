// Writes the documents generated from the configuration's schema: the example file and the table of
// docs/configuration.md. Build first.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replaceTable, toEnvExample } from '../dist/src/config/documents.js';

const root = fileURLToPath(new URL('..', import.meta.url));

writeFileSync(`${root}config/tonearm.env.example`, toEnvExample());
writeFileSync(
  `${root}docs/configuration.md`,
  replaceTable(readFileSync(`${root}docs/configuration.md`, 'utf8')),
);
