import type { ControlClient } from '../../../client/control-client.js';
import { isInviteCode, toInviteCode } from '../../../core/vocabulary/invite-code.js';
import type { StoredText } from './stored-text.js';

/** The invitation by which this owner signs in. It is reused while valid, because only five may be open. */
export interface OwnCode {
  /** Returns the secret of its link. Rejects like a call. */
  get(): Promise<string>;
}

export interface OwnCodeOptions {
  readonly client: Pick<ControlClient, 'invite' | 'revision'>;
  /** Outlives the page: the sign-in leaves the page, and Back reloads it. */
  readonly kept: StoredText;
  /** A clock that also runs while the phone sleeps. */
  readonly nowMs: () => number;
}

interface KeptCode {
  readonly code: string;
  readonly untilMs: number;
  /** The speaker's revision when the invitation was made. */
  readonly revision: number;
}

/** Revisions of different processes lie far apart; a new process no longer knows earlier invitations. */
const SAME_PROCESS = 2 ** 30;

/** Whether the process of the speaker that had the revision `before` is the one that has `now`. */
export function isOneProcess(before: number, now: number): boolean {
  return now >= before && now - before < SAME_PROCESS;
}

/** The remaining validity that a sign-in needs, in milliseconds; with less, a new invitation is made. */
const LEAST_LEFT_MS = 120_000;

export function createOwnCode({ client, kept, nowMs }: OwnCodeOptions): OwnCode {
  let asking: Promise<string> | null = null;

  function isGood({ untilMs, revision }: KeptCode): boolean {
    return untilMs - nowMs() >= LEAST_LEFT_MS && isOneProcess(revision, client.revision ?? 0);
  }

  async function ask(): Promise<string> {
    const revision = client.revision ?? 0;
    const { link, expiresMs } = await client.invite({ role: 'owner' });
    const made: KeptCode = { code: toInviteCode(link), untilMs: nowMs() + expiresMs, revision };
    kept.set(JSON.stringify(made));
    return made.code;
  }

  return {
    async get() {
      const made = parseMade(kept.get());
      if (made !== null && isGood(made)) return made.code;
      asking ??= ask().finally(() => (asking = null));
      return asking;
    },
  };
}

function parseMade(text: string | null): KeptCode | null {
  try {
    const { code, untilMs, revision } = JSON.parse(text ?? '') as Record<keyof KeptCode, unknown>;
    if (typeof code !== 'string' || !isInviteCode(code)) return null;
    return typeof untilMs === 'number' && typeof revision === 'number' ? { code, untilMs, revision } : null;
  } catch {
    return null;
  }
}
