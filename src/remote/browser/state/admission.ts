import type { Claimed } from '../../../client/claim.js';
import type { ControlClient } from '../../../client/control-client.js';
import { ControlError } from '../../../client/control-error.js';
import type { Credential } from '../../../client/opening.js';
import type { Brought } from './address.js';
import type { Key } from './key.js';
import type { Secret } from './secrets.js';

export interface AdmissionOptions {
  readonly client: ControlClient;
  readonly key: Key;
  /** One that a link or a person brought, until the speaker has judged it; a reload does not lose it. */
  readonly offered: Key;
  /** An invitation that came in a link, until it is taken up; a reload does not lose it. */
  readonly invite: Secret;
  /** Whether this browser has come by a sign-in or as a guest, and nothing was asked or told of it yet; a reload does not lose it. */
  readonly fresh: Secret;
  /** Under which this browser is admitted when nobody is asked. */
  readonly ownName: string;
  readonly claim: (code: string, name: string) => Promise<Claimed>;
  /** Tells the listener. */
  readonly notify: (what: 'replaced' | 'badLink' | 'alreadyIn') => void;
}

/** What was tried in vain: an invitation, or a token, whose error may have been forgotten. */
export type Refusal =
  | { readonly of: 'invitation'; readonly error: ControlError; readonly isDigits: boolean }
  | { readonly of: 'token'; readonly error: ControlError | null };

/** How this browser comes to control the speaker. */
export interface Admission {
  readonly hasToken: boolean;
  /** What the speaker is to be shown; null: nothing. */
  readonly credential: Credential | null;
  /** Whether the speaker refused this browser and has not let it in since. */
  readonly outside: boolean;
  /** Whether it has come by a sign-in or as a guest just now. */
  readonly isNew: boolean;
  readonly ownName: string;
  /** Whether an invitation is being taken up. */
  readonly busy: boolean;
  /** Why the last try did not let this browser in; null otherwise. */
  readonly refusal: Refusal | null;
  /** Uses a token or an invitation that a link or a person brought. */
  offer(brought: Brought, name?: string): void;
  /** It is known by now. */
  settle(): void;
  /** Another tab may have been let in. */
  look(): void;
  /** Told after every change, until the answer is called. */
  onChange(listener: () => void): () => void;
}

/**
 * An invitation is good for one phone: it is taken up only by a browser that the speaker does not admit already.
 * Begins to watch the client at once.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { client, key, offered, invite, fresh, ownName } = options;
  const listeners = new Set<() => void>();
  let busy = false;
  let refusal: Refusal | null = null;
  let wasOnline = false;
  let outside = false;
  /** Whether the one that is kept is tried before a guest's that was offered. */
  let isKeptTried = false;

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  /** A session keeps the token it was opened with. */
  function reopen(): void {
    client.stop();
    client.start();
  }

  /** The one that lets this browser in is replaced by none but another that does, and never silently. */
  function keep(accepted: Pick<Credential, 'token' | 'id'>): void {
    const before = key.get();
    key.set(accepted);
    const isOther = before !== null && before.token !== accepted.token;
    if (isOther) options.notify('replaced');
    // Only a sign-in hands a token over with its id; a fixed one has none.
    if (accepted.id !== undefined && (before === null || isOther)) fresh.set('yes');
    forgetOffered();
    tell();
  }

  function forgetOffered(): void {
    offered.forget();
    isKeptTried = false;
  }

  function refuseOffered(): void {
    forgetOffered();
    if (key.get() === null) {
      refusal = { of: 'token', error: client.error };
      tell();
      return;
    }
    options.notify('badLink');
    reopen();
  }

  function judgeOffered(): void {
    const tried = offered.get();
    if (tried === null) {
      keepAnew();
      return;
    }
    const { phase, error, hello, opened } = client;
    const isOwner = opened?.role === 'owner';
    // An open speaker lets everybody in, whatever is shown; it says whom it knows.
    const isIn = phase === 'online' && (hello?.auth !== 'none' || isOwner || opened?.id !== undefined);
    const isOut = phase === 'unauthorized' || (phase === 'online' && !isIn);
    if (isKeptTried && isOut) {
      keep(tried);
      reopen();
    } else if (isKeptTried ? isIn : isOut || error?.reason === 'rateLimited') refuseOffered();
    else if (!isIn) return;
    // Any page may lead a browser to a guest's link: what an owner does would be told as the guest's from then on.
    else if (isOwner || (key.get() ?? tried).token === tried.token) keep(tried);
    else {
      isKeptTried = true;
      reopen();
    }
  }

  /**
   * The speaker was told an old token, once: from now on it is proven. Where it told no id, it may have kept no keys, and
   * only a proof that it took says that it has them.
   */
  function keepAnew(): void {
    const held = key.get();
    const { id, proof } = client.opened ?? {};
    if (held?.isOld !== true || client.phase !== 'online' || (id ?? proof) === undefined) return;
    key.set({ token: held.token, ...(id !== undefined && { id }) });
  }

  async function claim(code: string, name: string): Promise<void> {
    if (busy) return;
    busy = true;
    refusal = null;
    tell();
    try {
      const claimed = await options.claim(code, name);
      key.set(claimed);
      invite.forget();
      if (claimed.role === 'guest') fresh.set('yes');
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      refusal = { of: 'invitation', error, isDigits: code.length === 6 };
      // One that never got an answer is still good.
      if (error.reason !== 'disconnected' && error.reason !== 'timedOut') invite.forget();
    }
    busy = false;
    if (refusal === null) reopen();
    tell();
  }

  function follow(): void {
    judgeOffered();
    const code = invite.get();
    const open = client.hello?.auth === 'none';
    if (client.phase === 'unauthorized') {
      // The last greeting may be older than a signing out: the next one says.
      if (wasOnline) client.reconnect();
      else if (code !== null) void claim(code, ownName);
    } else if (client.phase === 'online' && code !== null) {
      if (open && key.get() === null) void claim(code, ownName);
      else {
        invite.forget();
        options.notify('alreadyIn');
      }
    }
    wasOnline = client.phase === 'online';
    outside = client.phase === 'unauthorized' || (outside && !wasOnline);
  }

  client.onChange(follow);

  return {
    get hasToken() {
      return key.get() !== null;
    },
    get credential() {
      return (isKeptTried ? null : offered.get()) ?? key.get();
    },
    get outside() {
      return outside;
    },
    get isNew() {
      return fresh.get() !== null;
    },
    ownName,
    get busy() {
      return busy;
    },
    get refusal() {
      return refusal;
    },
    offer: (brought, name) => {
      if (brought.kind === 'token') {
        isKeptTried = false;
        offered.set(brought);
        refusal = null;
        reopen();
      } else if (name !== undefined) void claim(brought.code, name);
      else {
        invite.set(brought.code);
        follow();
      }
    },
    settle() {
      fresh.forget();
      tell();
    },
    look() {
      const isStranger = client.phase === 'online' && client.opened?.id === undefined;
      if (key.get() === null || !(isStranger || client.phase === 'unauthorized')) return;
      refusal = null;
      reopen();
    },
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
