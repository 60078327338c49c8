import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { toInviteCode } from '../../core/vocabulary/invite-code.js';
import type { JudgedCode } from '../../contract/pairing-ports.js';
import { claimProofOf, type Handshake, linkNameOf } from '../../contract/proof.js';
import { BOUNDS } from '../gate/bounds.js';
import type { Incidents } from '../gate/incidents.js';
import type { Meter } from '../../lib/meter.js';
import { RpcError, rateLimited, unauthorized } from '../rpc-error.js';
import type { Doer, Terms } from './terms.js';
import { isSame } from './verifiers.js';

/** An invitation as told to the client that asked for it. */
export interface NewInvitation {
  /** Six digits, for people; null if none were requested. */
  readonly code: string | null;
  /** How long it is valid, milliseconds. */
  readonly expiresMs: number;
}

/** A claim by link: proves that the client knows the secret without sending it. */
export interface LinkClaim {
  /** The link name, which identifies the secret. */
  readonly link: string;
  readonly proof: string;
  /** The handshakes the proof may be made of, one for each binding; empty if the nonce was already used. */
  readonly handshakes: readonly Handshake[];
}

/** An invitation whose secret a claim has proven to know. */
export interface Followed {
  readonly secret: string;
  readonly handshake: Handshake;
}

export interface InvitationsOptions {
  readonly meter: Meter<'tooManyCodes' | 'tooManyInvitations'>;
  readonly incidents: Pick<Incidents, 'note'>;
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
  /** Called with the inviter when the digits of an invitation end after too many wrong codes. */
  readonly onCodeEnded: (by: Doer) => void;
}

const GOOD_MS = 300_000;
/** How much longer than its validity an invitation can be used that was typed in time: the longest a sign-in may take. */
const HELD_MS = 15 * 60_000;
const OPEN_AT_ONCE = 5;
/** The name under which all invitations are counted. */
const ALL = '';

interface Invitation {
  /** Null if it has no digits, or they have ended. */
  codeHash: Buffer | null;
  readonly secret: string;
  readonly secretHash: Buffer;
  /** The name by which a claim by link identifies it. */
  readonly linkName: string;
  readonly untilMs: number;
  readonly terms: Terms;
  /** Wrong codes since it was made, from any peer: each may have been a guess at this one. */
  guesses: number;
  /** Somebody is being admitted by it. */
  isTaken: boolean;
  /** It was used or withdrawn. */
  isOver: boolean;
}

/**
 * Invitations, each of which admits one more phone (contract, section 4, `access.invite` and `access.claim`). None is
 * kept across restarts.
 */
export class Invitations {
  readonly #options: InvitationsOptions;
  #all: readonly Invitation[] = [];

  constructor(options: InvitationsOptions) {
    this.#options = options;
  }

