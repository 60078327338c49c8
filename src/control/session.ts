import { isUtf8 } from 'node:buffer';
import type { Incident } from '../ports.js';
import type { Handshake } from '../proof.js';
import { type Caller, clientOf, holderOf, rankOf } from './caller.js';
import type { Opener } from './connection-set.js';
import type { Dispatch } from './dispatch.js';
import { type Call, type CallId, encodeAnswer, type Outcome, parseCall } from './json-rpc.js';
import { CLOSE } from '../codes.js';
import type { SessionDoor } from './method.js';
import { type CallRate, type CallRates, showsToken } from './call-rates.js';
import { parseError, RpcError, rateLimited, unauthorized } from './rpc-error.js';
import type { StateFeed } from './state-feed.js';
import { CROWDED_RETRY_MS, type Turns } from './turns.js';

/** After so long there may be a free place, milliseconds. */
const PLACE_RETRY_MS = 5_000;
/** So many wrong tokens close the session (contract, section 4, "Opening"). */
const WRONG_TOKENS = 3;
/** To be told so, each call too many costs about as much as a call: milliseconds unread. */
const REST_MS = 2;

const UNREAD = { call: null, id: null, error: parseError } as const;

/** What the server has said of itself, and of the connection. */
interface Greeting {
  readonly deviceUuid: string;
  readonly nonce: string;
  /** As the client may see the connection. */
  readonly bindings: readonly string[];
}

export interface SessionOptions {
  /** One text message. */
  readonly send: (frame: Buffer) => void;
  readonly close: (code: number, reason: string) => void;
  /** False when this client gets no place. */
  readonly takePlace: (opener: Opener) => boolean;
  /** Who calls before the session is opened, where the peer is let in as it comes; else null. */
  readonly local: Caller | null;
  /** Where it comes from, as it is counted; null for programs on the device itself. */
  readonly peer: string | null;
  /** What a proof of this client is about. */
  readonly greeting: Greeting;
  readonly onTurnedAway: (what: Incident) => void;
  readonly dispatch: Dispatch;
  readonly feed: StateFeed;
  readonly callRates: CallRates;
  readonly turns: Turns;
  /** Leaves the client unread for so long, milliseconds. */
  readonly rest: (ms: number) => void;
}

export interface Session {
  /** One text message of the client, any bytes. */
  receive(message: Buffer): void;
  /** Null until opened, unless the peer is let in as it comes. */
  readonly caller: Caller | null;
  /** Reaches those alone that an owner has opened. */
  tellOwner(frame: Buffer): void;
  /** Whether it was opened, however it ended. */
  readonly isOpen: boolean;
  /** The caller's token is worthless now. */
  revoke(): void;
  /** The client has said all it wants to say, and may still listen. */
  finish(): void;
  /** The connection is gone or going. */
  end(): void;
}

/** One client's conversation: who it is, what it may do, what it is told. Knows nothing of sockets. */
export function createSession(options: SessionOptions): Session {
  return new ControlSession(options);
}

