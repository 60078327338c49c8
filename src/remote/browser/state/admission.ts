import type { Claimed } from '../../../client/claim.js';
import type { ControlClient } from '../../../client/control-client.js';
import { ControlError } from '../../../client/control-error.js';
import type { Credential } from '../../../client/opening.js';
import type { BrowserAdmission, AdmissionRefusal } from './admission-face.js';
import type { TokenStore } from './key.js';
import { createObservers } from './observers.js';
import type { StoredText } from './stored-text.js';

export interface AdmissionOptions {
  readonly client: ControlClient;
  readonly key: TokenStore;
  /** A token that a link or a person brought, kept across reloads until the speaker has judged it. */
  readonly offered: TokenStore;
  /** An invitation that came in a link, kept across reloads until it is claimed. */
  readonly invite: StoredText;
  /**
   * Whether this browser was admitted by a sign-in, a link or as a guest and has not been welcomed yet; kept across
   * reloads.
   */
  readonly fresh: StoredText;
  /** The name that the person gave this browser, for the next time that it is admitted. */
  readonly given: StoredText;
  /** The name under which this browser is admitted if the person has given none. */
  readonly ownName: string;
  readonly claim: (code: string, name: string) => Promise<Claimed>;
  /** Shows the person a message. */
  readonly notify: (what: 'replaced' | 'badLink' | 'alreadyIn') => void;
}

const INVITED = 'invited';
const NAMED = ' named';

/**
 * Creates the admission and watches the client at once. An invitation is valid for one phone, so it is claimed only if
 * the speaker does not already admit this browser.
 */
export function createAdmission(options: AdmissionOptions): BrowserAdmission {
  const { client, key, offered, invite, fresh, given } = options;
  const ownName = (): string => given.get() ?? options.ownName;
  const { tell, onChange } = createObservers();
  let busy = false;
  let refusal: AdmissionRefusal | null = null;
  let wasOnline = false;
  let outside = false;
  let isJoining = false;
  /** Whether the stored token is being tried before an offered guest's token. */
  let isKeptTried = false;

  /** A session keeps the token that it was opened with, so a new token needs a new session. */
  function reopen(): void {
    client.stop();
    client.start();
  }

  /** Stores an accepted token. A working token is replaced only by another that works, and the person is told. */
  function keep(accepted: Pick<Credential, 'token' | 'id'>): void {
    const before = key.get();
    key.set(accepted);
    const isOther = before !== null && before.token !== accepted.token;
    if (isOther) options.notify('replaced');
    // Only a sign-in hands over a token together with its id; a fixed token has none.
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
    // An open speaker admits every client, whatever its token; its answer shows whether it knows the token.
    const isIn = phase === 'online' && (hello?.auth !== 'none' || isOwner || opened?.id !== undefined);
    const isOut = phase === 'unauthorized' || (phase === 'online' && !isIn);
    if (isKeptTried && isOut) {
      keep(tried);
      reopen();
    } else if (isKeptTried ? isIn : isOut || error?.reason === 'rateLimited') refuseOffered();
    else if (!isIn) return;
    // Any page can lead a browser to a guest's link; an owner's actions would then be attributed to that guest.
    else if (isOwner || (key.get() ?? tried).token === tried.token) keep(tried);
    else {
      isKeptTried = true;
      reopen();
    }
  }

  /**
   * Stops treating the stored token as old once the speaker has accepted it: from then on it is proven and never sent.
   * An answer without an id does not show that the speaker has stored keys for it; only an accepted proof does.
   */
  function keepAnew(): void {
    const held = key.get();
    const { id, proof } = client.opened ?? {};
    if (held?.isOld !== true || client.phase !== 'online' || (id ?? proof) === undefined) return;
    key.set({ token: held.token, ...(id !== undefined && { id }) });
  }

  async function claim(code: string, typedName?: string): Promise<void> {
    if (busy) return;
    busy = true;
    // A typed code keeps its form until it is accepted.
    isJoining = typedName === undefined;
    refusal = null;
    tell();
    try {
      const claimed = await options.claim(code, typedName || ownName());
      key.set(claimed);
      isJoining = true;
      invite.forget();
      // An owner who typed his name has nothing left to be asked.
      if (claimed.role === 'guest' || !typedName) fresh.set(INVITED);
      if (typedName) given.set(typedName);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      isJoining = false;
      refusal = { of: 'invitation', error, isDigits: code.length === 6, isTyped: typedName !== undefined };
      // An invitation that got no answer is still valid.
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
      // The last greeting may predate a sign-out; reconnect to get a new one.
      if (wasOnline) client.reconnect();
      else if (code !== null) void claim(code);
    } else if (client.phase === 'online' && code !== null) {
      if (open && key.get() === null) void claim(code);
      else {
        invite.forget();
        options.notify('alreadyIn');
      }
    }
    wasOnline = client.phase === 'online';
    if (wasOnline || (client.phase === 'unauthorized' && !busy)) isJoining = false;
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
    get isJoining() {
      return isJoining;
    },
    get isNew() {
      return fresh.get() !== null;
    },
    get isNamed() {
      return fresh.get()?.endsWith(NAMED) === true;
    },
    get isInvited() {
      return fresh.get()?.startsWith(INVITED) === true;
    },
    get ownName() {
      return ownName();
    },
    get givenName() {
      return given.get();
    },
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
    called: name => given.set(name),
    named() {
      fresh.set(`${fresh.get() ?? ''}${NAMED}`);
      tell();
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
    onChange,
  };
}
