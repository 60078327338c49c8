/** What a fake speaker answers on its own page, where a test does not care. */
import type { FakeSpeaker } from './server.js';

export const INVITATION = {
  code: '049302',
  link: 'http://kitchen.local:8710/#invite=rTq2mXb0f8VYc1oK7sZ4Lw',
  expiresMs: 300_000,
};

export const INFO = {
  versions: { tonearm: '1.2.3', node: '20', mpv: null },
  deviceUuid: 'u',
  name: 'Kitchen',
  uptimeMs: 7_300_000,
  serviceProfile: 'full',
};

export function answerInvite(speaker: FakeSpeaker): void {
  speaker.answer('access.invite', () => INVITATION);
}

/** An invitation that is open at other addresses, too. */
export function answerInviteAt(speaker: FakeSpeaker, ...otherUrls: readonly string[]): void {
  const { code, expiresMs } = INVITATION;
  const invitation = { url: 'http://kitchen.local:8710', otherUrls, nonce: 'A'.repeat(24), code, expiresMs };
  speaker.answer('access.invite', () => invitation);
}

export function answerInfo(speaker: FakeSpeaker): void {
  speaker.answer('system.info', () => INFO);
}
