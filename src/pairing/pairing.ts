import type { Clock, PageRequest, PageResponse, Pages } from '../contract/ports.js';
import { isSameMachine } from '../lib/near.js';
import { CALLBACK_PATH } from '../contract/pairing-ports.js';
import type { IssuedToken, JudgedCode, ShellPairing } from '../contract/pairing-ports.js';
import type { Account } from '../contract/service-ports.js';
import { languageOf } from '../words/page-words.js';
import { type DepartureOptions, toDeparture } from './authorize.js';
import { type Callback, isEmpty, keyOf, parseCallback, parsePastedAddress } from './callback.js';
import { type ExchangeOptions, SignInExchange, type SignInOutcome } from './exchange.js';
import { FAILURES, titleOf, toCallbackFailure } from './failures.js';
import { toRedirect } from './page.js';
import { createPairingPages, type PairingPages, type CodeProblem } from './pages.js';
import { type PageAnswer, type PairingRoute, toAnswer } from './routes.js';
import { createShell, type Shell } from './shell.js';
import { createShownPages, type SuccessPages } from './shown-pages.js';
import { createSignIns, type Right, type SignIn } from './sign-ins.js';
import { createTold } from './told.js';

const BROUGHT_BY_ANOTHER =
  'A sign-in was brought back from another address than it was started at; only that one is let in.';

export interface PairingOptions extends ExchangeOptions, DepartureOptions {
  readonly account: Account;
  readonly deviceName: string;
  /** Returns the account name that may be shown to anybody; null if there is none, or it may not be shown. */
  readonly toldAccount: () => string | null;
  /** Returns the host of the redirect address if another device may hold that name, or null. */
  readonly takenHost: () => string | null;
  /** Judges a typed code; it counts like a code of `access.claim`. */
  readonly judgeCode: (code: string, peer: string) => Promise<JudgedCode>;
  readonly clock: Clock;
}

export interface PairingPart {
  readonly pages: Pages;
  readonly shell: ShellPairing;
}

/**
 * Creates pairing from a browser and from the device's shell (contract, section 3): `GET /` while unpaired, and
 * `/pair`.
 */
export function createPairing(options: PairingOptions): PairingPart {
  const pairing = new PairingSite(options);
  return { pages: request => pairing.answer(request), shell: pairing.shell };
}

class PairingSite {
  readonly #options: PairingOptions;
  readonly #signIns;
  readonly #shown;
  readonly #exchange;
  /** The exchanges that are running, by the keys of their callbacks. */
  readonly #running = new Map<string, Promise<SignInOutcome>>();
  readonly #routes: Readonly<Record<string, PairingRoute>>;
  readonly shell: Shell;

  constructor(options: PairingOptions) {
    const { account, clock } = options;
    this.#options = options;
    this.#signIns = createSignIns(clock);
    this.#shown = createShownPages(() => clock.steadyMs());
    this.#exchange = new SignInExchange(options);
    this.shell = createShell({ ...options, exchange: this.#exchange });
    this.#routes = this.#toRoutes();
    account.onChange(pairing => {
      // The first pairing voids all other sign-ins; signing out voids pending sign-ins and the tokens that were shown.
      if (pairing === 'paired' || account.hasListener === false) this.#signIns.clear();
      if (pairing === 'unpaired') this.#shown.clear();
    });
  }

  /** Returns the pages in the browser's language. */
  #pages(request: PageRequest): PairingPages {
    const { account, deviceName, takenHost, toldAccount } = this.#options;
    const told = createTold(languageOf(request));
    const isPaired = () => account.paired;
    return createPairingPages({ deviceName, isPaired, account: toldAccount, takenHost, told });
  }

  /** Returns the right by which this request may sign in, or the page that refuses it or asks for a code. */
  async #rightOf(request: PageRequest): Promise<Right | PageResponse> {
    const { peer } = request;
    const { account, opening, judgeCode } = this.#options;
    const typed = codeIn(request);
    if (typed !== null) {
      const judged = await judgeCode(typed, peer);
      if (judged.type === 'owner') return { by: 'code', code: judged.code };
      if (judged.type === 'wait') return this.#pages(request).wrongCodes(judged.waitMs);
      // `judgeCode` counts the wrong codes.
      if (judged.type === 'guest') this.#noteRefused(peer, 'A guest’s code');
      return this.#startPage(request, `code.${judged.type}`);
    }
    // The listener's own grant tells a paired speaker who may sign in.
    if (account.paired) return { by: 'listener' };
    const by = opening();
    if (by === 'anyone' || by === 'listener') return { by };
    this.#noteRefused(peer, 'No code');
    return this.#startPage(request, 'code.needed');
  }

