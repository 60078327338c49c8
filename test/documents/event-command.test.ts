import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { blockOf } from '../rigs/documents/pages.js';

t.test('the amplifier of the page is switched on and off', async t => {
  const folder = t.testdir();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  };
  file('amplifier', blockOf('docs/diagnosis.md', 'sh', '#!/bin/sh'));
  file('gpioset', `#!/bin/sh\necho "$@" >> "${folder}/pins"\n`);
  file('sleep', '#!/bin/sh\n');
  for (const event of ['playing', 'trackChanged', 'paused', 'idle']) {
    const { status, stderr } = spawnSync(join(folder, 'amplifier'), {
      env: { PATH: `${folder}:/usr/bin:/bin`, TONEARM_EVENT: event },
      encoding: 'utf8',
    });
    t.equal(status, 0, stderr);
  }
  t.equal(
    readFileSync(join(folder, 'pins'), 'utf8'),
    '--toggle 0 --chip gpiochip0 17=1\n--toggle 0 --chip gpiochip0 17=0\n',
  );
});
