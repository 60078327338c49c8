/** The whole program with oidc-provider for its service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.js';
import type { Phone } from '../../fakes/phones/phone.js';
import type { AgentProcess } from './process.js';
import { createRig, pairAsBrowser, type Rig } from './rig.js';
import { type OidcOptions, type OidcService, startOidcService } from '../../fakes/service/oidc.js';

export interface OidcRig {
  readonly rig: Rig;
  readonly service: OidcService;
  /** Started against the provider; what `more` names is added. */
  readonly start: (more?: Readonly<Record<string, string>>) => Promise<AgentProcess>;
  /** Started, paired and joined by a phone. */
  readonly ready: () => Promise<{
    readonly agent: AgentProcess;
    readonly token: string;
    readonly phone: Phone;
  }>;
  /** The whole environment of the program. */
  readonly environment: Readonly<Record<string, string>>;
  /** As it stands on the disk. */
  readonly refreshToken: () => string;
}

export async function createOidcRig(t: Test, options: OidcOptions & SandboxOptions = {}): Promise<OidcRig> {
  const rig = await createRig(t, options);
  const service = await startOidcService(rig.sandbox, options);
  t.teardown(() => service.stop());
  const environment = {
    ...rig.environment,
    TONEARM_AUTH_URL: service.url,
    TONEARM_BASE_URL: service.url,
    TONEARM_CLIENT_ID: service.clientId,
    TONEARM_CLIENT_SECRET: service.clientSecret,
    TONEARM_REDIRECT_URI: service.redirectUri,
  };
  const start = (more: Readonly<Record<string, string>> = {}) => rig.start({ ...environment, ...more });
  return {
    rig,
    service,
    environment,
    start,
    async ready() {
      const agent = await start();
      const token = await pairAsBrowser(agent.url, service.consent);
      return { agent, token, phone: await rig.phone(agent, token) };
    },
    refreshToken() {
      const kept = JSON.parse(readFileSync(join(rig.stateDir, 'credentials.json'), 'utf8')) as {
        readonly refreshToken: string;
      };
      return kept.refreshToken;
    },
  };
}
