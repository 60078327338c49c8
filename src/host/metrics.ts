import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { type PublicState, SILENCE_REASONS, WISHES } from '../contract/public-state.js';
import type { Health } from '../contract/ports.js';
import { by, choice, count, Distribution, gauge, labels, type Metric, toMetricsText } from './metric-set.js';
import { SOUND_COMMANDS, type Tally } from './tally.js';

export interface MetricsOptions {
  readonly tally: Tally;
  readonly state: () => PublicState;
  readonly health: () => Health;
  readonly clients: () => { readonly network: number; readonly local: number; readonly mpd: number };
  readonly versions: () => { readonly tonearm: string; readonly node: string; readonly mpv: string | null };
}

export interface Metrics {
  /** The metrics in Prometheus text format 0.0.4. */
  text(): Promise<string>;
}

const GAP_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SOUND_BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2.5, 5, 10, 30];
const SERVICE = ['ok', 'offline', 'error', 'unknown'] as const;

/**
 * Creates the metrics of `/metrics` (contract, section 3). Values are read on request, without a timer. Every
 * label is a word from a closed list.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { tally } = options;
  const all = [...ofSound(tally), ...ofCounts(tally), ...ofState(options), ...ofProcess()];
  return { text: () => toMetricsText(all) };
}

/** How long listeners waited for sound. */
function ofSound(tally: Tally): readonly Metric[] {
  const gaps = new Distribution(GAP_BUCKETS);
  const delays = new Map(
    SOUND_COMMANDS.map(command => [command, new Distribution(SOUND_BUCKETS, { command })]),
  );
  return [
    {
      name: 'tonearm_track_gap_seconds',
      help: 'Time from the end of an item to the start of the next, as the player reports them, without changes that a listener asked for.',
      type: 'histogram',
      read() {
        for (const seconds of tally.takeGaps()) gaps.add(seconds);
        return gaps.samples();
      },
    },
    {
      name: 'tonearm_time_to_sound_seconds',
      help: 'Time from a command that changes what plays until the new sound starts.',
      type: 'histogram',
      read() {
        for (const { command, seconds } of tally.takeDelays()) delays.get(command)?.add(seconds);
        return [...delays.values()].flatMap(values => values.samples());
      },
    },
  ];
}

/** Counters since the start. */
function ofCounts({ counts }: Pick<Tally, 'counts'>): readonly Metric[] {
  return [
    count('tonearm_faults_total', 'Faults that started, by kind.', () => by('kind', counts.faults)),
    count('tonearm_items_total', 'Items that started to play, by kind.', () => by('kind', counts.items)),
    count('tonearm_token_refreshes_total', 'Token renewals, by outcome.', () =>
      by('outcome', counts.renewals),
    ),
    count(
      'tonearm_incidents_total',
      'Clients and attempts turned away, admissions, revocations, pairings and sign-outs, by what happened.',
      () => by('what', counts.incidents),
    ),
    count(
      'tonearm_url_renewals_total',
      'Audio addresses renewed for the current item.',
      () => counts.urlRenewals,
    ),
    count('tonearm_reconnects_total', 'Times the service became reachable again.', () => counts.reconnects),
  ];
}

/** The present state. */
function ofState({ state, health, clients, versions }: MetricsOptions): readonly Metric[] {
  return [
    gauge('tonearm_playback_status', 'Playback status that the listener asked for.', () =>
      choice('status', WISHES, state().playbackStatus),
    ),
    gauge('tonearm_silence', 'Why the speaker is silent; all 0 while it plays.', () =>
      choice('reason', SILENCE_REASONS, state().silenceReason),
    ),
    gauge('tonearm_service', 'Last known status of the service.', () =>
      choice('status', SERVICE, health().service),
    ),
    gauge('tonearm_paired', '1 while paired with an account.', () => Number(health().pairing === 'paired')),
    gauge('tonearm_player_up', '1 while the player runs.', () => Number(health().player === 'ok')),
    gauge('tonearm_state_writable', '1 while the state directory can be written.', () =>
      Number(health().stateWritable),
    ),
    gauge('tonearm_volume', 'Volume, 0 to 100.', () => state().volume),
    gauge('tonearm_clients', 'Connected admitted clients, by transport.', () => by('by', { ...clients() })),
    gauge('tonearm_build_info', '1; the versions are its labels.', () => {
      const { mpv, ...others } = versions();
      return labels({ ...others, mpv: mpv ?? '' });
    }),
  ];
}

function ofProcess(): readonly Metric[] {
  let last: EventLoopUtilization | undefined;
  return [
    gauge('tonearm_event_loop_lag_seconds', 'Event loop delay at the time of the scrape.', measureLag),
    gauge(
      'tonearm_event_loop_utilization_ratio',
      'Share of the time since the last scrape in which the event loop was busy.',
      () => {
        const before = last;
        last = performance.eventLoopUtilization();
        return (before === undefined ? last : performance.eventLoopUtilization(last, before)).utilization;
      },
    ),
    gauge('process_resident_memory_bytes', 'Resident memory of the agent, without the player.', () =>
      process.memoryUsage.rss(),
    ),
    gauge(
      'nodejs_heap_size_used_bytes',
      'Memory in use by JavaScript objects.',
      () => process.memoryUsage().heapUsed,
    ),
    gauge(
      'nodejs_external_memory_bytes',
      'Memory in use outside the heap.',
      () => process.memoryUsage().external,
    ),
    gauge('process_start_time_seconds', 'Start time of the agent, in seconds since the Unix epoch.', () =>
      Math.round(performance.timeOrigin / 1_000),
    ),
    count('process_cpu_seconds_total', 'CPU time used.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    }),
  ];
}

function measureLag(): Promise<number> {
  const asked = performance.now();
  return new Promise(resolve => {
    setImmediate(() => resolve((performance.now() - asked) / 1_000));
  });
}
