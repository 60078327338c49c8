#!/bin/sh
# Under `tap run`, every Node that a test starts loads a hook of tap, even one that is given an empty environment.
#
# Versions: tap 21.8.0, Node 20.
# A good guess: a program that a test starts with an environment of its own runs as it runs elsewhere; hooks that measure
# coverage are absent where coverage is switched off.
# What happens: NODE_OPTIONS is put into the environment of the child, over the one that was asked for, with
# --disable-coverage, too. The same file under plain node starts an untouched child.
# What follows: a test of how a program starts, or of what environment it gets, cannot be believed under `tap run`, and
# each program that is started takes longer to start.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts tap@21.8.0 >/dev/null
cat >child.test.js <<'JS'
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import t from 'tap';

const words = ['-p', '(process.env.NODE_OPTIONS ?? "none").replace(/file:.*@tapjs/, "@tapjs")'];
const seen = execFileSync(process.execPath, words, { encoding: 'utf8', env: {} });
appendFileSync('seen', seen);
t.pass();
JS
node child.test.js >/dev/null
npx tap run --disable-coverage --allow-empty-coverage --reporter=tap child.test.js >/dev/null 2>&1
cat seen
cat >expected <<'TEXT'
none
"--import=@tapjs/processinfo/dist/esm/import.mjs"
TEXT
diff expected seen
