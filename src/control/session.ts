import { isUtf8 } from 'node:buffer';
import type { Incident } from '../ports.js';
import type { Caller } from './caller.js';
import type { Dispatch } from './dispatch.js';
import { type Call, type CallId, encodeAnswer, type Outcome, parseCall } from './json-rpc.js';
import { CLOSE } from './limits.js';
import type { SessionDoor } from './method.js';
import type { RateLimit } from './rate-limit.js';
import { parseError, RpcError, rateLimited, unauthorized } from './rpc-error.js';
import type { StateFeed } from './state-feed.js';

/** After so long there may be a free place, milliseconds. */
const PLACE_RETRY_MS = 5_000;
/** So many wrong tokens close the session (contract, section 4, "Opening"). */
const WRONG_TOKENS = 3;

export interface SessionOptions {
  /** One text message. */
  readonly send: (frame: Buffer) => void;
  readonly close: (code: number, reason: string) => void;
  /** False when all places are taken. */
  readonly takePlace: () => boolean;
  /** Who calls before the session is opened, where the peer is let in as it comes; else null. */
  readonly local: Caller | null;
  /** Where it comes from, as it is counted; null for programs on the device itself. */
  readonly peer: string | null;
  readonly onTurnedAway: (what: Incident) => void;
  readonly dispatch: Dispatch;
  readonly feed: StateFeed;
  readonly rateLimit: RateLimit;
}

export interface Session {
  /** One text message of the client, any bytes. */
  receive(message: Buffer): void;
  /** Null until opened, unless the peer is let in as it comes. */
  readonly caller: Caller | null;
  /** The caller's token is worthless now. */
  revoke(): void;
  /** The client has said all it wants to say, and may still listen. */
  finish(): void;
  /** The connection is gone or going. */
  end(): void;
}

/** One client's conversation: who it is, what it may do, what it is told. Knows nothing of sockets. */
export function createSession(options: SessionOptions): Session {
  const { send, close, dispatch, feed, local, onTurnedAway, peer, rateLimit } = options;
  let caller = local;
  let isOpen = false;
  let unsubscribe: (() => void) | null = null;
  let inFlight = 0;
  let kept = false;
  let finished = false;
  let revoked = false;
  let ended = false;
  let noPlace = false;
  let wrongTokens = 0;

  const door: SessionDoor = {
    get isOpen() {
      return isOpen;
    },
    isLocal: local !== null,
    open(opened) {
      if (revoked) throw new RpcError(unauthorized('this session is being closed'));
      noPlace = !options.takePlace();
      if (noPlace) onTurnedAway('tooManySessions');
      if (noPlace) throw new RpcError(rateLimited('too many clients at once', PLACE_RETRY_MS));
      caller = opened;
      isOpen = true;
      // Whoever has just come in has the whole burst before them.
      rateLimit.giveBack();
    },
    subscribe(known) {
      unsubscribe?.();
      unsubscribe = feed.listen((frame, revision) => {
        if (revision > known) send(frame);
      });
    },
    keepUntilAnswered() {
      kept = true;
    },
    noteWrongToken() {
      wrongTokens += 1;
    },
  };

  function answer(id: CallId | undefined, outcome: Outcome): void {
    if (ended) return;
    if (id !== undefined) send(Buffer.from(encodeAnswer(id, outcome)));
    if (noPlace) close(CLOSE.tryLater, 'too many clients');
    else if (wrongTokens >= WRONG_TOKENS) close(CLOSE.unauthorized, 'too many wrong tokens');
    else closeFinished();
  }

  /** Nothing is left to be answered, and nothing to be told. */
  function closeFinished(): void {
    if (finished && !ended && inFlight === 0 && unsubscribe === null) close(CLOSE.normal, 'all is said');
  }

  function closeRevoked(): void {
    if (!ended) close(CLOSE.unauthorized, 'token revoked');
  }

  async function settle(call: Call, outcome: Promise<Outcome>): Promise<void> {
    inFlight += 1;
    const settled = await outcome;
    inFlight -= 1;
    answer(call.id, settled);
    if (inFlight > 0) return;
    kept = false;
    if (revoked) closeRevoked();
  }

  function perform(call: Call): void {
    const outcome = dispatch(call, { caller, session: door, peer });
    if (outcome instanceof Promise) void settle(call, outcome);
    else answer(call.id, outcome);
  }

  return {
    get caller() {
      return caller;
    },
    receive(message) {
      if (ended) return;
      if (!isUtf8(message)) {
        // RFC 6455 §8.1 has the connection fail; the client is told why first.
        answer(null, { error: parseError });
        close(CLOSE.notUtf8, 'not UTF-8');
        return;
      }
      const waitMs = rateLimit.take();
      const parsed = parseCall(message.toString());
      const id = parsed.call === null ? parsed.id : parsed.call.id;
      if (waitMs > 0) onTurnedAway('tooManyCalls');
      if (waitMs > 0) answer(id, { error: rateLimited('too many calls', waitMs) });
      else if (parsed.call === null) answer(id, { error: parsed.error });
      else perform(parsed.call);
    },
    revoke() {
      revoked = true;
      caller = null;
      unsubscribe?.();
      if (!kept) closeRevoked();
    },
    finish() {
      finished = true;
      closeFinished();
    },
    end() {
      ended = true;
      unsubscribe?.();
    },
  };
}
