import t from 'tap';
import { isAllowedOrigin } from '../../src/control/transport/origin-rule.js';

t.test('origins: the own one, a listed one, or none at all', async t => {
  const own = {
    scheme: 'http',
    host: 'Speaker.local:8710',
    origins: ['https://Remote.example', 'http://x:81/'],
  } as const;
  const rows: [boolean, Record<string, string>][] = [
    [true, {}],
    [true, { origin: 'http://speaker.local:8710' }],
    [true, { origin: 'HTTP://SPEAKER.LOCAL:8710' }],
    [true, { origin: 'https://remote.example' }],
    [true, { origin: 'https://remote.example:443', 'sec-fetch-site': 'cross-site' }],
    [true, { origin: 'http://x:81' }],
    [true, { 'sec-fetch-site': 'same-origin' }],
    [true, { 'sec-fetch-site': 'none' }],
    [false, { 'sec-fetch-site': 'cross-site' }],
    [false, { origin: 'http://speaker.local:8710', 'sec-fetch-site': 'cross-site' }],
    [false, { 'sec-fetch-site': 'Cross-Site' }],
    [false, { 'sec-fetch-site': 'same-origin, cross-site' }],
    [false, { 'sec-fetch-site': 'cross-site, same-origin' }],
    [false, { origin: 'null' }],
    [false, { origin: '' }],
    [false, { origin: 'http://speaker.local' }],
    [false, { origin: 'https://speaker.local:8710' }],
    [false, { origin: 'http://speaker.local:8711' }],
    [false, { origin: 'http://evil.example' }],
    [false, { origin: 'http://remote.example' }],
    [false, { origin: 'http://speaker.local:8710@evil.example' }],
    [false, { origin: 'http://speaker.local:8710/path' }],
    [false, { origin: 'http://speaker.local:8710, http://evil.example' }],
    [false, { origin: 'file://' }],
    [false, { origin: 'http://[bad' }],
  ];
  for (const [allowed, headers] of rows)
    t.equal(isAllowedOrigin(headers, own), allowed, JSON.stringify(headers));
  const literal = { scheme: 'http', host: '[::1]:80', origins: [] } as const;
  t.equal(isAllowedOrigin({ origin: 'http://[::1]' }, literal), true, 'the default port may be left out');
  t.equal(isAllowedOrigin({ origin: 'http://[::2]' }, literal), false);
});