  /** Whether this peer has begun a sign-in. Strangers must not change what a household sees. */
  #isWaiting({ peer }: PageRequest): boolean {
    return this.#signIns.pendingOf(peer) > 0;
  }

  /** Answers a request that comes too late. Following an old link, a GET, is not counted as an incident. */
  #gone(request: PageRequest): PageResponse {
    const { method, peer } = request;
    if (method === 'POST') this.#noteRefused(peer, 'Paired already');
    return this.#pages(request).gone(this.#isWaiting(request));
  }

  #noteRefused(peer: string, reason: string): void {
    this.#options.onTurnedAway('wrongSignIn', peer, { reason });
  }

  async #start(request: PageRequest, isOwners: boolean): Promise<PageResponse> {
    const right = await this.#rightOf(request);
    if ('status' in right) return right;
    const { url, state, ...departure } = toDeparture(this.#options);
    const { peer, origin } = request;
    const waitMs = this.#signIns.add(state, { ...departure, peer, origin, right, isOwners });
    if (waitMs === 0) return toRedirect(url);
    this.#options.onTurnedAway('tooManySignIns', peer);
    return this.#pages(request).busy(waitMs);
  }

  #startPage(request: PageRequest, problem: CodeProblem | null, code: string | null = null): PageResponse {
    const { account, opening } = this.#options;
    if (account.paired) {
      return this.#pages(request).failure({
        status: 403,
        heading: 'code.title',
        said: problem ?? 'code.needed',
        takesCode: true,
      });
    }
    const waiting = this.#isWaiting(request);
    return this.#pages(request).start({ opening: opening(), waiting, problem, code });
  }

  /** Answers the callback with which a browser returns from the service. */
  async #finish(callback: Callback | null, request: PageRequest): Promise<PageResponse> {
    const { account } = this.#options;
    if (callback === null)
      return account.paired ? this.#gone(request) : this.#pages(request).failure(FAILURES.badAddress);
    const { state, error } = callback;
    const seen = this.#shown.find(callback, request);
    if (seen !== null) return seen;
    const running = this.#running.get(keyOf(callback));
    if (running !== undefined) return this.#toPage(await running, callback, request);
    if (state !== null && this.shell.has(state)) return this.#pages(request).terminal();
    const signIn = state === null ? null : this.#signIns.take(state);
    // Some services leave out the state when they report an error (openauth).
    const failure = state === null && error !== null ? toCallbackFailure(error) : FAILURES.unknownState;
    // A callback without any field is not refused.
    if (signIn === null && !isEmpty(callback)) this.#noteRefused(request.peer, titleOf(failure));
    if (account.paired && signIn === null && isEmpty(callback)) return this.#gone(request);
    if (account.paired && signIn?.isOwners !== true)
      return this.#pages(request).gone(this.#isWaiting(request));
    if (signIn === null) return this.#pages(request).failure(failure);
    return this.#toPage(await this.#exchangeOnce(signIn, callback, request), callback, request);
  }

  /** Exchanges the code, for every browser that brings this callback meanwhile. */
  #exchangeOnce(signIn: SignIn, callback: Callback, request: PageRequest): Promise<SignInOutcome> {
    const { account, logger } = this.#options;
    const key = keyOf(callback);
    const run = this.#exchange
      .run(signIn, callback, request)
      .then(outcome => {
        // Only now: anybody can bring a callback that fails.
        if (outcome.type === 'paired' && !isSameMachine(signIn.peer, request.peer))
          logger.warn({ peer: request.peer, startedBy: signIn.peer }, BROUGHT_BY_ANOTHER);
        if (outcome.type === 'paired' && outcome.credential !== null && account.paired)
          this.#shown.keep(callback, this.#toSuccess(outcome.credential), signIn);
        return outcome;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    return run;
  }

  #toSuccess(credential: IssuedToken): SuccessPages {
    return {
      full: request => this.#pages(request).success(credential, this.#account()),
      bare: request => this.#pages(request).seen(this.#account()),
    };
  }

  #account(): string | null {
    return this.#options.account.listener?.name ?? null;
  }

  #toPage(outcome: SignInOutcome, callback: Callback, request: PageRequest): PageResponse {
    const pages = this.#pages(request);
    switch (outcome.type) {
      case 'gone':
        return pages.gone(this.#isWaiting(request));
      case 'busy':
        return pages.busy(outcome.waitMs);
      case 'failed':
        return pages.failure(outcome.failure);
      case 'paired':
        // Without a page, the browser could not be admitted, or the listener has signed out since.
        return this.#shown.find(callback, request) ?? pages.success(null, this.#account());
    }
  }

  /** A sign-in site answered its form with 307 or 308. Only when the browser comes again, by GET, is the state spent. */
  #comeByGet(request: PageRequest): PageResponse {
    const { path, query } = request;
    if (parseCallback(query).state === null) return this.#pages(request).failure(FAILURES.badAddress);
    return toRedirect(`${path}?${query.toString()}`);
  }

  #toRoutes(): Readonly<Record<string, PairingRoute>> {
    const page: PageAnswer = request => this.#startPage(request, null);
    const callback: PageAnswer = request => this.#finish(parseCallback(request.query), request);
    return {
      '/pair': { answers: { GET: page, HEAD: page } },
      // The remote sends its owner here, because the remote's own page allows no form that leads to the service. The
      // code is judged at the start.
      '/pair/code': { answers: { POST: request => this.#startPage(request, null, codeIn(request)) } },
      '/pair/start': { answers: { POST: request => this.#start(request, false) } },
      '/pair/owner': { answers: { POST: request => this.#start(request, true) }, open: true },
      [CALLBACK_PATH]: { answers: { GET: callback, POST: request => this.#comeByGet(request) }, open: true },
      '/pair/address': {
        answers: {
          POST: request => this.#finish(parsePastedAddress(request.form.get('address') ?? ''), request),
        },
        open: true,
      },
    };
  }

  answer(request: PageRequest): PageResponse | null | Promise<PageResponse> {
    const { path, method } = request;
    const { paired } = this.#options.account;
    const isRead = method === 'GET' || method === 'HEAD';
    if (path === '/') return isRead && !paired ? toRedirect('/pair') : null;
    if (path !== '/pair' && !path.startsWith('/pair/')) return null;
    const rest = { paired, gone: () => this.#gone(request), pages: this.#pages(request) };
    return toAnswer(this.#routes, request, rest)(request);
  }
}

const codeIn = ({ form }: PageRequest): string | null => form.get('code')?.trim() || null;
