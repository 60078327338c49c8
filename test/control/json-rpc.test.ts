import t from 'tap';
import { parseCall } from '../../src/control/json-rpc.js';

t.test('calls: JSON-RPC 2.0 and nothing else', async t => {
  t.same(parseCall('{"jsonrpc":"2.0","method":"a","id":null}'), {
    call: { method: 'a', params: undefined, id: null },
  });
  t.same(parseCall('{"jsonrpc":"2.0","method":"a","params":[1],"more":1}'), {
    call: { method: 'a', params: [1] },
  });
  const rows: [string, number, unknown][] = [
    ['', -32700, null],
    ['{', -32700, null],
    ['{"jsonrpc":"2.0","method":"a","id":1', -32700, null],
    ['['.repeat(60_000), -32700, null],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, -32600, null],
    ['[]', -32600, null],
    ['[{"jsonrpc":"2.0","method":"a","id":1}]', -32600, null],
    ['null', -32600, null],
    ['"x"', -32600, null],
    ['1', -32600, null],
    ['{}', -32600, null],
    ['{"id":7,"method":"a"}', -32600, 7],
    ['{"jsonrpc":"1.0","id":"x","method":"a"}', -32600, 'x'],
    ['{"jsonrpc":2.0,"id":1,"method":"a"}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32600, 1],
    ['{"jsonrpc":"2.0","id":{},"method":"a"}', -32600, null],
    ['{"jsonrpc":"2.0","id":[1],"method":"a"}', -32600, null],
    ['{"jsonrpc":"2.0","id":true,"method":"a"}', -32600, null],
  ];
  for (const [text, code, id] of rows) t.match(parseCall(text), { id, error: { code } }, text.slice(0, 60));
});
