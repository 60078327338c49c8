import { hostname, userInfo } from 'node:os';
import { type Claimed, claimInvitation } from '../../client/claim.js';
import { isInviteCode, toInviteCode } from '../../core/vocabulary/invite-code.js';
import type { Hello, Role } from '../../contract/protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { quote } from './command-line.js';
import { toExitError } from './connect.js';
import { keepClaimed, type Kept } from './keep-claimed.js';
import { ClaimOverTls, createSpeakerJudge, refuseAnothersHome, refuseBorrowedId } from './same-speaker.js';
import { loadSocket } from './socket.js';
import { findDoor, type Wanted } from './target.js';
import { openTokenFile } from './tokens.js';
import { parseUrl, toSecure } from './url.js';
import { refuseVerb, type ShownVerb, type Told } from './verb.js';

/** The verb's help and completion. It needs no session, so it is run separately. */
export const claim: ShownVerb = {
  name: 'claim',
  usage: 'CODE|LINK',
  summary: 'accepts an invitation, and keeps the token for later calls',
  notes: [
    'CODE is the six digits that "sudo tonearm invite" prints on the speaker, with or without the space between them. LINK is the ' +
      'link that it prints; it is safer, because it works only with that speaker, while digits go to whatever answers to its name. ' +
      'Once a speaker has admitted you, digits need --url.',
    '  tonearm ctl claim 123456',
  ],
  options: ['name', 'replace'],
};

export interface ClaimOptions {
  readonly words: readonly string[];
  /** The name under which the speaker lists this user; null for user and machine. */
  readonly name: string | null;
  /** Whether the stored token of a speaker with the same id may be replaced. */
  readonly isReplacing: boolean;
  readonly wanted: Wanted;
  readonly environment: NodeJS.ProcessEnv;
}

/** Claims an invitation and stores the token without showing it. A link itself identifies the speaker. */
export async function runClaim(options: ClaimOptions): Promise<Told> {
  const { words, name, isReplacing, wanted, environment } = options;
  const text = words.join(' ').trim();
  if (text === '') throw refuseVerb(claim, 'no code or link given');
  const code = toInviteCode(text);
  if (!isInviteCode(code)) throw refuseVerb(claim, 'give the six digits of an invitation, or its whole link');
  const isLink = /^https?:\/\//i.test(text);
  const place = isLink && wanted.url === null && wanted.device === null ? { ...wanted, url: text } : wanted;
  const isDigits = /^\d{6}$/.test(code);
  if (isDigits && isReplacing)
    throw refuseVerb(claim, '--replace takes a link: digits would be told to whatever answers');
  const { url: found, deviceUuid, WebSocket } = await findDoor(place, environment, isDigits);
  // Anybody can be found: over TLS, what answers cannot pass the link on to the speaker.
  const url = deviceUuid !== null && !isDigits ? toSecure(found) : found;
  const ownName = name ?? `${userInfo().username}@${hostname()}`.slice(0, 64);
  const tokens = openTokenFile(environment);
  // An invitation is valid once: do not spend it on a token that cannot be stored.
  tokens.prepare();
  const door = { url, name: ownName, WebSocket };
  const trial = { name: ownName, WebSocket: await loadSocket() };
  const judgeKnown = createSpeakerJudge({ ...trial, url, tokens, isDigits });
  let judged: string | null | undefined;
  const judge = async (hello: Hello, binding: string): Promise<void> => {
    // Of the first greeting: null says that no token was kept then.
    if (judged === undefined) judged = tokens.find(hello.deviceUuid)?.token ?? null;
    if (deviceUuid !== null && hello.deviceUuid !== deviceUuid)
      throw createTrouble(
        `another speaker than the one advertised answers at ${url}; the invitation was not used`,
        'use the link of the invitation, or give the address with --url',
      );
    if (isReplacing) return;
    refuseBorrowedId(hello, tokens);
    // A link works only with its own speaker, and one that was found was chosen by its id or name.
    if (isDigits && deviceUuid === null) refuseAnothersHome(hello, url, tokens);
    await judgeKnown(hello, binding);
  };
  const claimAt = async (at: string): Promise<{ readonly claimed: Claimed; readonly at: string }> => ({
    // This machine's own socket needs no check: its agent is this machine's speaker.
    claimed: await claimInvitation({ ...door, url: at, code, ...(isOfNetwork(url) && { judge }) }),
    at,
  });
  const { claimed, at } = await claimAt(url)
    .catch((error: unknown) => {
      if (!(error instanceof ClaimOverTls)) throw error;
      return claimAt(toSecure(url));
    })
    .catch((error: unknown) => {
      throw toExitError(error, url, { problem: WebSocket.problem });
    });
  // With --device, the claim may have gone elsewhere than the link says.
  const givenUrl = wanted.url ?? (isLink && wanted.device === null ? text : null);
  const kept = await keepClaimed(claimed, {
    at,
    given: givenUrl === null ? null : parseUrl(givenUrl),
    isReplacing,
    judged: judged ?? null,
    tokens,
    trial: isOfNetwork(at) ? trial : null,
  });
  const { hello, role } = claimed;
  return {
    json: { speaker: { name: hello.name, deviceUuid: hello.deviceUuid }, role },
    text: toText(kept, role),
  };
}

function toText({ name, own, replaced, isWhole, losesTls, isDisturbed }: Kept, role: Role): string {
  return [
    `${oneLine(own)} has admitted you as ${role}`,
    ...replaced.map(other => `It replaces ${oneLine(other)}, whose token is gone`),
    name !== own &&
      `Another speaker with such a name has, too: choose this one with --device=${quote(oneLine(name))}`,
    !isWhole && 'Only its token could be kept: is the disk full?',
    losesTls && 'It no longer answers TLS: a machine between you and it can join in your sessions',
    isDisturbed && 'Something else answers TLS in its place: a machine may be between you and it',
  ]
    .filter(line => line !== false)
    .join('\n');
}

function isOfNetwork(url: string): boolean {
  return /^wss?:/.test(url);
}
