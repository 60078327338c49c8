import t from 'tap';
import { setUpPairing } from '../rigs/pairing/bench.js';

t.test('a page whose host name another device may hold says so, with the paste form open', async t => {
  let host: string | null = null;
  const { ask } = await setUpPairing(t, { takenHost: () => host });
  const before = (await ask('GET', '/pair')).text;
  t.notMatch(before, /Another device in this network/);
  t.notMatch(before, /<details open>/);
  host = 'vm.local';
  const after = (await ask('GET', '/pair')).text;
  t.match(after, /Another device in this network may answer to .*vm\.local/);
  t.match(
    after,
    /<details open>\s*<summary>[^<]*<\/summary>\s*<form method="post" action="\/pair\/address">/,
  );
});

t.test('a page to which a sign-in has not come back says what to do if Allow does nothing', async t => {
  const { ask, start } = await setUpPairing(t);
  t.notMatch((await ask('GET', '/pair')).text, /Firefox/);
  await start();
  t.match(
    (await ask('GET', '/pair')).text,
    /If “Allow” does nothing .* Try another browser, such as Firefox/,
  );
});
