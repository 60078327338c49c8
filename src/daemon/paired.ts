import type { Incidents } from '../control/incidents.js';
import type { Paired } from '../pairing/exchange.js';
import { tellAccount, toToldAccount } from './account-name.js';
import type { AgentParts } from './agent-parts.js';

/** Who paired the speaker, by name: where that was no client, in words. */
const AUTHORS: Readonly<Record<Paired['right'], string | null>> = {
  anyone: null,
  listener: null,
  code: null,
  shell: 'tonearm pair',
};

/** Tells everybody whom it concerns that somebody has signed in: the log, the engine, the owners. */
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
    // One who had it before changes nothing of what plays.
    const sameListener = standing === 'same' || standing === 'none';
    if (!isLeft) engine.dispatch({ type: 'pairing.began', sameListener });
    // Where the credentials were lost, nobody knows whose list it is.
    if (standing === 'none') recent.forget();
    tellAccount(config, options);
    // Whose browser it was is told as it is admitted; a shell has none.
    if (sameListener && right !== 'shell') return;
    const name = toToldAccount(config, service)?.name;
    access.announce({ what: 'listener', ...(name !== undefined && { name }), ...(by !== null && { by }) });
  };
}
