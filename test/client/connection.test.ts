import t from 'tap';
import { type ClientSocket, SpeakerConnection } from '../../src/client/connection.js';
import { faultOf } from '../rigs/client/bench.js';

t.test('a socket that is about to end is sent nothing', async t => {
  const sent: string[] = [];
  const closed: unknown[] = [];
  let readyState = 1;
  class Ending implements ClientSocket {
    get readyState() {
      return readyState;
    }
    send(data: string) {
      sent.push(data);
    }
    close(code?: number) {
      closed.push(code);
    }
    addEventListener() {}
  }
  const connection = new SpeakerConnection({
    WebSocket: Ending,
    url: 'ws://speaker.local/control',
    onNotification: () => undefined,
    onClose: () => undefined,
  });
  const first = faultOf(connection.call('state.get', {}, 60_000));
  t.equal(sent.length, 1);
  for (readyState of [2, 3])
    t.match(await faultOf(connection.call('state.get', {}, 60_000)), { reason: 'disconnected' });
  t.equal(sent.length, 1);
  t.same(closed, [], 'its own event tells that it has ended');
  connection.close(1000);
  t.match(await first, { reason: 'disconnected' });
});
