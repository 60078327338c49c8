/** What a fake speaker answers on its own page, where a test does not care. */
import type { FakeSpeaker } from './server.js';

export function answerInvite(speaker: FakeSpeaker): void {
  speaker.answer('access.invite', () => ({
    code: '049302',
    link: 'http://kitchen.local:8710/#invite=rTq2mXb0f8VYc1oK7sZ4Lw',
    expiresMs: 300_000,
  }));
}

export function answerInfo(speaker: FakeSpeaker): void {
  speaker.answer('system.info', () => ({
    versions: { tonearm: '1.2.3', node: '20', mpv: null },
    deviceUuid: 'u',
    name: 'Kitchen',
    uptimeMs: 7_300_000,
    serviceProfile: 'full',
  }));
}
