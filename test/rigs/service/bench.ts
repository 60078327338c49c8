import { inspect } from 'node:util';
import { ServiceFault } from '../../../src/contract/errors.js';
import type { CredentialsRecord } from '../../../src/contract/records.js';
import type { CodeGrant, Standing } from '../../../src/contract/service-ports.js';
import { createService, type Service, type ServiceOptions } from '../../../src/service/service.js';
import { createKeptLogger, createMemoryCell, createMovedClock } from '../../fakes/ports/collaborators.js';
import { type ServiceServer, startServiceServer } from '../../fakes/service/server.js';

export const SECRET = 'client-secret-7781';
export const ACCESS = 'access-token-4242';
export const REFRESH = 'refresh-token-9393';

export const RECORD: CredentialsRecord = {
  accessToken: ACCESS,
  refreshToken: REFRESH,
  expiresInS: 14_400,
  obtainedAtMs: 1_700_000_000_000 - 60_000,
  profileId: 'LI:1',
};

/** What a browser brings back from the service. */
export const CODE: CodeGrant = {
  code: 'the-code',
  redirectUri: 'http://speaker.local/pair/callback',
  codeVerifier: 'v'.repeat(43),
};

interface Teardown {
  teardown(run: () => unknown): unknown;
}

export interface Bench {
  readonly server: ServiceServer;
  readonly service: Service;
  readonly cell: ReturnType<typeof createMemoryCell<CredentialsRecord>>;
  readonly clock: ReturnType<typeof createMovedClock>;
  readonly logger: ReturnType<typeof createKeptLogger>;
}

/** The service client on a fake service of its own; paired unless `record` is null. */
export async function setUp(
  t: Teardown,
  options: { readonly record?: CredentialsRecord | null } & Partial<ServiceOptions> = {},
): Promise<Bench> {
  const server = await startServiceServer();
  const { record = RECORD, ...overrides } = options;
  const cell = createMemoryCell(record);
  const clock = createMovedClock();
  const logger = createKeptLogger();
  const service = createService({
    baseUrl: server.url,
    authUrl: `${server.url}/`,
    clientId: 'the client',
    clientSecret: SECRET,
    deviceUuid: 'uuid-1',
    profile: 'auto',
    credentials: cell,
    clock,
    logger,
    random: () => 0,
    ...overrides,
    times: { confirmMs: 20, againMs: [5, 10, 20], ...overrides.times },
  });
  t.teardown(async () => {
    await service.stop();
    await server.close();
  });
  return { server, service, cell, clock, logger };
}

/** Signs in as `tonearm pair` does, whoever it is; resolves with how he stands to the listener there was. */
export function signIn({ account }: Pick<Service, 'account'>, grant: CodeGrant): Promise<Standing> {
  return account.signIn(grant, {
    ...calm(),
    settle: async (standing, keep) => {
      await keep();
      return standing;
    },
  });
}

/** A signal that never fires. */
export function calm(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

/** The fault a call ends with; anything else fails the test. No secret may be found in it, however deep. */
export async function faultOf(call: Promise<unknown>): Promise<ServiceFault> {
  const error = await call.then(
    () => new Error('no fault'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceFault)) throw new Error('not a service fault', { cause: error });
  assertSilent(inspect(error, { depth: Infinity, showHidden: true }));
  return error;
}

/** Throws when a secret of the bench stands in the text, plain or as Basic authentication writes it. */
export function assertSilent(text: string): void {
  const basic = Buffer.from(`the client:${SECRET}`).toString('base64');
  for (const secret of [SECRET, ACCESS, REFRESH, basic, 'refresh-of-', 'granted']) {
    if (text.includes(secret)) throw new Error(`a secret shows: ${secret}`);
  }
}
