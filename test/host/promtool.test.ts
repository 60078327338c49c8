/** The text of `/metrics` as Prometheus' own linter sees it. Only its package is unpacked: no server is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { gauge, labels, toMetricsText } from '../../src/host/metric-set.js';
import { createMetrics } from '../../src/host/metrics.js';
import { createTally } from '../../src/host/tally.js';
import { createFakeAgent } from '../fakes/ports/agent.js';

const folder = t.testdir();
execFileSync('apt-get', ['-q', 'download', 'prometheus'], { cwd: folder, stdio: 'pipe' });
const archive = readdirSync(folder).find(name => name.endsWith('.deb')) ?? '';
execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: folder });

function judge(text: string) {
  const { status, stdout, stderr } = spawnSync(join(folder, 'usr/bin/promtool'), ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

t.test('Promtool finds nothing to say of the metrics', async t => {
  const tally = createTally();
  const agent = createFakeAgent();
  const metrics = createMetrics({
    tally,
    state: () => agent.snapshot().state,
    health: () => ({ pairing: 'paired', player: 'ok', service: 'ok', stateWritable: true }),
    clients: () => ({ network: 2, local: 1, mpd: 3 }),
    versions: () => ({ tonearm: '1.2.3', node: '20.19.2', mpv: '0.40' }),
  });
  tally.tokensRenewed('renewed');
  t.same(judge(await metrics.text()), { status: 0, said: '' });
});

t.test('Promtool reads labels with quotes, backslashes and line ends', async t => {
  const words = String.raw`a "b" \ c` + '\nd';
  const text = await toMetricsText([gauge('speaker_info', 'What it is.', () => labels({ words }))]);
  t.match(text, String.raw`speaker_info{words="a \"b\" \\ c\nd"} 1`);
  t.same(judge(text), { status: 0, said: '' });
  t.not(judge('speaker_info{words="a "b""} 1\n').status, 0, 'it does look');
});
