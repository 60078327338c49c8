import type { Incidents } from '../control/gate/incidents.js';
import type { Paired } from '../pairing/exchange.js';
import { tellAccount, toToldAccount } from './account-name.js';
import type { AgentParts } from './agent-parts.js';

/** How the party that paired the speaker is named if it was no client. */
const AUTHORS: Readonly<Record<Paired['right'], string | null>> = {
  anyone: null,
  listener: null,
  code: null,
  shell: 'tonearm pair',
};

/** Creates the function that reports a completed sign-in to the log, the engine and the owners. */
export function createPairingTold(
  options: Pick<AgentParts, 'config' | 'service' | 'engine' | 'recent' | 'access'> & {
    readonly incidents: Incidents;
  },
): (paired: Paired) => void {
  const { config, service, engine, recent, access, incidents } = options;
  return ({ standing, wasPaired, right, by: inviter, peer }) => {
    const by = inviter ?? AUTHORS[right];
    const isLeft = wasPaired && standing === 'same';
    incidents.note(isLeft ? 'signedIn' : 'paired', peer, { listener: standing, right, by });
    // Signing in again as the same listener only ends what is waited out.
    const sameListener = standing === 'same' || standing === 'none';
    engine.dispatch({ type: 'pairing.began', sameListener });
    // The credentials were lost, so it is unknown whose list it is.
    if (standing === 'none') recent.forget();
    tellAccount(config, options);
    // The admission of the browser is reported separately; a shell has no browser.
    if (sameListener && right !== 'shell') return;
    const name = toToldAccount(config, service)?.name;
    access.announce({ what: 'listener', ...(name !== undefined && { name }), ...(by !== null && { by }) });
  };
}
