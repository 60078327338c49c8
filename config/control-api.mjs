// Writes docs/control-api.md from the table of methods. Build first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toControlApiPage } from '../dist/src/control/api/api-page.js';
import { createMethods } from '../dist/src/control/api/methods.js';
import { toOpenRpc } from '../dist/src/control/api/openrpc.js';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
// The methods are only described here and never called, so they need no dependencies. Like `rpc.discover`, with which a
// test compares the page, the page omits methods that only this machine may call.
const methods = [...createMethods({}).values()].filter(({ localOnly }) => localOnly !== true);

mkdirSync(docs, { recursive: true });
writeFileSync(`${docs}control-api.md`, toControlApiPage(toOpenRpc(methods)));
