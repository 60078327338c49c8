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
  const rules = { tlsOnly: false, hostNames: () => [], origins: [] } as const;
  const { isNear } = createPeerRule({ own: () => [] });
  const guarded = createRequestGate({ ...rules, isNear });
  t.match(guarded(request('8.8.8.8'), false), { problem: { status: 403 } });
  t.match(guarded(request('::ffff:192.168.1.2'), false), { problem: null });
  t.match(createRequestGate({ ...rules, isNear: null })(request('8.8.8.8'), false), { problem: null });
});
