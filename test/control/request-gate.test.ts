import type { IncomingMessage } from 'node:http';
import t from 'tap';
import { createPeerRule } from '../../src/control/peer-rule.js';
import { createRequestGate } from '../../src/control/request-gate.js';

t.test('far peers are turned away before anything is read, where only near ones are wanted', async t => {
  const request = (remoteAddress: string) =>
    ({
      socket: { remoteAddress },
      url: '/',
      headers: { host: '[::1]' },
      headersDistinct: { host: ['[::1]'] },
    }) as never;
  const refused: string[] = [];
  const onRefused = ({ socket }: IncomingMessage, reason: string) =>
    void refused.push(`${socket.remoteAddress}: ${reason}`);
  const rules = { tlsOnly: false, hostNames: () => [], origins: [], onRefused } as const;
  const { isNear } = createPeerRule({ own: () => [] });
  const guarded = createRequestGate({ ...rules, isNear });
  t.match(guarded(request('8.8.8.8'), false), { problem: { status: 403 } });
  t.match(guarded(request('::ffff:192.168.1.2'), false), { problem: null });
  t.match(createRequestGate({ ...rules, isNear: null })(request('8.8.8.8'), false), { problem: null });
  t.strictSame(refused, ['8.8.8.8: Not allowed']);
});
