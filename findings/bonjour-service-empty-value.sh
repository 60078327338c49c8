#!/bin/sh
# bonjour-service keeps the equals sign of an empty TXT value in the name of its key.
#
# Versions: bonjour-service 1.4.4, multicast-dns 7.2.5 as the neighbour, Node 20.
# A good guess: `note=` is the key `note` with an empty value, and `secure` without a sign is a key that is simply there
# (RFC 6763, section 6.4).
# What happens: the keys are `note=` and `secure`, both with the value undefined, so that nobody finds `note`, and
# `txt.secure` looks as if it were not there. A value that holds an equals sign itself is right.
# What follows: read `rawTxt`, or advertise no empty values where such a browser is expected.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund bonjour-service@1.4.4 multicast-dns@7.2.5 >/dev/null
cat >ask.mjs <<'JS'
import { inspect } from 'node:util';
import { Bonjour } from 'bonjour-service';
import createMdns from 'multicast-dns';

const type = '_finding._tcp.local';
const name = `Kitchen.${type}`;
const target = 'kitchen-of-a-finding.local';
const mdns = createMdns();
mdns.on('query', ({ questions }) => {
  if (!questions.some(question => question.name === type)) return;
  mdns.respond({
    answers: [{ name: type, type: 'PTR', ttl: 120, data: name }],
    additionals: [
      { name, type: 'SRV', ttl: 120, data: { port: 8710, target } },
      { name, type: 'TXT', ttl: 120, data: ['path=/a=b', 'secure', 'note='] },
      { name: target, type: 'A', ttl: 120, data: '192.0.2.7' },
    ],
  });
});
new Bonjour().find({ type: 'finding' }, ({ txt, rawTxt }) => {
  console.log(inspect(txt, { breakLength: 200 }), rawTxt.map(String).join(' '));
  process.exit();
});
setTimeout(() => process.exit(1), 30_000);
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
{ path: '/a=b', secure: undefined, 'note=': undefined } path=/a=b secure note=
TEXT
diff expected seen
