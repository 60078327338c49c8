#!/bin/sh
# icy's parse ends a song's title at its first semicolon; icecast-parser reads the same bytes whole.
#
# Versions: icy 2.1.0, icecast-parser 4.0.2, Node 20.
# A good guess: a value goes from quote to quote, so a semicolon in the title belongs to it.
# What happens: icy splits at every semicolon. The title keeps its first part, and the rest becomes a key of its own with
# the text "undefined" as its value.
# What follows: take the title from the raw metadata, up to the last `';`, or use a parser that knows quotes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund icy@2.1.0 icecast-parser@4.0.2 >/dev/null
cat >ask.mjs <<'JS'
import { createServer } from 'node:http';
import { Parser } from 'icecast-parser';
import icy from 'icy';

const text = Buffer.from("StreamTitle='Simon; Garfunkel - America';StreamUrl='';");
const length = Math.ceil(text.length / 16);
const audio = Buffer.alloc(100);
const block = Buffer.concat([audio, Buffer.from([length]), text, Buffer.alloc(length * 16 - text.length), audio]);
const server = createServer((request, response) => {
  response.writeHead(200, { 'icy-metaint': '100', 'content-type': 'audio/mpeg' });
  response.write(block);
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  icy.get(url, response => {
    response.once('metadata', metadata => {
      console.log('icy', JSON.stringify(icy.parse(metadata)));
      const parser = new Parser({ url, autoUpdate: false });
      parser.once('metadata', found => {
        console.log('icecast-parser', JSON.stringify(Object.fromEntries(found)));
        process.exit();
      });
    });
    response.resume();
  });
});
setTimeout(() => process.exit(1), 30_000);
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
icy {"StreamTitle":"Simon"," Garfunkel - America'":"undefined","StreamUrl":""}
icecast-parser {"StreamTitle":"Simon; Garfunkel - America"}
TEXT
diff expected seen
