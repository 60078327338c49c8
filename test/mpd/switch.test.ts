import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum, createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { INSTALLED, PROGRAM } from '../rigs/program.js';
import { callMpd } from '../fakes/mpd/caller.js';

t.setTimeout(300_000);
const isBundle = PROGRAM === INSTALLED.program;

t.test(
  'MPD’s protocol is loaded only where it is switched on',
  { skip: noPlayer || (!isBundle && 'not the bundle') },
  async t => {
    const folder = t.testdir({
      // The bundle loads its files by `vm`.
      'note.cjs': `const vm = require('node:vm');
        const names = [];
        vm.Script = class extends vm.Script {
          constructor(code, options) {
            super(code, options);
            names.push(options.filename);
          }
        };
        process.on('exit', () => require('node:fs').writeFileSync(process.env.NOTE, names.join('\\n')));`,
    });
    const loadedBy = async (name: string, more: Readonly<Record<string, string>>): Promise<string> => {
      const NOTE = join(folder, name);
      const rig = await createRig(t);
      const { agent } = await rig.ready({
        ...more,
        NOTE,
        NODE_OPTIONS: `--require=${join(folder, 'note.cjs')}`,
      });
      if ('TONEARM_MPD_HOST' in more) await agent.line(/^MPD’s protocol is served/);
      agent.child.kill('SIGTERM');
      await agent.ended;
      return readFileSync(NOTE, 'utf8');
    };
    const chunk = /\/mpd-\w+\.js$/m;
    t.match(await loadedBy('on', { TONEARM_MPD_HOST: '127.0.0.1', TONEARM_MPD_PORT: '0' }), chunk);
    t.notMatch(await loadedBy('off', {}), chunk);
  },
);

t.test('A port in use costs a warning, until it is free', { skip: noPlayer }, async t => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const rig = await createRig(t);
  const { agent, phone } = await rig.ready({
    TONEARM_MPD_HOST: '127.0.0.1',
    TONEARM_MPD_PORT: String(port),
  });
  await agent.line(/^MPD’s protocol cannot be served/);
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('sounding', isSounding);
  other.close();
  await agent.line(/^MPD’s protocol is served/);
  const caller = await callMpd(port);
  t.match(await caller.ask('status'), 'state: play\n');
  caller.socket.destroy();
});
