import type { Clock } from '../contract/ports.js';
import type { Addresses } from './addresses.js';
import { createBudget } from './budget.js';
import { HttpClient } from './http-client.js';
import { UNHELD } from './throttle.js';

/**
 * HTTP clients for sign-ins, with a budget of their own: anybody may try to sign in, and neither those requests nor the
 * service's answers to them hold back the household's requests.
 */
export interface SignInClients {
  /** A wait that the service asks for here delays all sign-ins: it concerns the speaker, not yet an account. */
  readonly exchange: HttpClient;
  readonly profile: HttpClient;
  readonly revocation: HttpClient;
}

export function createSignInClients(options: {
  readonly clock: Clock;
  readonly addresses: Addresses;
}): SignInClients {
  const { clock } = options;
  const shared = { ...options, budget: createBudget({ clock }) };
  return {
    exchange: new HttpClient(shared),
    profile: new HttpClient({ ...shared, throttle: UNHELD }),
    revocation: new HttpClient({ ...shared, throttle: UNHELD }),
  };
}
