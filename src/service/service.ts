import type { ServiceProfile } from '../core/vocabulary/abilities.js';
import { createClientAuthentication } from '../lib/client-authentication.js';
import { LIMITS } from '../core/vocabulary/limits.js';
import type { AccountName } from '../contract/public-state.js';
import { RefusedError } from '../contract/errors.js';
import type { Cell, Clock, Logger } from '../contract/ports.js';
import type { Account, LibraryService, PlaybackService, RenewalOutcome } from '../contract/service-ports.js';
import type { CredentialsRecord } from '../contract/records.js';
import { type AccountOptions, KeptAccount } from './account.js';
import { createAddresses } from './addresses.js';
import { withoutNearArt } from './art.js';
import { type Budget, createBudget } from './budget.js';
import { createCapabilities } from './capabilities.js';
import { toFields, toId, toText } from './fields.js';
import type { GraphqlOutcome } from './graphql-answer.js';
import {
  createExecuteGraphql,
  createSendGraphql,
  type GraphqlRequest,
  type SendGraphql,
} from './graphql-client.js';
import { HttpClient } from './http-client.js';
import { createLibrary } from './library.js';
import type { Identify } from './listener-name.js';
import { createNames } from './names.js';
import { createOAuth, type OAuth } from './oauth.js';
import { ABSENT, type SendOperation, type Form, type Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import type { Has } from './field-knowledge.js';
import { createPlayback } from './playback.js';
import { createSignInClients, type SignInClients } from './sign-in-clients.js';
import { createTenure } from './tenure.js';
import { createReachability, type Reachability, type ReachabilityListener } from './reachability.js';

/** Time-outs of single requests, and pauses of a token renewal. */
export interface ServiceTimes {
  readonly graphqlMs: number;
  /** Time-out of reports: a late answer is better than a report sent twice. */
  readonly reportMs: number;
  readonly oauthMs: number;
  /** Pause before a refused renewal is asked again, to confirm the refusal. */
  readonly confirmMs: number;
  /** Pauses before the further tries of a renewal whose answer was lost. */
  readonly againMs: readonly number[];
  /** Pauses before the tries to learn the account's name while it is unknown; the last one repeats. */
  readonly nameMs: readonly number[];
}

const TIMES: ServiceTimes = {
  graphqlMs: LIMITS.call,
  reportMs: LIMITS.reportCall,
  oauthMs: 15_000,
  confirmMs: 5_000,
  againMs: [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000],
  // The first pause lets the requests for playback go first.
  nameMs: [10_000, 60_000, 600_000, 3_600_000],
};

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly deviceUuid: string;
  readonly profile: ServiceProfile;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times?: Partial<ServiceTimes>;
  /** Returns a number from 0 to 1; default `Math.random`. */
  readonly random?: () => number;
  /** Requests wait until this has resolved, and what sends them is loaded then; default: at once. Never rejects. */
  readonly loadAfter?: Promise<void>;
  /** Called with the outcome of each token renewal. */
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}

export interface Service {
  readonly playback: PlaybackService;
  readonly library: LibraryService;
  readonly account: Account;
  readonly reachability: Reachability;
  /** What the request budget still allows. */
  readonly budget: Pick<Budget, 'commandScarceMs' | 'scarceMsFor' | 'heed'>;
  /** Returns the IP address of the last GraphQL answer; null before the first. */
  readonly peer: () => string | null;
  /** Calls the listener on each change of `reachability`. */
  onReachability(listener: ReachabilityListener): void;
  /** Loads what the first call needs, and completes a renewal that an earlier process left unfinished. Optional. */
  start(): Promise<void>;
  /**
   * Cancels requests in flight. A renewal or sign-out already sent may finish until `late` aborts; default: at once.
   */
  stop(late?: AbortSignal): Promise<void>;
}

