import type { Engine } from '../engine/engine.js';
import type { Health, Store } from '../contract/ports.js';
import type { Service } from '../service/service.js';

/** The overall health, as `/healthz` and `/metrics` report it (contract, section 3). */
export function toHealth(parts: {
  readonly engine: Pick<Engine, 'state'>;
  readonly service: Pick<Service, 'reachability'>;
  readonly store: Pick<Store, 'writable'>;
}): Health {
  const { pairing, player } = parts.engine.state;
  // A player that has never failed is still starting, which is no fault.
  const isDead = !player.alive && player.deaths > 0;
  return {
    pairing: pairing.is,
    player: isDead ? 'unavailable' : 'ok',
    service: parts.service.reachability,
    stateWritable: parts.store.writable,
  };
}