class ControlSession implements Session, SessionDoor {
  readonly #options: SessionOptions;
  /** Where whose it is was shown, or is about to be. */
  #rate: CallRate;
  #caller: Caller | null;
  #isOpen = false;
  #unsubscribe: (() => void) | null = null;
  #inFlight = 0;
  #kept = false;
  #finished = false;
  #revoked = false;
  #ended = false;
  #noPlace = false;
  #wrongTokens = 0;
  #isNonceUsed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#caller = options.local;
    this.#rate = options.callRates.unknown();
  }

  get isLocal(): boolean {
    return this.#options.local !== null;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(caller: Caller): void {
    if (this.#revoked) throw new RpcError(unauthorized('this session is being closed'));
    const opener = { client: holderOf(caller, this.#options.peer), rank: rankOf(caller) };
    this.#noPlace = !this.#options.takePlace(opener);
    if (this.#noPlace) this.#options.onTurnedAway('tooManySessions');
    if (this.#noPlace) throw new RpcError(rateLimited('too many clients at once', PLACE_RETRY_MS));
    this.#caller = caller;
    this.#isOpen = true;
    this.#rate = this.#options.callRates.of(opener.client);
  }

  /** What is asked without a token is its peer's, whatever sockets and names that chooses. */
  #rateOf(call: Call | null): CallRate {
    const { peer, callRates } = this.#options;
    const isOwn = peer === null || this.#caller?.hasToken === true || showsToken(call);
    return isOwn ? this.#rate : callRates.ofPeer(peer);
  }

  subscribe(known: number): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.#options.feed.listen((frame, revision) => {
      if (revision > known) this.#options.send(frame);
    });
  }

  keepUntilAnswered(): void {
    this.#kept = true;
  }

  takeHandshakes(clientNonce: string): readonly Handshake[] {
    if (this.#isNonceUsed) return [];
    this.#isNonceUsed = true;
    const { deviceUuid, nonce: serverNonce, bindings } = this.#options.greeting;
    return bindings.map(binding => ({ deviceUuid, serverNonce, clientNonce, binding }));
  }

  noteWrongToken(): void {
    this.#wrongTokens += 1;
  }

  #answer(id: CallId | undefined, outcome: Outcome, rate?: CallRate): void {
    if (this.#ended) return;
    if (id !== undefined) {
      const answer = Buffer.from(encodeAnswer(id, outcome));
      rate?.payFor(answer);
      this.#options.send(answer);
    }
    if (this.#noPlace) this.#options.close(CLOSE.tryLater, 'too many clients');
    else if (this.#wrongTokens >= WRONG_TOKENS)
      this.#options.close(CLOSE.unauthorized, 'too many wrong tokens');
    else this.#closeFinished();
  }

  /** Nothing is left to be answered, and nothing to be told. */
  #closeFinished(): void {
    if (this.#finished && !this.#ended && this.#inFlight === 0 && this.#unsubscribe === null)
      this.#options.close(CLOSE.normal, 'all is said');
  }

  #closeRevoked(): void {
    if (!this.#ended) this.#options.close(CLOSE.unauthorized, 'token revoked');
  }

  #perform(call: Call): void {
    const outcome = this.#options.dispatch(call, {
      caller: this.#caller,
      session: this,
      peer: this.#options.peer,
    });
    if (outcome instanceof Promise) void outcome.then(settled => this.#settle(call, settled));
    else this.#settle(call, outcome);
  }

  #settle(call: Call, outcome: Outcome): void {
    this.#inFlight -= 1;
    this.#answer(call.id, outcome, this.#rateOf(call));
    if (this.#inFlight > 0) return;
    this.#kept = false;
    if (this.#revoked) this.#closeRevoked();
  }

  get caller(): Caller | null {
    return this.#caller;
  }

  receive(message: Buffer): void {
    if (this.#ended) return;
    if (!isUtf8(message)) {
      // RFC 6455 §8.1 has the connection fail; the client is told why first.
      this.#options.onTurnedAway('wrongRequest');
      this.#answer(null, UNREAD);
      this.#options.close(CLOSE.notUtf8, 'not UTF-8');
      return;
    }
    const text = message.toString();
    const readMs = this.#rateOf(null).takeReading(text);
    const parsed = readMs > 0 ? UNREAD : parseCall(text);
    const { call } = parsed;
    const waitMs = readMs || this.#rateOf(call).take();
    if (waitMs > 0) this.#turnAway(call === null ? parsed.id : call.id, waitMs);
    else if (call === null) this.#answer(parsed.id, { error: parsed.error });
    else if (!this.#performInTurn(call)) this.#turnAway(call.id, CROWDED_RETRY_MS);
  }

  #turnAway(id: CallId | undefined, waitMs: number): void {
    this.#options.onTurnedAway('tooManyCalls');
    this.#options.rest(REST_MS);
    this.#answer(id, { error: rateLimited('too many calls', waitMs) });
  }

  #performInTurn(call: Call): boolean {
    this.#inFlight += 1;
    const caller = this.#caller;
    const who = caller === null ? this : clientOf(caller, this.#options.peer);
    const isTaken = this.#options.turns.take(who, () => {
      if (!this.#ended) this.#perform(call);
    });
    if (!isTaken) this.#inFlight -= 1;
    return isTaken;
  }

  tellOwner(frame: Buffer): void {
    if (this.#isOpen && this.#caller?.role === 'owner') this.#options.send(frame);
  }

  revoke(): void {
    this.#revoked = true;
    this.#caller = null;
    this.#unsubscribe?.();
    if (!this.#kept) this.#closeRevoked();
  }

  finish(): void {
    this.#finished = true;
    this.#closeFinished();
    // Whoever has gone keeps no place: that shows when something is written.
    if (this.#unsubscribe !== null) this.#options.send(Buffer.alloc(0));
  }

  end(): void {
    this.#ended = true;
    this.#unsubscribe?.();
  }
}
