import t from 'tap';
import { playerEnvironment } from '../../src/player/process/program.js';

t.test('a player is given what sound needs of the environment, and no secret', async t => {
  const kept = {
    PATH: '/bin',
    LC_ALL: 'C',
    PULSE_SERVER: 'p',
    XDG_RUNTIME_DIR: '/run/user/1',
    ALSA_CARD: '1',
  };
  const dropped = {
    TONEARM_CLIENT_SECRET: 's',
    CREDENTIALS_DIRECTORY: 'c',
    NODE_OPTIONS: 'n',
    LANG: undefined,
  };
  const {
    MALLOC_ARENA_MAX: arenas,
    PIPEWIRE_DEBUG: level,
    ...given
  } = playerEnvironment({ ...kept, ...dropped });
  t.equal(arenas, '1');
  t.equal(level, '0', 'PipeWire would write into the journal by itself');
  t.match(playerEnvironment({ PIPEWIRE_DEBUG: '4' }), { PIPEWIRE_DEBUG: '4' }, 'unless somebody wants it to');
  t.match(given, kept);
  t.strictSame(
    Object.keys(given).filter(name => !name.startsWith('MALLOC_')),
    Object.keys(kept),
  );
});
