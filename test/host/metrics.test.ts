import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Event } from '../../src/core/vocabulary/event.js';
import { createMetrics } from '../../src/host/metrics.js';
import { createTally } from '../../src/host/tally.js';
import type { Decision } from '../../src/contract/ports.js';
import { createFakeAgent } from '../fakes/ports/agent.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { drive } from '../rigs/host/drive.js';

function createBench() {
  const tally = createTally();
  const agent = createFakeAgent();
  const metrics = createMetrics({
    tally,
    state: () => agent.snapshot().state,
    health: () => ({ pairing: 'paired', player: 'ok', service: 'ok', stateWritable: true }),
    clients: () => ({ network: 2, local: 1, mpd: 3 }),
    versions: () => ({ tonearm: '1.2.3', node: '20', mpv: null }),
  });
  const value = async (name: string) => {
    const line = (await metrics.text()).split('\n').find(candidate => candidate.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length + 1));
  };
  return { tally, metrics, value };
}

t.test('gaps and times to sound are measured from what the player tells', async t => {
  const { tally, value } = createBench();
  const testbed = drive(decision => tally.observe(decision));
  testbed.play({ afterMs: 250 });
  testbed.endAndStartNext({ gapMs: 40 });
  testbed.endAndStartNext({ gapMs: 3, appended: true });
  t.equal(await value('tonearm_track_gap_seconds_count'), 2);
  t.ok(Math.abs(((await value('tonearm_track_gap_seconds_sum')) ?? 0) - 0.043) < 1e-6);
  t.equal(await value('tonearm_track_gap_seconds_bucket{le="0.005"}'), 1);
  t.equal(await value('tonearm_time_to_sound_seconds_count{command="play"}'), 1);
  t.equal(await value('tonearm_time_to_sound_seconds_sum{command="play"}'), 0.25);
  t.equal(await value('tonearm_time_to_sound_seconds_count{command="next"}'), 0);
  t.equal(await value('tonearm_items_total{kind="track"}'), 3);
  testbed.pause();
  t.equal(
    await value('tonearm_track_gap_seconds_count'),
    2,
    'a pause is no gap, and nothing is counted twice',
  );
});

t.test('faults by kind, fresh addresses, renewals, reconnects', async t => {
  const { tally, value } = createBench();
  const testbed = drive(decision => tally.observe(decision));
  testbed.play({ afterMs: 1 });
  testbed.cut();
  testbed.freshAddress();
  t.equal(await value('tonearm_faults_total{kind="address"}'), 1);
  t.equal(await value('tonearm_url_renewals_total'), 1);
  testbed.die();
  t.equal(await value('tonearm_faults_total{kind="player"}'), 1);
  for (const outcome of ['renewed', 'renewed', 'refused', 'failed'] as const) tally.tokensRenewed(outcome);
  t.equal(await value('tonearm_token_refreshes_total{outcome="renewed"}'), 2);
  t.equal(await value('tonearm_token_refreshes_total{outcome="refused"}'), 1);
  for (const seen of ['ok', 'offline', 'offline', 'ok', 'ok', 'error', 'ok']) tally.serviceSeen(seen);
  t.equal(await value('tonearm_reconnects_total'), 2);
  t.equal(await value('tonearm_clients{by="network"}'), 2);
  t.equal(await value('tonearm_clients{by="mpd"}'), 3);
  t.ok(((await value('process_resident_memory_bytes')) ?? 0) > 1e7);
  t.ok(((await value('tonearm_event_loop_lag_seconds')) ?? -1) >= 0);
});

t.test('measurements wait for somebody who asks, within a bound', async t => {
  const { tally } = createBench();
  const testbed = drive(decision => tally.observe(decision));
  testbed.play({ afterMs: 1 });
  for (let count = 0; count < 600; count += 1) testbed.endAndStartNext({ gapMs: 1 });
  t.equal(tally.takeGaps().length, 512);
  t.same(tally.takeGaps(), []);
});

t.test('an event that concerns nobody is counted as nothing', t => {
  const tally = createTally();
  const before = JSON.stringify(tally.counts);
  const state = drive(() => undefined).state;
  const event: Event = { type: 'player.started', loadId: 999, positionMs: 0, lengthMs: 1 };
  const decision: Decision = { event, before: state, after: state, effects: [], steadyMs: 1 };
  tally.observe(decision);
  t.equal(JSON.stringify(tally.counts), before);
  t.end();
});

t.test('the dashboard asks for nothing that does not exist, and the text is Prometheus’ own', async t => {
  const text = await createBench().metrics.text();
  const types = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)];
  const names = new Set(types.map(([, name = '']) => name));
  t.equal(names.size, types.length);
  const histograms = types.filter(([, , type]) => type === 'histogram').map(([, name = '']) => name);
  const series = new Set([
    ...names,
    ...histograms.flatMap(name => [`${name}_bucket`, `${name}_sum`, `${name}_count`]),
  ]);
  const page = readFileSync(new URL('../../../config/grafana-dashboard.json', import.meta.url), 'utf8');
  const dashboard = JSON.parse(page) as { panels: { targets: { expr: string }[] }[] };
  const asked = dashboard.panels
    .flatMap(({ targets }) => targets)
    .flatMap(({ expr }) => expr.match(/\b(tonearm|process|nodejs)_\w+/g) ?? []);
  t.ok(asked.length > 15);
  t.same(
    asked.filter(name => !series.has(name)),
    [],
  );
  const shown = new Set(asked.map(name => name.replace(/_bucket$/, '')));
  t.same(
    [...names].filter(name => !shown.has(name)),
    [],
    'and shows everything that does',
  );
  for (const line of text.split('\n')) {
    t.match(line, /^(#.*|[a-z_]+(\{[^}]*\})? [\d.e+-]+|)$/, 'a line of Prometheus’ text');
  }
});

t.test('/metrics: from loopback or with a token', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const answer = await fetch(`${device.origin}/metrics`);
  t.equal(answer.status, 200);
  t.match(answer.headers.get('content-type'), 'text/plain; version=0.0.4');
  t.equal(await answer.text(), 'speaker_up 1\n');
  t.equal((await fetch(`${device.origin}/metrics`, { method: 'HEAD' })).status, 200);
  t.equal((await fetch(`${device.origin}/metrics`, { method: 'POST' })).status, 405);
  const { createMetricsRoute } = await import('../../src/control/transport/metrics-route.js');
  const check = (token: string) =>
    token === FIXED_TOKEN
      ? { id: null, name: null, role: 'owner' as const, volumeMax: null, expiresAtMs: null }
      : null;
  const told: unknown[] = [];
  const incidents = { note: (...all: unknown[]) => void told.push(all) };
  const route = createMetricsRoute({ access: { check }, incidents, text: async () => '' });
  const from = (remoteAddress: string, authorization?: string) =>
    route({ headers: { authorization } } as unknown as Parameters<typeof route>[0], remoteAddress);
  for (const near of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    t.equal((await from(near)).status, 200, near);
  for (const far of ['192.0.2.1', '::ffff:192.0.2.1', 'fe80::1', '1270.0.0.1', '']) {
    t.match(await from(far), { status: 401, headers: { 'www-authenticate': 'Bearer' } }, far);
    t.equal((await from(far, `Bearer ${FIXED_TOKEN}`)).status, 200);
    t.same(told.splice(0), [['wrongRequest', far, { reason: 'No token' }]]);
    t.equal((await from(far, 'Bearer another')).status, 401);
    t.same(told, [], 'a wrong one is counted where it is checked');
  }
});