/** Creates the client of the Listener Music Service, for one device and one listener (specification, all sections). */
export function createService(options: ServiceOptions): Service {
  const { clock, deviceUuid, random = Math.random } = options;
  const times = { ...TIMES, ...options.times };
  const budget = createBudget({ clock });
  // The library and playback share one client, and so one wait: the account as a whole is limited.
  const addresses = createAddresses(clock);
  const shared = { ...options, budget, addresses };
  const [graphqlHttp, oauthHttp] = [new HttpClient(shared), new HttpClient(shared)];
  const signInHttp = createSignInClients({ clock, addresses });
  const by = createEndpoints(options, times);
  const send = by.graphql(graphqlHttp);
  const [reachability, capabilities] = [createReachability(), createCapabilities(options.profile)];
  const [names, tenure] = [createNames(), createTenure()];

  const account = new KeptAccount({
    ...options,
    oauth: by.oauth(oauthHttp),
    signIn: toSignIn(signInHttp, by),
    tenure,
    times: { ...times, patienceMs: times.oauthMs + times.confirmMs },
    onRenewed(outcome) {
      // A short-lived token is no fault and its renewal costs nothing; once the budget is low, repeated renewals cost.
      if (outcome === 'renewed' && budget.isAmple) budget.giveBack(1);
      options.onRenewed?.(outcome);
    },
    random,
    identify: identifyBy(send),
  });
  const execute = createExecuteGraphql(send, account.tokens);

  const ask: SendOperation = (operation, params, signal) =>
    tenure.bind(signal, async bound => {
      // An operation that is not sent must not count as a sign that the service is reachable.
      if (!capabilities.offers(operation)) return ABSENT;
      const askOnce = async () => {
        const outcome = await capabilities.ask(operation, (form, has) =>
          execute(toRequest(operation, form, params, has), bound),
        );
        return outcome === null ? ABSENT : withoutNearArt(toValue(outcome), graphqlHttp.peer);
      };
      return reachability.follow(bound, askOnce);
    });

  return {
    playback: createPlayback({ ask, capabilities, deviceUuid, names, budget, clock }),
    library: createLibrary({ ask: leavingEnough(ask, budget), names }),
    account,
    get reachability() {
      return reachability.value;
    },
    budget,
    peer: () => graphqlHttp.peer,
    onReachability: listener => reachability.onChange(listener),
    async start() {
      account.start();
      await graphqlHttp.warm();
    },
    async stop(late = AbortSignal.abort()) {
      graphqlHttp.stop();
      signInHttp.profile.stop();
      await account.stop(late);
      for (const http of [oauthHttp, signInHttp.exchange, signInHttp.revocation]) http.stop();
    },
  };
}

/** The service's two endpoints, reached through any HTTP client. */
interface Endpoints {
  graphql(http: HttpClient): SendGraphql;
  oauth(http: HttpClient): OAuth;
}

function createEndpoints(options: ServiceOptions, times: ServiceTimes): Endpoints {
  const { baseUrl } = options;
  const { graphqlMs: timeoutMs, reportMs: patientMs, oauthMs } = times;
  const authentication = createClientAuthentication(options.clientId, options.clientSecret);
  return {
    graphql: http => createSendGraphql({ http, baseUrl, timeoutMs, patientMs }),
    oauth: http => createOAuth({ ...options, authentication, http, timeoutMs: oauthMs }),
  };
}

function toSignIn(http: SignInClients, by: Endpoints): AccountOptions['signIn'] {
  const [exchanging, revoking] = [by.oauth(http.exchange), by.oauth(http.revocation)];
  return {
    exchange: (grant, signal) => exchanging.exchange(grant, signal),
    identify: identifyBy(by.graphql(http.profile)),
    revoke: (refreshToken, signal) => revoking.revoke(refreshToken, signal),
  };
}

function identifyBy(send: SendGraphql): Identify {
  return async (accessToken, signal) => {
    const [form] = OPERATIONS.profileName.forms;
    if (!form) return null;
    // The caller sets the time limit by its signal.
    const request = { ...toRequest(OPERATIONS.profileName, form, {}, () => false), patient: true };
    return toAccountName(toValue(await send(request, accessToken, signal)));
  };
}

function toAccountName(profile: unknown): AccountName | null {
  const { id: given, displayName, fullname } = toFields(profile);
  const id = toId(given);
  return id === null ? null : { id, name: toText(displayName) ?? toText(fullname) ?? id };
}

/** The least wait reported to a caller that is refused only because of requests in progress. */
const LEAST_WAIT_MS = 1_000;

/** Refuses library requests that would use up what playback needs. */
function leavingEnough(ask: SendOperation, budget: Budget): SendOperation {
  // Without this count, a burst would be admitted in full before its first request reduced the budget.
  let underWay = 0;
  return async (operation, params, signal) => {
    if (budget.scarceMsFor(underWay) > 0)
      throw toScarceRefusal(Math.max(budget.scarceMsFor(0), LEAST_WAIT_MS));
    underWay += 1;
    try {
      const answer = await ask(operation, params, signal);
      budget.giveBack(1);
      return answer;
    } finally {
      underWay -= 1;
    }
  };
}

function toScarceRefusal(retryAfterMs: number): RefusedError {
  const message = 'The speaker has sent too many requests to the music service. Try again later.';
  return new RefusedError({ reason: 'rateLimited', message, retryAfterMs });
}

function toRequest<P>(operation: Operation<P>, form: Form<P>, params: P, has: Has): GraphqlRequest {
  const { kind, text, variables, words } = form.write(params, has);
  return {
    operationName: operation.name,
    document: text,
    variables,
    words,
    path: operation.path,
    patient: operation.patient ?? false,
    kind,
  };
}

function toValue(outcome: GraphqlOutcome): unknown {
  if (outcome.type === 'value') return outcome.value;
  throw outcome.fault;
}
