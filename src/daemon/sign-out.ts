import type { Config } from '../config/config.js';
import type { Access } from '../control/access/access.js';
import type { Engine } from '../engine/engine.js';
import type { Clock, Logger, Store } from '../contract/ports.js';
import { createService, type Service } from '../service/service.js';
import { openStore } from '../store/file-store.js';

/**
 * Creates the sign-out for a listener, which forgets tokens, clients and what was played. A pairing that the service
 * ends keeps them.
 */
export function createUnpair(parts: {
  readonly service: Service;
  readonly engine: Engine;
  readonly access: Access;
  readonly store: Pick<Store, 'played'>;
}): () => Promise<void> {
  const { service, engine, access, store } = parts;
  let isListeners = false;
  service.account.onChange(pairing => {
    // The pairing pages report the beginning, because they know whose account it is.
    if (pairing === 'unpaired')
      engine.dispatch({ type: 'pairing.ended', by: isListeners ? 'listener' : 'service' });
  });
  return async () => {
    isListeners = true;
    try {
      await service.account.signOut();
      await access.revokeAll();
      // The engine starts the removal, too; here it is awaited. The store repeats a failed one by itself.
      await store.played.remove().catch(() => undefined);
    } finally {
      isListeners = false;
    }
  };
}

export interface SignOutOptions {
  readonly stateDir: string;
  readonly runtimeDir: string;
  /** How to reach the service; null if unknown, in which case nothing is revoked there. */
  readonly service: Config['service'] | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Signs out while no agent runs: locks the state directory, revokes the tokens if possible, and forgets the listener,
 * what was played and every admitted client. Resolves with whether the speaker was signed in. Rejects with an
 * `ExitError` as `openStore` does, including while an agent holds the directory.
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
