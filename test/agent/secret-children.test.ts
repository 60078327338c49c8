import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { whyNoLandlock } from '../fakes/machine/landlock.js';
import { isAt } from '../fakes/phones/phone.js';
import { endsBySignal } from '../rigs/agent/process.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import { createShortFolder } from '../rigs/agent/fault-row.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const CONTROL_TOKEN = 'fixed-control-token-of-the-test';
const SECRET = 'Secret=of+the/client';
const PROGRAMS = ['flock', 'setpriv', 'mpv', 'busctl', 'dbus-send', 'avahi-publish', 'env'];

/** By which the player is in a room of its own wherever it can be, as with Debian 13's setpriv. */
const rooms = createShortFolder(t);
const own = process.env['PATH'] ?? '';
const PATH = whyNoLandlock(rooms) === false ? `${rooms}:${own}` : own;

/**
 * Programs that write down in `notes` with what environment and words they were called, and then are who they stand for.
 */
function writeWitnesses(folder: string, notes: string) {
  for (const name of PROGRAMS) {
    const path = join(folder, name);
    const note = `tr '\\0' '\\n' < /proc/$$/environ > '${notes}/${name}'.$$; echo "$@" >> '${notes}/${name}'.$$`;
    writeFileSync(path, `#!/bin/sh\n${note}\nPATH='${PATH}'\nexec ${name} "$@"\n`);
    chmodSync(path, 0o755);
  }
  return () => readdirSync(notes).map(name => ({ name, text: readFileSync(join(notes, name), 'utf8') }));
}

for (const way of ['variable', 'credential'] as const) {
  t.test(`No child learns a secret by ${way}, nor its place`, { skip }, async t => {
    const folder = createShortFolder(t);
    // Where the player, too, may write from its room.
    const notes = mkdtempSync('/dev/shm/tonearm-notes-');
    t.teardown(() => removeFolder(notes));
    const witnesses = writeWitnesses(folder, notes);
    const rig = await createRig(t, { trackSeconds: 60, clientSecret: SECRET });
    const credentials = join(folder, 'credentials');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'client-secret'), `${SECRET}\n`);
    const { agent, phone } = await rig.ready({
      PATH: `${folder}:${PATH}`,
      TONEARM_CONTROL_TOKEN: CONTROL_TOKEN,
      TONEARM_MDNS: 'on',
      ...(way === 'credential' ? { TONEARM_CLIENT_SECRET: '', CREDENTIALS_DIRECTORY: credentials } : {}),
    });
    await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
    const environ = readFileSync(`/proc/${agent.players()[0] ?? 0}/environ`, 'utf8');
    await endsBySignal(agent, 'SIGTERM');

    const told = witnesses();
    for (const name of ['flock', 'mpv']) {
      t.ok(
        told.some(note => note.name.startsWith(name)),
        `${name} was called`,
      );
    }
    const hidden = [SECRET, CONTROL_TOKEN, credentials, ...rig.wire.secrets].filter(text => text.length > 5);
    for (const { name, text } of [...told, { name: 'the player itself', text: environ }]) {
      t.same(
        hidden.filter(secret => text.includes(secret)),
        [],
        name,
      );
      t.notMatch(text, /TONEARM_CLIENT_SECRET|TONEARM_CONTROL_TOKEN|CREDENTIALS_DIRECTORY/, name);
    }
    t.notMatch(environ, 'TONEARM_', 'the player has nothing of the agent’s');
  });
}
