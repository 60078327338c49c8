import type { Abilities, ServiceProfile } from '../core/vocabulary/abilities.js';
import type { Control } from '../control/control.js';
import { HttpServer, type HttpServerOptions } from '../control/transport/http-server.js';
import { FileCertificate } from '../control/transport/tls/files.js';
import { OwnCertificate } from '../control/transport/tls/own.js';
import type { MetricsOptions } from '../host/metrics.js';
import { createOpening } from '../pairing/opening.js';
import type { PairingOptions, PairingPart } from '../pairing/pairing.js';
import type { Health } from '../contract/ports.js';
import type { ShellPairing } from '../contract/pairing-ports.js';
import type { SystemInfo } from '../contract/unread-results.js';
import { toToldAccount } from './account-name.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { createLate, createLateControl, createLatePages } from './late.js';
import {
  hostNames,
  houseAddresses,
  localName,
  type NetworkNames,
  toTakenHost,
  trackHostName,
  watchNames,
} from './names.js';
import { createPairingTold } from './paired.js';
import { createUnpair } from './sign-out.js';
import { createSpeakers } from './speakers.js';

/** Serves the pairing pages, the remote and the control API on one port. */
export function serve(
  wiring: Wiring,
  parts: AgentParts,
): {
  readonly http: HttpServer;
  readonly control: Control;
  readonly address: () => string;
  /** Whether the time in which anybody nearby may pair the speaker is over. */
  readonly isPairingOver: () => boolean;
} {
  const { config, version, clock, logger, meter, diagnosis, stopLater } = wiring;
  const { device, player, engine, access } = parts;
  const avahiHost = trackHostName(logger);
  const names = watchNames(wiring, parts, { port: () => http.port, avahiHost });
  const redirectUri = () => names.redirect.current();
  const port = () => http.port;
  const addresses = toAddresses(config, { host: () => avahiHost.current(), port });
  const versions = () => ({ tonearm: version, node: process.versions.node, mpv: player.version });
  const remote = createLatePages(async () => {
    const { createRemotePages } = await import('../remote/pages.js');
    return createRemotePages({ deviceName: device.name, version });
  });
  const opening = createOpening({ mode: config.pairing, account: parts.service.account, clock });
  const isPairingOver = () => opening() === 'over';
  const isPairingByCode = () => ['code', 'over'].includes(opening());
  const pairing = openPairing(wiring, parts, {
    opening,
    redirectUri,
    takenHost: () => toTakenHost(redirectUri(), avahiHost.current()),
    judgeCode: (code, peer) => control.judgeCode(code, peer),
  });
  const shell = async () => (await pairing()).shell;
  const told = { ...names, ...addresses, port, versions, shell, isPairingOver, isPairingByCode };
  const control: Control = openControl(wiring, parts, told);
  // The pending commands of a removed client are dropped, so that the removal takes effect at once.
  access.onRevoked(ids => engine.dismiss(ids));
  const health = () => toHealth(parts);
  const about = { health, versions, state: () => engine.snapshot().state };
  const http = new HttpServer({
    host: config.http.host,
    port: config.http.port,
    tls: findTls(wiring, parts),
    signInOrigin: new URL(config.service.authUrl).origin,
    hostNames: () => hostNames(redirectUri(), avahiHost.current()),
    origins: config.control.origins,
    pages: [createLatePages(async () => (await pairing()).pages), remote],
    health,
    metrics: diagnosis.metricsRoute({ access, control, about }),
    control,
    incidents: diagnosis.incidents,
    meter,
    logger,
  });
  stopLater('http', () => http.stop());
  stopLater('control', () => control.stop());
  return { http, control, address: addresses.address, isPairingOver };
}

function findTls({ config, clock, logger }: Wiring, { device, store }: AgentParts): HttpServerOptions['tls'] {
  const { mode, files } = config.http.tls;
  if (mode === 'off') return null;
  const own = { kept: store.certificate, deviceName: device.name, clock, logger };
  return {
    certificate: files === null ? new OwnCertificate(own) : new FileCertificate(files, logger),
    only: mode === 'only',
  };
}

/** The overall health, as `/healthz` and `/metrics` report it (contract, section 3). */
function toHealth({ engine, service, store }: AgentParts): Health {
  const { pairing, player } = engine.state;
  // A player that has never failed is still starting, which is no fault.
  const isDead = !player.alive && player.deaths > 0;
  return {
    pairing: pairing.is,
    player: isDead ? 'unavailable' : 'ok',
    service: service.reachability,
    stateWritable: store.writable,
  };
}

