import { test } from 'tap';
import { createControlClient, ControlError } from '../../src/client/client.js';
import { loadNodeSocket } from '../../src/client/node-socket.js';
import { startFakeSpeaker } from '../fakes/speaker/server.js';
import { faultOf } from '../rigs/client/bench.js';

void test('A program whose token is not there, or cannot be read, is told and does not wait', async t => {
  const speaker = await startFakeSpeaker();
  t.teardown(() => speaker.stop());
  const WebSocket = await loadNodeSocket();
  const tokens: readonly (readonly [token: () => string, message: RegExp])[] = [
    [() => (process.env as Record<string, string>)['TONEARM_UNSET_TOKEN'] as string, /./],
    [
      () => {
        throw new TypeError('no such file');
      },
      /^The token could not be read: TypeError: no such file$/,
    ],
    [
      () => {
        throw new ControlError('unproven', 'Not mine.');
      },
      /^Not mine\.$/,
    ],
  ];
  for (const [token, message] of tokens) {
    const client = createControlClient({ url: speaker.url, name: 'Program', token, WebSocket });
    client.start();
    const fault = await faultOf(client.whenOnline());
    t.match(fault, { name: 'ControlError', message });
    t.equal(client.phase, 'unauthorized');
    client.stop();
  }
});
