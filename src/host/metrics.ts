import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { type PublicState, SILENCE_REASONS, WISHES } from '../contract/public-state.js';
import type { Health } from '../contract/ports.js';
import { MetricSet } from './metric-set.js';
import { SOUND_COMMANDS } from './sound-watch.js';
import type { Tally } from './tally.js';

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
  const set = new MetricSet();
  addSound(set, options.tally);
  addCounts(set, options.tally);
  addState(set, options);
  addClients(set, options);
  addProcess(set);
  return set;
}

/** How long listeners waited for sound. */
function addSound(set: MetricSet, tally: Tally): void {
  set.histogram(
    {
      name: 'tonearm_track_gap_seconds',
      help: 'Time from the end of an item to the start of the next, as the player reports them, without changes that a listener asked for.',
      buckets: GAP_BUCKETS,
    },
    () => tally.takeGaps(),
  );
  set.histograms(
    {
      name: 'tonearm_time_to_sound_seconds',
      help: 'Time from a command that changes what plays until the new sound starts.',
      label: 'command',
      words: SOUND_COMMANDS,
      buckets: SOUND_BUCKETS,
    },
    () => tally.takeDelays().map(({ command, seconds }) => [command, seconds] as const),
  );
}

/** Counters since the start. */
function addCounts(set: MetricSet, tally: Tally): void {
  set.counts(
    { name: 'tonearm_faults_total', help: 'Faults that started, by kind.', label: 'kind' },
    () => tally.counts.faults,
  );
  set.counts(
    { name: 'tonearm_items_total', help: 'Items that started to play, by kind.', label: 'kind' },
    () => tally.counts.items,
  );
  set.counts(
    { name: 'tonearm_token_refreshes_total', help: 'Token renewals, by outcome.', label: 'outcome' },
    () => tally.counts.renewals,
  );
  set.counts(
    {
      name: 'tonearm_incidents_total',
      help: 'Clients and attempts turned away, admissions, revocations, pairings and sign-outs, by what happened.',
      label: 'what',
    },
    () => tally.counts.incidents,
  );
  set.count(
    { name: 'tonearm_url_renewals_total', help: 'Audio addresses renewed for the current item.' },
    () => tally.counts.urlRenewals,
  );
  set.count(
    { name: 'tonearm_reconnects_total', help: 'Times the service became reachable again.' },
    () => tally.counts.reconnects,
  );
}

/** The present state. */
function addState(set: MetricSet, { state, health }: MetricsOptions): void {
  set.choice(
    {
      name: 'tonearm_playback_status',
      help: 'Playback status that the listener asked for.',
      label: 'status',
      words: WISHES,
    },
    () => state().playbackStatus,
  );
  set.choice(
    {
      name: 'tonearm_silence',
      help: 'Why the speaker is silent; all 0 while it plays.',
      label: 'reason',
      words: SILENCE_REASONS,
    },
    () => state().silenceReason,
  );
  set.choice(
    { name: 'tonearm_service', help: 'Last known status of the service.', label: 'status', words: SERVICE },
    () => health().service,
  );
  set.gauge({ name: 'tonearm_paired', help: '1 while paired with an account.' }, () =>
    Number(health().pairing === 'paired'),
  );
  set.gauge({ name: 'tonearm_player_up', help: '1 while the player runs.' }, () =>
    Number(health().player === 'ok'),
  );
  set.gauge({ name: 'tonearm_state_writable', help: '1 while the state directory can be written.' }, () =>
    Number(health().stateWritable),
  );
  set.gauge({ name: 'tonearm_volume', help: 'Volume, 0 to 100.' }, () => state().volume);
}

function addClients(set: MetricSet, { clients, versions }: MetricsOptions): void {
  set.gauges(
    {
      name: 'tonearm_clients',
      help: 'Connected admitted clients, by transport.',
      label: 'by',
    },
    () => ({ ...clients() }),
  );
  set.labels({ name: 'tonearm_build_info', help: '1; the versions are its labels.' }, () => {
    const { mpv, ...others } = versions();
    return { ...others, mpv: mpv ?? '' };
  });
}

function addProcess(set: MetricSet): void {
  let utilization: EventLoopUtilization | undefined;
  set.gauge(
    { name: 'tonearm_event_loop_lag_seconds', help: 'Event loop delay at the time of the scrape.' },
    measureLag,
  );
  set.gauge(
    {
      name: 'tonearm_event_loop_utilization_ratio',
      help: 'Share of the time since the last scrape in which the event loop was busy.',
    },
    () => {
      const now = performance.eventLoopUtilization();
      const since = utilization === undefined ? now : performance.eventLoopUtilization(now, utilization);
      utilization = now;
      return since.utilization;
    },
  );
  set.gauge(
    { name: 'process_resident_memory_bytes', help: 'Resident memory of the agent, without the player.' },
    () => process.memoryUsage.rss(),
  );
  set.gauge(
    { name: 'nodejs_heap_size_used_bytes', help: 'Memory in use by JavaScript objects.' },
    () => process.memoryUsage().heapUsed,
  );
  set.gauge(
    { name: 'nodejs_external_memory_bytes', help: 'Memory in use outside the heap.' },
    () => process.memoryUsage().external,
  );
  set.gauge(
    { name: 'process_start_time_seconds', help: 'Start time of the agent, in seconds since the Unix epoch.' },
    () => Math.round(performance.timeOrigin / 1_000),
  );
  set.count({ name: 'process_cpu_seconds_total', help: 'CPU time used.' }, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });
}

function measureLag(): Promise<number> {
  const asked = performance.now();
  return new Promise(resolve => {
    setImmediate(() => resolve((performance.now() - asked) / 1_000));
  });
}
