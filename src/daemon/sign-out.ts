import type { Config } from '../config.js';
import type { Access } from '../control/access.js';
import type { Engine } from '../engine/engine.js';
import type { Clock, Logger, Store } from '../ports.js';
import { createService, type Service } from '../service/service.js';
import { openStore } from '../store/file-store.js';

/** Signs out for a listener: tokens, phones and what was played are forgotten. A pairing that the service ends keeps them. */
export function createUnpair(parts: {
  readonly service: Service;
  readonly engine: Engine;
  readonly access: Access;
  readonly store: Pick<Store, 'played'>;
}): () => Promise<void> {
  const { service, engine, access, store } = parts;
  let isListeners = false;
  service.account.onChange(pairing => {
    // The beginning is told by the pairing pages, which know whose account it is.
    if (pairing === 'unpaired')
      engine.dispatch({ type: 'pairing.ended', by: isListeners ? 'listener' : 'service' });
  });
  return async () => {
    isListeners = true;
    try {
      await service.account.signOut();
      await access.revokeAll();
      // The engine has it removed, too; here that is waited for. The store tries again by itself.
      await store.played.remove().catch(() => undefined);
    } finally {
      isListeners = false;
    }
  };
}

export interface SignOutOptions {
  readonly stateDir: string;
  readonly runtimeDir: string;
  /** How the service is reached; null where that is not known, then nothing can be revoked there. */
  readonly service: Config['service'] | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Does the same while no agent runs: takes the lock of the state directory, revokes where possible, forgets the
 * listener, what was played and every admitted phone. Resolves with whether anybody was signed in. Rejects with an
 * `ExitError` as `openStore` does, so also while an agent holds the directory.
 */
export async function signOut(options: SignOutOptions): Promise<boolean> {
  const store = await openStore(options);
  try {
    const { credentials, clients, session, played } = store;
    const wasPaired = (credentials.value?.refreshToken ?? '') !== '';
    if (wasPaired && options.service !== null) await revokeAtService(options.service, store, options);
    await credentials.remove();
    await clients.remove();
    await played.remove();
    const { value } = session;
    if (value !== null) {
      await session.write({
        ...value,
        wish: 'stopped',
        source: null,
        item: null,
        positionMs: 0,
        exact: true,
      });
    }
    return wasPaired;
  } finally {
    await store.close();
  }
}

async function revokeAtService(
  service: Config['service'],
  { credentials, device }: Awaited<ReturnType<typeof openStore>>,
  { clock, logger }: SignOutOptions,
): Promise<void> {
  const deviceUuid = device.value?.deviceUuid ?? '';
  const calls = createService({ ...service, deviceUuid, credentials, clock, logger });
  try {
    await calls.account.signOut();
  } finally {
    await calls.stop();
  }
}
