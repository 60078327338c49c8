// Prints every record of test/records again, as `tonearm replay` does, into a file beside it. Build first.
import { readFileSync, writeFileSync } from 'node:fs';
import { printed, recordPaths } from '../dist/test/flight/printed.js';

for (const path of recordPaths())
  writeFileSync(path.replace(/record$/, 'txt'), printed(readFileSync(path, 'utf8')));
