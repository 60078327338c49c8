#!/bin/sh
# dns-packet loses which dots of a service's name belong to it, so nobody can ask for a speaker called "Kitchen 2.0".
#
# Versions: dns-packet 5.6.1 (multicast-dns 7.2.5 and bonjour-service 1.4.4 are made of it), Node 20.
# A good guess: an instance's name may hold a dot, which is written `\.` where names are put together (RFC 6763, section 4.3);
# at least, what was decoded is encoded to the same bytes again.
# What happens: decoded, the dot within looks like the dots between. Encoded again, one label has become two, and a question for
# the service's port is about a name that is nobody's. A backslash before the dot changes nothing: it stays in the label.
# What follows: keep dots out of the names that you advertise; and do not cut the names of others at their first dot.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund dns-packet@5.6.1 >/dev/null
cat >ask.mjs <<'JS'
import packet from 'dns-packet';

const SERVICE = [0, 33, 0, 1];
const label = text => [text.length, ...Buffer.from(text)];
const question = Buffer.from([
  ...[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
  ...['Kitchen 2.0', '_raop', '_tcp', 'local'].flatMap(label),
  ...[0, ...SERVICE],
]);

/** The labels of the only question. */
function labels(bytes) {
  const found = [];
  for (let at = 12; bytes[at] > 0; at += bytes[at] + 1) found.push(String(bytes.subarray(at + 1, at + 1 + bytes[at])));
  return found.join(' | ');
}

const { questions } = packet.decode(question);
const [{ name }] = questions;
console.log('sent:', labels(question));
console.log('decoded:', name);
console.log('encoded again:', labels(packet.encode({ questions })));
const escaped = name.replace('.', '\\.');
console.log('with a backslash:', labels(packet.encode({ questions: [{ name: escaped, type: 'SRV' }] })));
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
sent: Kitchen 2.0 | _raop | _tcp | local
decoded: Kitchen 2.0._raop._tcp.local
encoded again: Kitchen 2 | 0 | _raop | _tcp | local
with a backslash: Kitchen 2\ | 0 | _raop | _tcp | local
TEXT
diff expected seen
