/** What oidc-provider keeps, in memory, so that a test can see and change it. */
import type { Adapter, AdapterPayload } from 'oidc-provider';

export interface OidcStore {
  /** For `adapter` of the provider's configuration. */
  readonly adapter: (model: string) => Adapter;
  /** Refresh tokens that would be taken without being forgiven. */
  live(): readonly string[];
  /** As if every access token had come to its end. */
  expireAccessTokens(): void;
  putClient(client: AdapterPayload & { readonly client_id: string }): Promise<void>;
}

/** A refresh token that was used counts as unused for `graceMs` more, as services with a period of grace have it. */
export function createOidcStore(graceMs: () => number): OidcStore {
  const models = new Map<string, Map<string, AdapterPayload>>();
  const consumed = new Map<string, number>();

  const rowsOf = (model: string): Map<string, AdapterPayload> => {
    const rows = models.get(model) ?? new Map<string, AdapterPayload>();
    models.set(model, rows);
    return rows;
  };

  function adapter(model: string): Adapter {
    const rows = rowsOf(model);
    const isForgiven = (id: string): boolean =>
      model === 'RefreshToken' && Date.now() - (consumed.get(id) ?? 0) < graceMs();
    const by = (name: 'uid' | 'userCode', value: string) =>
      Promise.resolve([...rows.values()].find(row => row[name] === value));
    return {
      upsert(id, payload) {
        rows.set(id, payload);
        return Promise.resolve();
      },
      find(id) {
        const row = rows.get(id);
        const isUsed = consumed.has(id) && !isForgiven(id);
        return Promise.resolve(row && (isUsed ? { ...row, consumed: consumed.get(id) } : row));
      },
      findByUserCode: userCode => by('userCode', userCode),
      findByUid: uid => by('uid', uid),
      consume(id) {
        if (!consumed.has(id)) consumed.set(id, Date.now());
        return Promise.resolve();
      },
      destroy(id) {
        rows.delete(id);
        return Promise.resolve();
      },
      revokeByGrantId(grantId) {
        for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id);
        return Promise.resolve();
      },
    };
  }

  return {
    adapter,
    live: () => [...rowsOf('RefreshToken').keys()].filter(id => !consumed.has(id)),
    expireAccessTokens: () => rowsOf('AccessToken').clear(),
    putClient: client =>
      adapter('Client')
        .upsert(client.client_id, client, 0)
        .then(() => undefined),
  };
}
