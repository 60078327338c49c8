import { unitOf } from '../../config/installed.js';
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

/** Checks the systemd service and its sandboxing. */
export const unit: Check = {
  name: 'unit',
  async look({ run, instance }, findings, signal) {
    const name = unitOf(instance);
    const properties = ['LoadState', 'ActiveState', 'UnitFileState', 'NRestarts', ...Object.keys(FENCE)].join(
      ',',
    );
    const told = await run('systemctl', ['show', `${name}.service`, `--property=${properties}`], signal);
    if (told?.code !== 0) return [findings.note('systemd does not answer here')];
    const shown = new Map(
      told.stdout.split('\n').map(line => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')] as const),
    );
    if (shown.get('LoadState') !== 'loaded') return [findings.note(`${name}.service is not installed`)];
    const gaps = Object.entries(FENCE)
      .filter(([name, good]) => !good.test(shown.get(name) ?? ''))
      .map(([name]) => name);
    const isActive = shown.get('ActiveState') === 'active';
    return [
      isActive
        ? findings.ok(`${name}.service is running`)
        : findings.broken(
            `${name}.service is ${shown.get('ActiveState') ?? 'unknown'}`,
            `sudo systemctl start ${name}, then sudo journalctl -u ${name} -e`,
          ),
      ...(shown.get('UnitFileState') === 'enabled'
        ? []
        : [findings.warning('it does not start at boot', `sudo systemctl enable ${name}`)]),
      ...(Number(shown.get('NRestarts') ?? 0) > 0
        ? [
            findings.warning(
              `it was restarted ${shown.get('NRestarts') ?? ''} times after a fault`,
              `sudo journalctl -u ${name} -e shows why`,
            ),
          ]
        : []),
      gaps.length === 0
        ? findings.ok('systemd applies the package’s restrictions')
        : findings.warning(
            `restrictions from the package are missing: ${gaps.join(', ')}`,
            `sudo systemctl revert ${name}, or see systemctl cat ${name}`,
          ),
    ];
  },
};
