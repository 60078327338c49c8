import { isUtf8 } from 'node:buffer';
import type { Incident } from '../../contract/incidents.js';
import type { Handshake } from '../../contract/proof.js';
import { type Caller, holderOf, peerKey } from '../access/caller.js';
import type { Dispatch } from './dispatch.js';
import { type RpcCall, type CallId, encodeAnswer, type Outcome, parseCall } from '../json-rpc.js';
import { CLOSE } from '../../contract/codes.js';
import type { CalledSession } from './method.js';
import type { Meter } from '../../lib/meter.js';
import { parseError, RpcError, rateLimited, unauthorized } from '../rpc-error.js';
import type { StateFeed } from './state-feed.js';

/** Retry delay given to a client that gets no place, milliseconds. */
const PLACE_RETRY_MS = 5_000;
/** The number of wrong tokens that closes a session (contract, section 4, "Opening"). */
const WRONG_TOKENS = 3;
/** How long the client is left unread for each refused call, milliseconds: a refusal costs about as much as a call. */
const REST_MS = 2;

/** What the server sent in `server.hello`, and what it knows of the connection. */
interface Greeting {
  readonly deviceUuid: string;
  readonly nonce: string;
  /** What a proof may be bound to, as the client may see the connection: a certificate hash, or `-` for none. */
  readonly bindings: readonly string[];
}

export interface SessionOptions {
  /** Sends one text message. */
  readonly send: (frame: Buffer) => void;
  readonly close: (code: number, reason: string) => void;
  /** Takes a place for the client; false if there is none. */
  readonly takePlace: (client: string) => boolean;
  /** The caller before the session is opened, if the peer needs no token; else null. */
  readonly local: Caller | null;
  /** The address of the peer, as peers are counted; null for programs on the device itself. */
  readonly peer: string | null;
  /** The values that a proof of this client is made of. */
  readonly greeting: Greeting;
  readonly onTurnedAway: (what: Incident) => void;
  readonly dispatch: Dispatch;
  readonly feed: StateFeed;
  readonly meter: Meter<'tooManyCalls'>;
  /** Stops reading from the client for this long, milliseconds. */
  readonly rest: (ms: number) => void;
}

/** One client's session: its identity, its calls and its events. Knows nothing of sockets. */
export class Session implements CalledSession {
  readonly #options: SessionOptions;
  /** Whom its calls count against once it has shown its token; before that, nobody else. */
  #client: string;
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
    this.#client = `new ${options.greeting.nonce}`;
  }

  get isLocal(): boolean {
    return this.#options.local !== null;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(caller: Caller): void {
    if (this.#revoked) throw new RpcError(unauthorized('this session is being closed'));
    const client = holderOf(caller, this.#options.peer);
    this.#noPlace = !this.#options.takePlace(client);
    if (this.#noPlace) this.#options.onTurnedAway('tooManySessions');
    if (this.#noPlace)
      throw new RpcError(rateLimited('too many clients at once', PLACE_RETRY_MS, 'tooManySessions'));
    this.#caller = caller;
    this.#isOpen = true;
    this.#client = client;
  }

  /** Returns whom a call counts against: without a token the peer, whatever sockets and names it uses. */
  #clientOf(call: RpcCall | null): string {
    const { peer } = this.#options;
    const isOwn = peer === null || this.#caller?.hasToken === true || showsToken(call);
    return isOwn ? this.#client : peerKey(peer);
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

  #answer(id: CallId | undefined, outcome: Outcome): void {
    if (this.#ended) return;
    if (id !== undefined) this.#options.send(Buffer.from(encodeAnswer(id, outcome)));
    if (this.#noPlace) this.#options.close(CLOSE.tryLater, 'too many clients');
    else if (this.#wrongTokens >= WRONG_TOKENS)
      this.#options.close(CLOSE.unauthorized, 'too many wrong tokens');
    else this.#closeFinished();
  }

  /** Closes a finished session once no answer is pending and no subscription is open. */
  #closeFinished(): void {
    if (this.#finished && !this.#ended && this.#inFlight === 0 && this.#unsubscribe === null)
      this.#options.close(CLOSE.normal, 'session ended');
  }

  #closeRevoked(): void {
    if (!this.#ended) this.#options.close(CLOSE.unauthorized, 'token revoked');
  }

  #perform(call: RpcCall): void {
    this.#inFlight += 1;
    const outcome = this.#options.dispatch(call, {
      caller: this.#caller,
      session: this,
      peer: this.#options.peer,
    });
    if (outcome instanceof Promise) void outcome.then(settled => this.#settle(call, settled));
    else this.#settle(call, outcome);
  }

  #settle(call: RpcCall, outcome: Outcome): void {
    this.#inFlight -= 1;
    this.#answer(call.id, outcome);
    if (this.#inFlight > 0) return;
    this.#kept = false;
    if (this.#revoked) this.#closeRevoked();
  }

  /** Null until the session is opened, unless the peer needs no token. */
  get caller(): Caller | null {
    return this.#caller;
  }

  /** Handles one text message of the client; any bytes. */
  receive(message: Buffer): void {
    if (this.#ended) return;
    if (!isUtf8(message)) {
      // RFC 6455 §8.1 requires the connection to fail; tell the client why first.
      this.#options.onTurnedAway('wrongRequest');
      this.#answer(null, { error: parseError });
      this.#options.close(CLOSE.notUtf8, 'not UTF-8');
      return;
    }
    const parsed = parseCall(message.toString());
    const { call } = parsed;
    const waitMs = this.#options.meter.take('tooManyCalls', this.#clientOf(call));
    if (waitMs > 0) this.#turnAway(call === null ? parsed.id : call.id, waitMs);
    else if (call === null) this.#answer(parsed.id, { error: parsed.error });
    else this.#perform(call);
  }

  #turnAway(id: CallId | undefined, waitMs: number): void {
    this.#options.onTurnedAway('tooManyCalls');
    this.#options.rest(REST_MS);
    this.#answer(id, { error: rateLimited('too many calls', waitMs, 'tooManyCalls') });
  }

  /** Sends a frame if an owner has opened the session. */
  tellOwner(frame: Buffer): void {
    if (this.#isOpen && this.#caller?.role === 'owner') this.#options.send(frame);
  }

  /** Ends the session because the caller's token has become worthless. */
  revoke(): void {
    this.#revoked = true;
    this.#caller = null;
    this.#unsubscribe?.();
    if (!this.#kept) this.#closeRevoked();
  }

  /** Notes that the client sends nothing more, but may still read. */
  finish(): void {
    this.#finished = true;
    this.#closeFinished();
    // An empty frame shows whether the peer is still there; a dead one must not keep its place.
    if (this.#unsubscribe !== null) this.#options.send(Buffer.alloc(0));
  }

  /** Notes that the connection is gone or going. */
  end(): void {
    this.#ended = true;
    this.#unsubscribe?.();
  }
}

/** Whether the call is a `session.open` with a token or proof; wrong ones are counted where they are checked. */
function showsToken(call: RpcCall | null): boolean {
  if (call?.method !== 'session.open') return false;
  const { token, proof } = (call.params ?? {}) as Readonly<Record<string, unknown>>;
  return token !== undefined || proof !== undefined;
}
