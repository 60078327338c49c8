import { unitOf } from '../../config/installed.js';
import type { Findings, Found } from './finding.js';
import type { Check } from './scene.js';

/** The most important sandboxing properties of the unit; the shipped unit sets more. */
const FENCE: Readonly<Record<string, RegExp>> = {
  NoNewPrivileges: /^yes$/,
  ProtectSystem: /^strict$/,
  ProtectHome: /^(yes|tmpfs|read-only)$/,
  PrivateTmp: /^(yes|connected|disconnected)$/,
  RestrictNamespaces: /./,
  User: /^(?!root$|$)/,
};

const STATES = ['LoadState', 'ActiveState', 'SubState', 'UnitFileState', 'NRestarts'];

/** Checks the systemd service and its sandboxing. */
export const unit: Check = {
  name: 'unit',
  async look({ run, instance }, findings, signal) {
    const name = unitOf(instance);
    const properties = [...STATES, ...Object.keys(FENCE)].join(',');
    const told = await run('systemctl', ['show', `${name}.service`, `--property=${properties}`], signal);
    if (told?.code !== 0) return findings.note('systemd does not answer here');
    const shown = new Map(
      told.stdout.split('\n').map(line => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')] as const),
    );
    if (shown.get('LoadState') !== 'loaded') return findings.note(`${name}.service is not installed`);
    const gaps = Object.entries(FENCE)
      .filter(([name, good]) => !good.test(shown.get(name) ?? ''))
      .map(([name]) => name);
    return [
      describeState(name, shown, findings),
      shown.get('UnitFileState') !== 'enabled' &&
        findings.warning('it does not start at boot', `sudo systemctl enable ${name}`),
      gaps.length === 0
        ? findings.ok('systemd applies the package’s restrictions')
        : findings.warning(
            `restrictions from the package are missing: ${gaps.join(', ')}`,
            `sudo systemctl revert ${name}, or see systemctl cat ${name}`,
          ),
    ];
  },
};

/** Reports whether the unit runs, and how often systemd had to restart it. */
function describeState(name: string, shown: ReadonlyMap<string, string>, findings: Findings): Found {
  const restarts = Number(shown.get('NRestarts') ?? 0);
  const active = shown.get('ActiveState') ?? 'unknown';
  const again =
    restarts > 0 &&
    findings.warning(
      `it was restarted ${restarts} times after a fault`,
      `sudo journalctl -u ${name} -e shows why`,
    );
  if (active === 'active') return [findings.ok(`${name}.service is running`), again];
  if (active !== 'activating') {
    const remedy = `sudo systemctl start ${name}, then sudo journalctl -u ${name} -e`;
    return [findings.broken(`${name}.service is ${active}`, remedy), again];
  }
  if (restarts === 0 && shown.get('SubState') !== 'auto-restart')
    return findings.note(`${name}.service is starting: wait some seconds, and check again`);
  return findings.broken(
    `${name}.service ends soon after each start, and systemd has restarted it ${restarts} times`,
    `see why: sudo journalctl -u ${name} -e`,
  );
}
