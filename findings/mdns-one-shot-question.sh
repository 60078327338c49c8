#!/bin/sh
# A one-shot question for a speaker gets no answer from bonjour-service, and a nameless one from dnssd-advertise.
#
# Versions: bonjour-service 1.4.4, dnssd-advertise 1.1.6, dns-packet 5.6.1 and Node 20 to ask.
# A good guess: who asks from another port than 5353 does not hear the group; so the answer goes to that port, with the number
# and the question of what was asked (RFC 6762, section 6.7).
# What happens: bonjour-service answers the group alone, so the asker waits in vain. dnssd-advertise answers the asker, but with
# the number 0 and without the question, which a resolver that compares the two throws away.
# What follows: who looks for such speakers has to join the group on port 5353, as a browser of services does.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund bonjour-service@1.4.4 dnssd-advertise@1.1.6 dns-packet@5.6.1 >/dev/null
cat >ask.mjs <<'JS'
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Bonjour } from 'bonjour-service';
import packet from 'dns-packet';
import { advertise } from 'dnssd-advertise';

const [PORT, GROUP, ID] = [5353, '224.0.0.251', 4242];
const speaker = { name: 'Kitchen', type: 'one-shot', protocol: 'tcp', port: 8710 };
const name = '_one-shot._tcp.local';
const servers = {
  'bonjour-service': () => new Bonjour().publish(speaker),
  'dnssd-advertise': () => advertise(speaker),
};

const library = process.argv[2];
servers[library]();
const heard = { group: [], asker: [] };
const group = createSocket({ type: 'udp4', reuseAddr: true }).bind(PORT);
const asker = createSocket('udp4').bind(0);
await Promise.all([once(group, 'listening'), once(asker, 'listening')]);
group.addMembership(GROUP);
for (const [place, socket] of Object.entries({ group, asker }))
  socket.on('message', bytes => {
    const told = packet.decode(bytes);
    if (told.type === 'response' && told.answers.some(answer => answer.name === name)) heard[place].push(told);
  });

// The announcements are over by then.
await wait(6000);
heard.group = [];
for (let tries = 0; tries < 3; tries += 1) {
  asker.send(packet.encode({ type: 'query', id: ID, questions: [{ name, type: 'PTR' }] }), PORT, GROUP);
  await wait(2000);
}
const [answer] = heard.asker;
console.log(`${library}: the asker hears`, answer ? `number ${answer.id}, ${answer.questions.length} questions` : 'nothing');
if (!answer) console.log('  the group hears', heard.group.length > 0 ? 'the answer' : 'nothing');
process.exit();
JS
for library in bonjour-service dnssd-advertise; do timeout 40 node ask.mjs "$library"; done >seen
cat seen
cat >expected <<'TEXT'
bonjour-service: the asker hears nothing
  the group hears the answer
dnssd-advertise: the asker hears number 0, 0 questions
TEXT
diff expected seen
