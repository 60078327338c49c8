// Writes docs/control-api.md from the table of methods. Build first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toControlApiPage } from '../dist/src/control/api-page.js';
import { createMethods } from '../dist/src/control/methods.js';
import { toOpenRpc } from '../dist/src/control/openrpc.js';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
// The rows are only described here, never called: they need nobody to work with. As `rpc.discover`, which a test
// compares with the page, it leaves out what is for this machine alone.
const methods = [...createMethods({}).values()].filter(({ localOnly }) => localOnly !== true);

mkdirSync(docs, { recursive: true });
writeFileSync(`${docs}control-api.md`, toControlApiPage(toOpenRpc(methods)));
