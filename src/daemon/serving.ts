import { defaultRedirectUri } from '../config.js';
import type { Control } from '../control/control.js';
import { createHttpServer, type HttpServer } from '../control/http-server.js';
import { createAvahiHostName } from '../discovery/avahi-host-name.js';
import type { MetricsOptions } from '../host/metrics.js';
import type { Pages } from '../ports.js';
import { tellAccount } from './account-name.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { toHealth } from './health.js';
import { hostNames, localName } from './host-names.js';
import { createLateControl } from './late-control.js';
import { createLatePages } from './late-pages.js';
import { createUnpair } from './sign-out.js';

/** Pairing pages, the remote and the control API, on one port. */
export function serve(
  wiring: Wiring,
  parts: AgentParts,
): { readonly http: HttpServer; readonly control: Control } {
  const { config, version, logger, diagnosis, stopLater } = wiring;
  const { device, player, engine, access } = parts;
  const avahiHost = createAvahiHostName();
  const redirectUri = () => config.redirectUri ?? defaultRedirectUri(config, http.port);
  const scheme = config.http.tls === null ? 'http' : 'https';
  const address = () => `${scheme}://${avahiHost.current() ?? localName()}:${http.port}`;
  const versions = () => ({ tonearm: version, node: process.versions.node, mpv: player.version });
  const remote = createLatePages(async () => {
    const { createRemotePages } = await import('../remote/pages.js');
    return createRemotePages({ deviceName: device.name, version });
  });
  const control = openControl(wiring, parts, { address, versions });
  const health = () => toHealth(parts);
  const about = { health, versions, state: () => engine.snapshot().state };
  const http = createHttpServer({
    ...config.http,
    hostNames: () => hostNames(redirectUri(), avahiHost.current()),
    origins: config.control.origins,
    pages: [pairingPages(wiring, parts, redirectUri), remote],
    health,
    metrics: diagnosis.metricsRoute({ access, control, about }),
    control,
    isKnown: peer => access.isKnown(peer),
    incidents: diagnosis.incidents,
    logger,
  });
  stopLater('http', () => http.stop());
  stopLater('control', () => control.stop());
  return { http, control };
}

function pairingPages(
  { config, clock, logger, diagnosis }: Wiring,
  { service, access, device, engine }: AgentParts,
  redirectUri: () => string,
): Pages {
  return createLatePages(async () => {
    const { createPairing } = await import('../pairing/pairing.js');
    return createPairing({
      account: service.account,
      admission: access,
      deviceName: device.name,
      redirectUri,
      onPaired({ sameListener, peer }) {
        diagnosis.incidents.note('paired', peer);
        engine.dispatch({ type: 'pairing.began', sameListener });
        tellAccount(config, { service, engine });
      },
      onTurnedAway: peer => diagnosis.incidents.note('tooManySignIns', peer),
      clock,
      logger,
    }).pages;
  });
}

function openControl(
  { config, clock, logger, diagnosis }: Wiring,
  parts: AgentParts,
  told: Pick<MetricsOptions, 'versions'> & { readonly address: () => string },
): Control {
  const { access, engine, service, device } = parts;
  const { deviceUuid, name } = device;
  const sinceMs = clock.steadyMs();
  const unpair = createUnpair(parts);
  return createLateControl(async () => {
    const { createControl } = await import('../control/control.js');
    return createControl({
      access,
      incidents: diagnosis.incidents,
      agent: engine,
      library: service.library,
      device,
      unpair,
      address: told.address,
      runtimeDir: config.runtimeDir,
      isRuntimeDirOfService: config.isRuntimeDirOfService,
      record: () => ({ lines: diagnosis.recorder.lines(), audioHost: diagnosis.audio.host }),
      systemInfo: () => ({
        versions: told.versions(),
        deviceUuid,
        name,
        uptimeMs: Math.round(clock.steadyMs() - sinceMs),
        serviceProfile: config.service.profile,
      }),
      clock,
      logger,
    });
  });
}
