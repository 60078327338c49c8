import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type PublicState, SILENCE_REASONS } from '../core/public-state.js';
import type { Health } from '../ports.js';
import { SOUND_COMMANDS } from './sound-watch.js';
import type { Tally } from './tally.js';

export interface MetricsOptions {
  readonly tally: Tally;
  readonly state: () => PublicState;
  readonly health: () => Health;
  readonly clients: () => { readonly network: number; readonly local: number };
  readonly versions: () => { readonly tonearm: string; readonly node: string; readonly mpv: string | null };
}

export interface Metrics {
  /** Prometheus, text format 0.0.4. */
  text(): Promise<string>;
}

const GAP_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SOUND_BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2.5, 5, 10, 30];
const STATUSES = ['playing', 'paused', 'stopped'] as const;
const SERVICE = ['ok', 'offline', 'error', 'unknown'] as const;

/**
 * What `/metrics` tells (contract, section 3). Everything is read when it is asked for; no timer runs in between,
 * which is why prom-client's own default metrics are not used: they wake the process a hundred times a second.
 * Every label is a word from a closed list.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { tally, state, health, clients, versions } = options;
  const registry = new Registry();
  const registers = [registry];
  const refreshers: (() => Promise<void> | void)[] = [];
  let utilization: EventLoopUtilization | undefined;

  function gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const metric = new Gauge({ name, help, registers });
    refreshers.push(async () => metric.set(await read()));
  }

  /** One of the words is so (1), the others are not (0). */
  function choice(
    name: string,
    help: string,
    label: string,
    words: readonly string[],
    read: () => string | null,
  ): void {
    const metric = new Gauge({ name, help, labelNames: [label], registers });
    refreshers.push(() => {
      const now = read();
      for (const word of words) metric.set({ [label]: word }, word === now ? 1 : 0);
    });
  }

  function count(name: string, help: string, read: () => number): void {
    const metric = new Counter({ name, help, registers });
    refreshers.push(() => {
      metric.reset();
      metric.inc(read());
    });
  }

  function counts(
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>>,
  ): void {
    const metric = new Counter({ name, help, labelNames: [label], registers });
    refreshers.push(() => {
      metric.reset();
      for (const [word, value] of Object.entries(read())) metric.inc({ [label]: word }, value);
    });
  }

  const gaps = new Histogram({
    name: 'tonearm_track_gap_seconds',
    help: 'From the end of an item to the beginning of the next, as the player tells them; changes that a listener asked for are left out.',
    buckets: GAP_BUCKETS,
    registers,
  });
  const delays = new Histogram({
    name: 'tonearm_time_to_sound_seconds',
    help: 'From a command that asks for another sound to that sound.',
    labelNames: ['command'],
    buckets: SOUND_BUCKETS,
    registers,
  });
  for (const command of SOUND_COMMANDS) delays.zero({ command });
  refreshers.push(() => {
    for (const seconds of tally.takeGaps()) gaps.observe(seconds);
    for (const { command, seconds } of tally.takeDelays()) delays.observe({ command }, seconds);
  });

  counts('tonearm_faults_total', 'Faults that began, by kind.', 'kind', () => tally.counts.faults);
  counts('tonearm_items_total', 'Items that began to sound, by kind.', 'kind', () => tally.counts.items);
  counts(
    'tonearm_token_refreshes_total',
    'Renewals of the tokens, by outcome.',
    'outcome',
    () => tally.counts.renewals,
  );
  counts(
    'tonearm_incidents_total',
    'Clients and tries that were turned away, admissions, revocations, pairings and signings out, by what happened.',
    'what',
    () => tally.counts.incidents,
  );
  count(
    'tonearm_url_renewals_total',
    'Fresh audio addresses for the item in turn.',
    () => tally.counts.urlRenewals,
  );
  count(
    'tonearm_reconnects_total',
    'Times the service could be reached again.',
    () => tally.counts.reconnects,
  );

  choice(
    'tonearm_playback_status',
    'What the listener wants.',
    'status',
    STATUSES,
    () => state().playbackStatus,
  );
  choice(
    'tonearm_silence',
    'Why it is silent; all 0 while it sounds.',
    'reason',
    SILENCE_REASONS,
    () => state().silenceReason,
  );
  choice('tonearm_service', 'How the service was last seen.', 'status', SERVICE, () => health().service);
  gauge('tonearm_paired', '1 while paired with an account.', () => Number(health().pairing === 'paired'));
  gauge('tonearm_player_up', '1 while the player runs.', () => Number(health().player === 'ok'));
  gauge('tonearm_state_writable', '1 while the state directory can be written.', () =>
    Number(health().stateWritable),
  );
  gauge('tonearm_volume', 'Volume, 0 to 100.', () => state().volume);
  const connected = new Gauge({
    name: 'tonearm_clients',
    help: 'Admitted clients that are connected, by the way they came.',
    labelNames: ['by'],
    registers,
  });
  refreshers.push(() => {
    for (const [by, number] of Object.entries(clients())) connected.set({ by }, number);
  });
  const build = new Gauge({
    name: 'tonearm_build_info',
    help: '1; the versions are its labels.',
    labelNames: ['version', 'node', 'mpv'],
    registers,
  });
  refreshers.push(() => {
    const { tonearm, node, mpv } = versions();
    build.reset();
    build.set({ version: tonearm, node, mpv: mpv ?? '' }, 1);
  });

  gauge('tonearm_event_loop_lag_seconds', 'How late the event loop was when it was asked.', measureLag);
  gauge(
    'tonearm_event_loop_utilization_ratio',
    'Share of the time since the last question in which the event loop was busy.',
    () => {
      const now = performance.eventLoopUtilization();
      const since = utilization === undefined ? now : performance.eventLoopUtilization(now, utilization);
      utilization = now;
      return since.utilization;
    },
  );
  gauge('process_resident_memory_bytes', 'Resident memory of the agent, without the player.', () =>
    process.memoryUsage.rss(),
  );
  gauge(
    'nodejs_heap_size_used_bytes',
    'Memory in use by JavaScript objects.',
    () => process.memoryUsage().heapUsed,
  );
  gauge(
    'nodejs_external_memory_bytes',
    'Memory in use outside the heap.',
    () => process.memoryUsage().external,
  );
  gauge('process_start_time_seconds', 'When the agent was started, seconds since the epoch.', () =>
    Math.round(performance.timeOrigin / 1_000),
  );
  count('process_cpu_seconds_total', 'Time on the processor.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });

  return {
    async text() {
      for (const refresh of refreshers) await refresh();
      return await registry.metrics();
    },
  };
}

function measureLag(): Promise<number> {
  const asked = performance.now();
  return new Promise(resolve => {
    setImmediate(() => resolve((performance.now() - asked) / 1_000));
  });
}
