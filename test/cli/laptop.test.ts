import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../rigs/cli/folder.js';
import { runInstalled, whyNotInstalled } from '../rigs/cli/installed.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { certificateIn } from '../rigs/control/tls.js';

/** As the package leaves them. */
const SETTINGS =
  'mkdir /etc/tonearm && install -m 600 /run/program/config/tonearm.env.example /etc/tonearm/tonearm.env';
/** As systemd leaves it when the agent has ended for want of settings. */
const STARTED_ONCE = 'mkdir -m 700 /var/lib/tonearm && chown 1:1 /var/lib/tonearm';
const set = (line: string) => `echo ${line} >> /etc/tonearm/tonearm.env`;

t.test(
  'a machine with the package and no settings is no speaker: ctl means those of the network',
  { skip: whyNotInstalled },
  async t => {
    const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir(), { only: false }) } });
    t.teardown(device.stop);
    const folder = makeFolder(t);
    chmodSync(folder, 0o755);
    const machine = join(folder, 'machine');
    mkdirSync(machine);
    // Avahi answers root alone in this place.
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const seen = `=;lo;IPv4;Kitchen;_tonearm._tcp;local;k.local;127.0.0.1;${device.server.port};"tls=1" "path=/control" "id=d0"`;
    writeFileSync(join(bin, 'avahi-browse'), `#!/bin/sh\necho '${seen}'\n`, { mode: 0o755 });
    const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
    const environment = { PATH, TONEARM_CONTROL_TOKEN: FIXED_TOKEN, XDG_CONFIG_HOME: '/run/config' };
    const home = 'mkdir -m 777 /run/config';
    const ctl = (setUp: string, words: readonly string[], isRoot = false) =>
      runInstalled(machine, { setUp: `${home} && ${setUp}`, environment, ...(isRoot && { isRoot: true }) }, [
        'ctl',
        ...words,
      ]);

    for (const setUp of [SETTINGS, `${SETTINGS} && ${STARTED_ONCE}`]) {
      for (const isRoot of [false, true]) {
        const who = `${isRoot ? 'root' : 'somebody'}: ${setUp}`;
        t.match(await ctl(setUp, ['volume'], isRoot), { code: 0, stdout: '35\n' }, who);
        t.match(await ctl(setUp, ['speakers'], isRoot), { code: 0, stdout: /^Kitchen / }, who);
        if (isRoot) continue;
        const claimed = await ctl(setUp, ['claim', '000000'], isRoot);
        t.match(claimed, { code: 64, stderr: /^tonearm: digits .* only to an address/ }, who);
      }
    }

    const away =
      /^tonearm: no agent answers at \/run\/tonearm\/.*: the agent of this machine is not running\n→ .*--device or --url\n$/;
    const speakers: Readonly<Record<string, string>> = {
      'it has a service': `${SETTINGS} && ${set('TONEARM_BASE_URL=http://x')}`,
      'it is paired': `${SETTINGS} && mkdir -m 755 /var/lib/tonearm && touch /var/lib/tonearm/credentials.json`,
    };
    for (const [why, setUp] of Object.entries(speakers)) {
      for (const isRoot of [false, true]) {
        t.match(await ctl(setUp, ['volume'], isRoot), { code: 1, stdout: '', stderr: away }, why);
        t.match(
          await ctl(setUp, ['speakers'], isRoot),
          { code: 0, stdout: /^Kitchen / },
          `${why}: lists all the same`,
        );
      }
    }
    const second = `${SETTINGS} && cp /etc/tonearm/tonearm.env /etc/tonearm/bath.env && echo TONEARM_BASE_URL=http://x >> /etc/tonearm/bath.env`;
    t.match(await ctl(second, ['volume'], true), {
      code: 1,
      stderr: /\/run\/tonearm@bath\/.* tonearm@bath is not running/,
    });
  },
);
