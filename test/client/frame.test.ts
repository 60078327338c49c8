import { test } from 'tap';
import { parseFrame } from '../../src/client/frame.js';

void test('reads frames', async t => {
  t.same(parseFrame('{"jsonrpc":"2.0","id":4,"result":{"a":1}}'), {
    type: 'result',
    id: 4,
    result: { a: 1 },
  });
  const invalid = '{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"volume is missing."}}';
  t.match(parseFrame(invalid), { type: 'error', id: 4, error: { reason: 'invalidParams', code: -32602 } });
  const unread = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Not JSON."}}';
  t.match(parseFrame(unread), { type: 'error', id: null, error: { reason: 'parseError' } });
  const bare =
    '{"jsonrpc":"2.0","id":4,"error":{"code":2006,"message":"No.","data":{"reason":"serviceError","retryAfterMs":null}}}';
  t.match(parseFrame(bare), { type: 'error', error: { reason: 'serviceError', retryAfterMs: undefined } });
  for (const bad of [new Uint8Array(2), '', 'null', '7', '{}', '{"id":1,"error":{}}']) {
    t.throws(() => parseFrame(bad), { name: 'ControlError' });
  }
});
