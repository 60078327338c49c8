import type { Config } from '../config.js';
import type { AccountName } from '../core/public-state.js';
import type { Engine } from '../engine/engine.js';
import type { Service } from '../service/service.js';

/** Whose account it is, as clients may know: where anybody may ask, nobody is told. */
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
