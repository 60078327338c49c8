import type { Clock } from '../ports.js';
import { createBudget } from './budget.js';
import { createHttpClient, type HttpClient } from './http-client.js';
import { UNHELD } from './throttle.js';

/**
 * What a sign-in asks of the service goes by clients of its own, out of a budget of its own: anybody may sign in, and
 * neither his requests nor what the service answers to them hold back those of the household.
 */
export interface SignInClients {
  /** A wait that is asked for here is one for all sign-ins: it is told of the speaker, before there is an account. */
  readonly exchange: HttpClient;
  readonly profile: HttpClient;
  readonly revocation: HttpClient;
}

export function createSignInClients({ clock }: { readonly clock: Clock }): SignInClients {
  const shared = { clock, budget: createBudget({ clock }) };
  return {
    exchange: createHttpClient(shared),
    profile: createHttpClient({ ...shared, throttle: UNHELD }),
    revocation: createHttpClient({ ...shared, throttle: UNHELD }),
  };
}
