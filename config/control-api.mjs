// Writes the reference in docs/control-api.md from the table of methods. Build first.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renewControlApiPage } from '../dist/src/control/api/api-page.js';
import { createMethods } from '../dist/src/control/api/methods.js';
import { toOpenRpc } from '../dist/src/control/api/openrpc.js';

const page = fileURLToPath(new URL('../docs/control-api.md', import.meta.url));
// The methods are only described here and never called, so they need no dependencies. Like `rpc.discover`, with which a
// test compares the page, the page omits methods that only this machine may call.
const methods = [...createMethods({}).values()].filter(({ localOnly }) => localOnly !== true);

writeFileSync(page, renewControlApiPage(readFileSync(page, 'utf8'), toOpenRpc(methods)));