  #open(): readonly Invitation[] {
    const nowMs = this.#options.steadyMs();
    this.#all = this.#all.filter(({ isOver, untilMs }) => !isOver && untilMs + HELD_MS > nowMs);
    return this.#all.filter(({ untilMs }) => untilMs > nowMs);
  }

  #freshCode(taken: readonly Invitation[]): string {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return taken.some(({ codeHash }) => codeHash?.equals(hashOf(code)) === true)
      ? this.#freshCode(taken)
      : code;
  }

  /**
   * Finds the open invitation of a code or secret. Digits match only where the peer may guess; a link's secret, which
   * nobody can guess, always does.
   */
  #find(code: string, mayGuess: boolean): Invitation | undefined {
    const hash = hashOf(code);
    // Compare all of them, so that the time taken reveals nothing.
    const [found] = this.#open().filter(({ codeHash, secretHash, isTaken }) => {
      const isCode = codeHash !== null && timingSafeEqual(codeHash, hash) && mayGuess;
      return (timingSafeEqual(secretHash, hash) || isCode) && !isTaken;
    });
    return found;
  }

  /** Counts one more, or throws. */
  #count(open: readonly Invitation[], by: Doer): void {
    const { meter, incidents, steadyMs } = this.#options;
    const nextMs = Math.ceil(Math.min(...open.map(({ untilMs }) => untilMs)) - steadyMs());
    const waitMs = open.length < OPEN_AT_ONCE ? meter.take('tooManyInvitations', ALL) : nextMs;
    if (waitMs === 0) return;
    incidents.note('tooManyInvitations', by.peer, { client: by.name });
    throw new RpcError(
      rateLimited('too many invitations are open, or were made within an hour', waitMs, 'tooManyInvitations'),
    );
  }

  /**
   * Creates an invitation. `secret`: the secret of the link, 128 bits as base64url. Throws an `RpcError` `rateLimited`
   * while too many are open or were made within the hour.
   */
  invite(
    terms: Terms,
    { secret, hasDigits }: { readonly secret: string; readonly hasDigits: boolean },
  ): NewInvitation {
    const open = this.#open();
    this.#count(open, terms.by);
    const code = hasDigits ? this.#freshCode(open) : null;
    const invitation = {
      codeHash: code === null ? null : hashOf(code),
      secret,
      secretHash: hashOf(secret),
      linkName: linkNameOf(secret),
      untilMs: this.#options.steadyMs() + GOOD_MS,
      terms,
      ...{ guesses: 0, isTaken: false, isOver: false },
    };
    this.#all = [...this.#all, invitation];
    return { code, expiresMs: GOOD_MS };
  }

  /** Returns the invitation of this code or secret; or counts a wrong one, and returns what to say. */
  #look(code: string, peer: string): Invitation | RpcError {
    const { meter, incidents, onCodeEnded } = this.#options;
    const waitMs = meter.waitMs('tooManyCodes', peer);
    const found = this.#find(toInviteCode(code), waitMs === 0);
    if (found !== undefined) return found;
    incidents.note(waitMs > 0 ? 'tooManyCodes' : 'wrongCode', peer);
    if (waitMs > 0)
      return new RpcError(rateLimited('too many wrong codes; a link still works', waitMs, 'tooManyCodes'));
    meter.note('tooManyCodes', peer);
    for (const each of this.#open()) {
      each.guesses += 1;
      if (each.codeHash === null || each.guesses < BOUNDS.codeGuesses) continue;
      each.codeHash = null;
      onCodeEnded(each.terms.by);
    }
    return new RpcError(unauthorized('this code is wrong, already used or expired'));
  }

  /**
   * Uses up the invitation of this code or secret, and resolves with what `admit` returns for its terms; if `admit`
   * fails, the invitation stays valid. Throws an `RpcError`: `unauthorized`, or `rateLimited` after too many wrong
   * codes of this peer, whose digits are then no longer checked.
   */
  async claim<T>(code: string, peer: string, admit: (terms: Terms) => Promise<T>): Promise<T> {
    const found = this.#look(code, peer);
    if (found instanceof RpcError) throw found;
    return this.#use(found, () => admit(found.terms));
  }

  /**
   * Judges a code typed in while pairing the speaker (contract, section 3, `POST /pair/start`); counted as a claim. An
   * owner's stays open until it is used, and usable beyond its expiry, because signing in takes time.
   */
  judge(code: string, peer: string): JudgedCode {
    const found = this.#look(code, peer);
    if (found instanceof RpcError) {
      const { retryAfterMs: waitMs } = (found.answer.data ?? {}) as { readonly retryAfterMs?: number };
      return waitMs === undefined ? { type: 'wrong' } : { type: 'wait', waitMs };
    }
    const { role, by } = found.terms;
    if (role !== 'owner') return { type: 'guest' };
    const use = <T>(doing: () => Promise<T>) =>
      found.isOver || found.isTaken ? null : this.#use(found, doing);
    return { type: 'owner', code: { by, use } };
  }

  /** Claims by link, as `claim` does by code; null if no open invitation matches or the proof is wrong. */
  follow<T>(claim: LinkClaim, admit: (terms: Terms, followed: Followed) => Promise<T>): Promise<T> | null {
    const found = this.#open().find(
      ({ linkName, isTaken }) => !isTaken && isSame(Buffer.from(linkName), Buffer.from(claim.link)),
    );
    const handshake = claim.handshakes.find(
      each =>
        found !== undefined &&
        isSame(Buffer.from(claimProofOf(found.secret, each)), Buffer.from(claim.proof)),
    );
    if (found === undefined || handshake === undefined) return null;
    return this.#use(found, () => admit(found.terms, { secret: found.secret, handshake }));
  }

  /** Reserves the invitation while `doing` runs, and uses it up if that succeeds. */
  async #use<T>(invitation: Invitation, doing: () => Promise<T>): Promise<T> {
    invitation.isTaken = true;
    try {
      const done = await doing();
      invitation.isOver = true;
      return done;
    } finally {
      invitation.isTaken = false;
    }
  }

  /** Withdraws the invitations of these clients. */
  withdraw(by: ReadonlySet<string>): void {
    for (const each of this.#all) each.isOver ||= by.has(each.terms.by.id ?? '');
  }

  clear(): void {
    for (const each of this.#all) each.isOver = true;
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
