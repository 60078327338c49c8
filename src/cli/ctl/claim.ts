import { hostname, userInfo } from 'node:os';
import { type Claimed, claimInvitation } from '../../client/claim.js';
import { isInviteCode, toInviteCode } from '../../core/vocabulary/invite-code.js';
import { ExitError } from '../../contract/errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { onSpeaker, toCommandLine } from './command-line.js';
import { isElsewhere, toExitError } from './connect.js';
import { loadSocket } from './socket.js';
import { findClaimPlace, isNamed, type Wanted } from './target.js';
import { openKnownSpeakers, type KnownSpeakers } from './known-speakers.js';
import { refuseVerb, type ShownVerb, type Told } from './verb.js';

/** The verb's help and completion. It needs no session, so it is run separately. */
export const claim: ShownVerb = {
  name: 'claim',
  usage: 'CODE|LINK',
  summary: 'accepts an invitation, and keeps the token for later calls',
  notes: [
    'CODE is the six digits that "sudo tonearm invite" prints on the speaker, with or without the space between them. LINK is the ' +
      'link that it prints; it is safer, because it works only with that speaker, while digits go to whatever answers. ' +
      'So from another machine digits need --url.',
    '  tonearm ctl claim 123456 --url kitchen.local',
  ],
  options: ['name'],
};

export interface ClaimOptions {
  readonly words: readonly string[];
  /** The name under which the speaker lists this user; null for user and machine. */
  readonly name: string | null;
  readonly wanted: Wanted;
  readonly environment: NodeJS.ProcessEnv;
}

/** Claims an invitation and keeps the token without showing it. A link itself identifies the speaker. */
export async function runClaim(options: ClaimOptions): Promise<Told> {
  const { words, name, wanted, environment } = options;
  const text = words.join(' ').trim();
  if (text === '') throw refuseVerb(claim, 'no code or link given');
  const code = toInviteCode(text);
  if (!isInviteCode(code)) throw refuseVerb(claim, 'give the six digits of an invitation, or its whole link');
  const isLink = /^https?:\/\//i.test(text);
  const place = isLink && !isNamed(wanted) ? { ...wanted, url: text } : wanted;
  const { urls, deviceUuid, OwnSocket } = await findClaimPlace(place, environment, /^\d{6}$/.test(code));
  const ownName = name ?? `${userInfo().username}@${hostname()}`.slice(0, 64);
  const speakers = openKnownSpeakers(environment);
  // An invitation is valid once: do not spend it on a token that cannot be stored.
  speakers.prepare();
  const { claimed, url } = await claimFirst(urls, async at => {
    const WebSocket = OwnSocket ?? (await loadSocket());
    return claimInvitation({ url: at, code, name: ownName, WebSocket, deviceUuid }).catch(
      (error: unknown) => {
        throw toExitError(error, at, { problem: WebSocket.problem });
      },
    );
  });
  const { hello, role } = claimed;
  const losesTls = keep(claimed, url, speakers);
  return {
    json: { speaker: { name: hello.name, deviceUuid: hello.deviceUuid }, role },
    text: [
      `${oneLine(hello.name)} has admitted you as ${role}`,
      ...(losesTls
        ? ['It no longer answers TLS: a machine between you and it can join in your sessions']
        : []),
    ].join('\n'),
  };
}

/** Claims at one address after the other, until a speaker answers that may be the one. Rejects with an `ExitError`. */
async function claimFirst(
  [url = '', ...others]: readonly string[],
  claimAt: (url: string) => Promise<Claimed>,
): Promise<{ readonly claimed: Claimed; readonly url: string }> {
  try {
    return { claimed: await claimAt(url), url };
  } catch (error) {
    if (others.length === 0 || !(error instanceof ExitError) || !isElsewhere(error)) throw error;
    return claimFirst(others, claimAt);
  }
}

/** Keeps the token, and returns whether TLS is given up. If it fails, the error says how to take back the admission. */
function keep(
  { hello, deviceUuid, token, id, isOverTls }: Claimed,
  at: string,
  speakers: KnownSpeakers,
): boolean {
  const url = /^wss?:/.test(at) ? { url: at } : {};
  try {
    const before = speakers.find(deviceUuid);
    speakers.keep({ deviceUuid, name: hello.name, token, id, ...url, tls: isOverTls });
    return before?.tls === true && !isOverTls;
  } catch (cause) {
    if (!(cause instanceof ExitError)) throw cause;
    const [what = '', remedy = ''] = cause.message.split('\n→ ');
    const problem = `${what}; ${oneLine(hello.name)} has admitted you, but the token is lost`;
    const command = onSpeaker(toCommandLine(['phones', 'remove', oneLine(id)]), at);
    throw createTrouble(problem, `${remedy}; then remove your entry on the speaker: ${command}`, { cause });
  }
}
