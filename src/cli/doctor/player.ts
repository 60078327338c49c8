import type { Finding, Findings } from './finding.js';
import type { Check } from './scene.js';

/** Minor versions of mpv 0 with which the tests have run. */
const [OLDEST, NEWEST] = [35, 41];

/** Checks mpv, and the means that end it together with the agent. */
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
              'sudo apt-get install util-linux',
            ),
          ];
    if (told === null) {
      return [
        findings.broken(
          `${path} cannot be run`,
          'sudo apt-get install mpv, or set TONEARM_MPV_PATH to its path',
        ),
        ...tie,
      ];
    }
    const [, version = '', major = '0', minor = '0'] = /^mpv v?((\d+)\.(\d+)\S*)/m.exec(told.stdout) ?? [];
    if (version === '') {
      return [
        findings.broken(
          `${path} does not report a version of mpv`,
          'check TONEARM_MPV_PATH, or run sudo apt-get install --reinstall mpv',
        ),
        ...tie,
      ];
    }
    return [describeVersion(version, Number(major) * 1_000 + Number(minor), findings), ...tie];
  },
};

/** `minor`: of mpv 0; a thousand more for each major version. */
function describeVersion(version: string, minor: number, findings: Findings): Finding {
  if (minor < OLDEST)
    return findings.warning(`mpv ${version} is older than any tested version`, 'install mpv 0.35 or newer');
  return minor > NEWEST
    ? findings.note(`mpv ${version} is newer than any tested version`)
    : findings.ok(`mpv ${version}`);
}
