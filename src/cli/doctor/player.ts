import type { Check } from './scene.js';

const OLDEST = [0, 35] as const;

/** mpv, and what ties its life to the agent's. */
export const player: Check = {
  name: 'player',
  async look({ config, environment, run }, findings, signal) {
    const path = config?.mpv.path ?? environment['TONEARM_MPV_PATH'] ?? 'mpv';
    const [told, setpriv] = await Promise.all([
      run(path, ['--no-config', '--version'], signal),
      run('setpriv', ['--version'], signal),
    ]);
    const tie =
      setpriv?.code === 0
        ? []
        : [
            findings.warning(
              'setpriv is missing: a killed agent may leave its player playing',
              'apt-get install util-linux',
            ),
          ];
    if (told === null) {
      return [
        findings.broken(`${path} cannot be run`, 'apt-get install mpv, or set TONEARM_MPV_PATH to its path'),
        ...tie,
      ];
    }
    const [, version = '', major = '0', minor = '0'] = /^mpv v?((\d+)\.(\d+)\S*)/m.exec(told.stdout) ?? [];
    if (version === '') {
      return [
        findings.broken(
          `${path} does not say what version of mpv it is`,
          'is TONEARM_MPV_PATH right? apt-get install --reinstall mpv',
        ),
        ...tie,
      ];
    }
    const isOld = Number(major) < 1 && Number(minor) < OLDEST[1];
    const found = isOld
      ? findings.warning(`mpv ${version} is older than any that was tried`, 'install mpv 0.35 or newer')
      : findings.ok(`mpv ${version}`);
    return [found, ...tie];
  },
};
