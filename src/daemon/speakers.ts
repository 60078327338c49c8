import type { Speaker } from '../contract/protocol.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { createLate } from './late.js';

/**
 * Lists this speaker and the others found in the network, even if this one is not advertised. The search is loaded at
 * the first call.
 */
export function createSpeakers(
  { clock }: Pick<Wiring, 'clock'>,
  { device, engine }: Pick<AgentParts, 'device' | 'engine'>,
  {
    address,
    otherAddresses,
    refreshAddress,
  }: {
    readonly address: () => string;
    readonly otherAddresses: () => readonly string[];
    readonly refreshAddress: () => Promise<unknown>;
  },
): () => Promise<readonly Speaker[]> {
  const { deviceUuid: id, name } = device;
  const self = (): Speaker => {
    const paired = engine.state.pairing.is === 'paired';
    const otherUrls = otherAddresses();
    return { id, name, url: address(), ...(otherUrls.length > 0 && { otherUrls }), self: true, paired };
  };
  const neighbourhood = createLate(async () => {
    const { createNeighbourhood } = await import('../discovery/neighbourhood.js');
    return createNeighbourhood({ ownId: id, steadyMs: () => clock.steadyMs() });
  });
  return async () => {
    const [others] = await Promise.all([(await neighbourhood()).list(), refreshAddress()]);
    return [self(), ...others];
  };
}
