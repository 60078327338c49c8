import t from 'tap';
import { type AvahiAnswer, createAvahiHostName, parseHostName } from '../../src/discovery/avahi-host-name.js';

process.env['DBUS_SYSTEM_BUS_ADDRESS'] = 'unix:path=/nowhere/at/all';

t.test('the name Avahi holds: asked at most once a minute, and only when somebody wants to know', async t => {
  let nowMs = 0;
  let asked = 0;
  const answers: AvahiAnswer[] = [
    { state: 'responding', hostName: 'a.local' },
    { state: 'responding', hostName: 'a-2.local' },
    { state: 'absent' },
  ];
  const ask = () => Promise.resolve(answers[asked++] ?? { state: 'unknown' as const });
  const told: string[] = [];
  const hostName = createAvahiHostName({ ask, steadyMs: () => nowMs, onChange: name => told.push(name) });
  t.equal(hostName.current(), null);
  t.equal(await hostName.refresh(), 'a.local', 'the question under way is shared');
  t.equal(hostName.current(), 'a.local');
  nowMs = 61_000;
  t.equal(hostName.current(), 'a.local');
  t.equal(await hostName.refresh(), 'a-2.local');
  t.strictSame(told, ['a.local', 'a-2.local']);
  t.equal(asked, 2);
  t.equal(await hostName.refresh(), null);
  t.equal(await createAvahiHostName().refresh(), null, 'no bus');
});

t.test('rubbish for a host name is no host name', async t => {
  t.equal(parseHostName('s "Speaker-2.local"\n'), 'speaker-2.local');
  t.equal(parseHostName('method return time=1\n   string "küche.local."\n'), 'küche.local');
  for (const output of ['', 's ""', 's "local"', 's "a b.local"', 's "a/b.local"', 'u 5', 's "a..local"']) {
    t.equal(parseHostName(output), null, output);
  }
});
