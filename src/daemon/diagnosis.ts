import type { Control } from '../control/control.js';
import { createIncidents, type Incidents } from '../control/gate/incidents.js';
import type { MetricsRoute } from '../control/transport/metrics-route.js';
import { createMetricsRoute } from '../control/transport/metrics-route.js';
import type { Access } from '../control/access/access.js';
import type { Engine } from '../engine/engine.js';
import { type AudioWatch, createAudioWatch } from '../host/audio-watch.js';
import { createFlightRecorder, type FlightRecorder } from '../host/flight-recorder.js';
import { createTally, type Tally } from '../host/tally.js';
import type { MetricsOptions } from '../host/metrics.js';
import type { Logger } from '../contract/ports.js';
import type { Service } from '../service/service.js';

/** What an operator can learn about the agent: the flight recorder and the numbers behind `/metrics`. */
export interface Diagnosis {
  readonly tally: Tally;
  readonly recorder: FlightRecorder;
  readonly audio: AudioWatch;
  readonly incidents: Incidents;
  follow(engine: Pick<Engine, 'follow'>, service: Service): void;
  /** Creates the route; the metrics are loaded at its first request. */
  metricsRoute(options: {
    readonly access: Access;
    readonly control: Pick<Control, 'clients'>;
    readonly about: Pick<MetricsOptions, 'state' | 'health' | 'versions'>;
  }): MetricsRoute;
}

const FOREIGN =
  'What answers at the address of the service is not the music service: check TONEARM_BASE_URL and TONEARM_AUTH_URL, and whether this network requires a login.';

export function createDiagnosis({
  version,
  logger,
}: {
  readonly version: string;
  readonly logger: Logger;
}): Diagnosis {
  const tally = createTally();
  const recorder = createFlightRecorder({ version, logger });
  const audio = createAudioWatch({ logger });
  const incidents = createIncidents({ logger, onIncident: what => tally.noteIncident(what) });
  return {
    tally,
    recorder,
    audio,
    incidents,
    follow(engine, service) {
      engine.follow(decision => {
        tally.observe(decision);
        recorder.observe(decision);
        audio.observe(decision);
      });
      service.onReachability((reachability, isForeign) => {
        tally.serviceSeen(reachability);
        if (reachability === 'ok') logger.info({}, 'The service answers.');
        else if (isForeign) logger.warn({}, FOREIGN);
        else if (reachability === 'offline') logger.warn({}, 'The service cannot be reached.');
        else logger.warn({}, 'The service returns errors.');
      });
    },
    metricsRoute({ access, control, about }) {
      const load = async () => {
        const { createMetrics } = await import('../host/metrics.js');
        return createMetrics({ ...about, tally, clients: () => control.clients });
      };
      let metrics: ReturnType<typeof load> | null = null;
      return createMetricsRoute({
        access,
        incidents,
        async text() {
          metrics ??= load();
          return (await metrics).text();
        },
      });
    },
  };
}
