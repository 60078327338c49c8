import t from 'tap';
import { isInviteCode, toInviteCode } from '../../src/core/vocabulary/invite-code.js';

t.test('six digits are taken however they are written', async t => {
  const ways = [
    '123456',
    '123 456',
    ' 12 34 56 ',
    '123-456',
    '123\u00a0456',
    '123\u202f456',
    '123\u2009456\n',
    '123\t456',
    '123\u2013456',
    '123\u2011456',
    '123 \u2212 456',
    '123.456',
    '\u200b123\u2060456\ufeff',
    '\u202a123456\u202c',
    '１２３　４５６',
  ];
  for (const way of ways) t.equal(toInviteCode(way), '123456', JSON.stringify(way));
});

t.test('a link says its secret; what is neither stays as it is', async t => {
  t.equal(toInviteCode('http://a.local:8710/#invite=abc-_1'), 'abc-_1');
  t.equal(toInviteCode(' https://a/#x=1&invite=abc\n'), 'abc');
  t.equal(toInviteCode('1 2'), '1 2');
  t.equal(toInviteCode('rTq2mXb0f8VYc1oK7sZ4Lw'), 'rTq2mXb0f8VYc1oK7sZ4Lw', 'a secret by itself');
  t.equal(toInviteCode('-Tq2mXb0f8VYc1oK7sZ4L_'), '-Tq2mXb0f8VYc1oK7sZ4L_', 'its dashes are its own');
  for (const good of ['000000', 'rTq2mXb0f8VYc1oK7sZ4Lw']) t.ok(isInviteCode(good), good);
  for (const bad of ['', '12345', '1234567', '123 456', 'http://a/', 'rTq2']) t.notOk(isInviteCode(bad), bad);
});
