import type { IncomingHttpHeaders } from 'node:http';
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Got } from 'got';
import { ServiceFault } from '../contract/errors.js';
import type { Clock } from '../contract/ports.js';
import type { Addresses } from './addresses.js';
import type { Budget } from './budget.js';
import { createDelivery } from './delivery.js';
import { createThrottle, type Throttle, toRetryAfterMs } from './throttle.js';
import { givenUp } from './waiting.js';

const LARGEST_BODY = 1024 * 1024;
const TOO_LARGE = 'too large an answer';
/** Below the 60 s after which many front ends drop a connection: a report every 60 s must not race with that. */
const IDLE_CONNECTION_MS = 55_000;

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the request may be sent twice without harm. */
  readonly repeatable: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Cancels the request, too, as long as no part of it was sent. */
  readonly unsent?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

export interface HttpClientOptions {
  readonly clock: Clock;
  readonly budget: Budget;
  readonly addresses: Addresses;
  /** Default: a throttle of this client's own. */
  readonly throttle?: Throttle;
  /** The HTTP library is loaded once this has resolved; default: at the first request. Never rejects. */
  readonly loadAfter?: Promise<void>;
}

/** A client for POST requests, with keep-alive, time-outs, a limit on the answer's size, and the budget. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #agents: { readonly http: Agent; readonly https: TlsAgent };
  readonly #throttle: Throttle;
  readonly #inFlight = new Set<AbortController>();
  #stopped = false;
  #client: Got | null = null;
  #peer: string | null = null;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    const agentOptions = {
      keepAlive: true,
      maxFreeSockets: 2,
      timeout: IDLE_CONNECTION_MS,
      // Node's default of 250 ms before it tries the next address is too short for a slow link that works.
      autoSelectFamilyAttemptTimeout: 1_000,
      lookup: options.addresses.lookup,
    };
    this.#agents = { http: new Agent(agentOptions), https: new TlsAgent(agentOptions) };
    this.#throttle = options.throttle ?? createThrottle(options.clock);
  }

  /** Loads got late: it takes longer to load than everything that must answer before it. */
  async #openClient(): Promise<Got> {
    await this.#options.loadAfter;
    const { got } = await import('got');
    this.#client ??= got.extend({
      agent: this.#agents,
      method: 'POST',
      followRedirect: false,
      throwHttpErrors: false,
      responseType: 'text',
      retry: { limit: 0 },
      headers: { 'user-agent': 'tonearm', accept: 'application/json' },
    });
    return this.#client;
  }

  async #attempt(request: HttpRequest, repeated: boolean): Promise<HttpAnswer> {
    const abort = new AbortController();
    const delivery = createDelivery();
    const onAbort = () => abort.abort();
    const onUnsent = () => {
      if (!delivery.sent) abort.abort();
    };
    request.signal.addEventListener('abort', onAbort, { once: true });
    request.unsent?.addEventListener('abort', onUnsent, { once: true });
    this.#inFlight.add(abort);
    try {
      await this.#options.budget.take(abort.signal);
      const send = this.#client ?? (await this.#openClient());
      const call = send(request.url, {
        headers: { ...request.headers },
        body: request.body,
        signal: abort.signal,
        timeout: {
          connect: Math.min(4_000, request.timeoutMs),
          secureConnect: Math.min(4_000, request.timeoutMs),
          request: request.timeoutMs,
        },
      });
      void call.on('request', sent => {
        delivery.follow(sent);
        this.#options.addresses.follow(sent);
      });
      void call.on('downloadProgress', ({ transferred }) => {
        if (transferred > LARGEST_BODY) abort.abort(TOO_LARGE);
      });
      const { statusCode, headers, body, ip } = await call;
      this.#peer = ip ?? this.#peer;
      return this.#toAnswer(statusCode, headers, body);
    } catch (error) {
      if (abort.signal.reason === TOO_LARGE) throw toTooLargeFault();
      const stale = delivery.reused && !delivery.answered && isConnectionLost(error);
      if (stale && !repeated && (request.repeatable || !delivery.sent))
        return await this.#attempt(request, true);
      if (isUnreachable(error)) this.#options.addresses.forget(new URL(request.url).hostname);
      // got's error is never passed on: it prints the authorization header.
      throw new ServiceFault('offline', `No answer from the service (${toWord(error, request.signal)}).`, {
        answerLost: delivery.sent,
      });
    } finally {
      this.#inFlight.delete(abort);
      request.signal.removeEventListener('abort', onAbort);
      request.unsent?.removeEventListener('abort', onUnsent);
    }
  }

  #toAnswer(status: number, headers: IncomingHttpHeaders, text: string): HttpAnswer {
    const retryAfterMs =
      status >= 400 ? toRetryAfterMs(status, headers, this.#options.clock.epochMs()) : undefined;
    if (retryAfterMs !== undefined && (status === 429 || status === 503)) this.#throttle.hold(retryAfterMs);
    return { status, text, retryAfterMs };
  }

  /**
   * Sends a POST and returns the answer with any status. Throws a `ServiceFault`: `offline` if no complete answer came
   * (`answerLost` tells whether the request was sent), `serviceError` while a `Retry-After` is running or if the answer
   * is larger than 1 MiB.
   */
  async post(request: HttpRequest): Promise<HttpAnswer> {
    if (this.#stopped || request.signal.aborted || request.unsent?.aborted) throw givenUp();
    const retryAfterMs = this.#throttle.remainingMs();
    if (retryAfterMs > 0) {
      throw new ServiceFault(
        'serviceError',
        'The service has asked the speaker to wait before its next request.',
        {
          retryAfterMs,
        },
      );
    }
    return await this.#attempt(request, false);
  }

  /** Loads the HTTP library ahead of the first request. Optional. */
  async warm(): Promise<void> {
    await this.#openClient();
  }

  /** The IP address of the last answer; null before the first. */
  get peer(): string | null {
    return this.#peer;
  }

  /** Cancels requests in flight and closes the connections. */
  stop(): void {
    this.#stopped = true;
    for (const abort of this.#inFlight) abort.abort();
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

/** No request needs so much: a page of a list has fifty entries at most. */
function toTooLargeFault(): ServiceFault {
  const message = 'The service’s answer is larger than 1 MiB and was not read.';
  return new ServiceFault('serviceError', message, { answerLost: true });
}

function isConnectionLost(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error));
}

/** Whether no address of the host could be connected to; not whether the time was up before that was known. */
function isUnreachable(error: unknown): boolean {
  const isLate = error instanceof Error && 'event' in error && error.event !== 'connect';
  return ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(codeOf(error)) && !isLate;
}

/** Every error of got has a code; errors of this program have none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns one word for the failure, for logs and messages; it contains nothing of the request. */
function toWord(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'given up';
  if (error instanceof Error && error.name === 'AbortError') return 'stopped';
  const code = codeOf(error);
  return /^[A-Z_0-9]+$/.test(code) ? code : 'unexpected';
}