/** Where browsers reach the speaker: by its name, and by addresses. */
function toAddresses(
  { http }: Wiring['config'],
  at: { readonly host: () => string | null; readonly port: () => number },
): { readonly address: () => string; readonly otherAddresses: () => readonly string[] } {
  const toAddress = (host: string) => `${http.tls.mode === 'only' ? 'https' : 'http'}://${host}:${at.port()}`;
  // With a configured host, only its one address is known to work.
  const isAnywhere = ['::', '0.0.0.0'].includes(http.host ?? '::');
  return {
    address: () => toAddress(at.host() ?? localName()),
    otherAddresses: () => (isAnywhere ? houseAddresses().map(toAddress) : []),
  };
}

function openPairing(
  { config, clock, logger, meter, diagnosis }: Wiring,
  parts: AgentParts,
  asked: Pick<PairingOptions, 'opening' | 'redirectUri' | 'takenHost' | 'judgeCode'>,
): () => Promise<PairingPart> {
  const { service, access, device } = parts;
  const { account } = service;
  const onPaired = createPairingTold({ ...parts, incidents: diagnosis.incidents });
  return createLate(async () => {
    const { createPairing } = await import('../pairing/pairing.js');
    return createPairing({
      ...asked,
      account,
      admission: access,
      deviceName: device.name,
      toldAccount: () => toToldAccount(config, service)?.name ?? null,
      onPaired,
      onTurnedAway: (what, peer, details) => diagnosis.incidents.note(what, peer, details),
      meter,
      clock,
      logger,
    });
  });
}

function openControl(
  wiring: Wiring,
  parts: AgentParts,
  told: NetworkNames &
    Pick<MetricsOptions, 'versions'> & {
      readonly port: () => number;
      readonly address: () => string;
      readonly otherAddresses: () => readonly string[];
      readonly shell: () => Promise<ShellPairing>;
      readonly isPairingOver: () => boolean;
      readonly isPairingByCode: () => boolean;
    },
): Control {
  const { config, clock, logger, meter, diagnosis } = wiring;
  const { access, engine, service, device, recent } = parts;
  const { deviceUuid, name } = device;
  const sinceMs = clock.steadyMs();
  const unpair = createUnpair(parts);
  const speakers = createSpeakers(wiring, parts, told);
  return createLateControl(async () => {
    const { createControl } = await import('../control/control.js');
    return createControl({
      access,
      incidents: diagnosis.incidents,
      meter,
      agent: engine,
      agenda: () => engine.state.agenda,
      kept: parts.kept,
      announcer: parts.player.announcer,
      speech: { isOn: config.speech, isPairingByCode: told.isPairingByCode },
      clips: { hosts: config.announceHosts, port: told.port },
      library: service.library,
      recent: most => recent.list(most),
      speakers,
      serviceScarceMs: () => service.budget.commandScarceMs,
      heedServiceRequests: heed => service.budget.heed(heed),
      device,
      unpair,
      pairing: told.shell,
      address: told.address,
      otherAddresses: told.otherAddresses,
      refreshAddress: told.refreshAddress,
      runtimeDir: config.runtimeDir,
      isRuntimeDirOfService: config.isRuntimeDirOfService,
      record: () => toRecord(diagnosis, told),
      systemInfo: () => ({
        versions: told.versions(),
        deviceUuid,
        name,
        address: told.address(),
        uptimeMs: Math.round(clock.steadyMs() - sinceMs),
        serviceProfile: toProfileInUse(config.service.profile, service.playback.abilities),
        ...toQuietHours(config),
      }),
      clock,
      logger,
    });
  });
}

/** The quiet hours, if they are quieter than the other hours. */
function toQuietHours({ quiet, volume }: Wiring['config']): Pick<SystemInfo, 'quietHours'> {
  const { hours, volumeMax } = quiet;
  if (hours === null || volumeMax >= volume.max) return {};
  const [from = '', to = ''] = [hours.fromMin, hours.toMin].map(toClock);
  return { quietHours: { from, to, volumeMax } };
}

function toClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':');
}

/** A service without `peek`, which the agent asks it for at every item, counts as `core`. */
function toProfileInUse(configured: ServiceProfile, { peek }: Abilities): ServiceProfile {
  if (configured !== 'auto') return configured;
  return peek ? 'full' : 'core';
}

/** What the speaker's own doctor asks for. */
async function toRecord(
  { recorder, audio }: Wiring['diagnosis'],
  told: NetworkNames & { readonly isPairingOver: () => boolean },
) {
  return {
    lines: recorder.lines(),
    audioHost: audio.host,
    isPairingOver: told.isPairingOver(),
    twins: await told.findTwins(),
    formerRedirectUri: told.redirect.former(),
  };
}
