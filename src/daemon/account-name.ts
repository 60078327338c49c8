import type { Config } from '../config/config.js';
import type { AccountName } from '../contract/public-state.js';
import type { Engine } from '../engine/engine.js';
import type { Service } from '../service/service.js';

/** The listener's account as clients may see it; null with open access, where anyone could ask for it. */
export function toToldAccount({ control }: Pick<Config, 'control'>, service: Service): AccountName | null {
  return control.access === 'open' ? null : service.account.listener;
}

export function tellAccount(
  config: Pick<Config, 'control'>,
  { service, engine }: { readonly service: Service; readonly engine: Engine },
): void {
  const account = toToldAccount(config, service);
  if (account !== null) engine.dispatch({ type: 'account.named', account });
}
