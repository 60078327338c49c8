import type { IncomingMessage } from 'node:http';
import t from 'tap';
import { createPeerRule } from '../../src/control/transport/peer-rule.js';
import { createRequestGate, originOf } from '../../src/control/transport/request-gate.js';

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

t.test('People who are turned away read why in their language, and a way on', async t => {
  const request = (language: string, remoteAddress: string, origin?: string) =>
    ({
      socket: { remoteAddress },
      method: 'POST',
      url: '/',
      headers: { host: '192.0.2.7:8710', 'accept-language': language, origin },
      headersDistinct: { host: ['192.0.2.7:8710'] },
    }) as never;
  const gate = createRequestGate({
    ...{ tlsOnly: false, hostNames: () => [], origins: [], onRefused: () => undefined },
    isNear: address => address !== '8.8.8.8',
  });
  const far = gate(request('de-CH, en;q=0.5', '8.8.8.8'), false).problem;
  t.match(far, { status: 403, headers: { 'content-language': 'de' } });
  t.match(far?.body, /<html lang="de" dir="ltr">[^]*<style>[^]*<h1>Hier nicht verfügbar<\/h1>/);
  t.match(far?.body, /seinem eigenen Netzwerk[^]*<a href="\/">Erneut versuchen<\/a>/);
  const foreign = gate(request('ar', '192.0.2.9', 'http://elsewhere.invalid'), true).problem;
  t.match(foreign?.body, /<html lang="ar" dir="rtl">[^]*TONEARM_CONTROL_ORIGINS[^]*<a href="\/">/);
});

t.test('The gate names the address that a request reached, whatever its Host', async t => {
  const at = (localAddress: string | undefined, more: object = {}) =>
    originOf({
      socket: { localAddress, localPort: 8710, ...more },
      headers: { host: '192.0.2.66' },
    } as unknown as IncomingMessage);
  t.equal(at('192.0.2.7'), 'http://192.0.2.7:8710');
  t.equal(at('::ffff:192.0.2.7'), 'http://192.0.2.7:8710');
  t.equal(at('fd00::7'), 'http://[fd00::7]:8710');
  t.equal(at('fd00::7', { encrypted: true }), 'https://[fd00::7]:8710');
  t.equal(at('fe80::7%eth0'), '', 'no browser knows the zone');
  t.equal(at('127.0.0.1'), '', 'it would be the phone’s own behind a proxy');
  t.equal(at(undefined), '');
});
