import type { Finding, Findings } from './finding.js';
import type { Check, Scene } from './scene.js';

/** Minor versions of mpv 0 with which the tests have run. */
const [OLDEST, NEWEST] = [35, 41];

/** Checks mpv, and the means that end it together with the agent. */
export const player: Check = {
  name: 'player',
  async look(scene, findings, signal) {
    const { config, environment, run } = scene;
    const path = config?.mpv.path ?? environment['TONEARM_MPV_PATH'] ?? 'mpv';
    const [told, setpriv] = await Promise.all([
      run(path, ['--no-config', '--version'], signal),
      run('setpriv', ['--version'], signal),
    ]);
    const tie =
      setpriv?.code !== 0 &&
      findings.warning(
        'setpriv is missing: a killed agent may leave its player playing',
        'sudo apt-get install util-linux',
      );
    if (told === null) {
      const remedy = 'sudo apt-get install mpv, or set TONEARM_MPV_PATH to its path';
      return [findings.broken(`${path} cannot be run`, remedy), tie];
    }
    const [, version = '', major = '0', minor = '0'] = /^mpv v?((\d+)\.(\d+)\S*)/m.exec(told.stdout) ?? [];
    if (version === '') {
      const remedy = 'check TONEARM_MPV_PATH, or run sudo apt-get install --reinstall mpv';
      return [findings.broken(`${path} does not report a version of mpv`, remedy), tie];
    }
    const found = describeVersion(version, Number(major) * 1_000 + Number(minor), findings);
    return [found, tie || (await describeRoom(scene, path, { findings, signal }))];
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

/** Reports whether the player can be sandboxed where the agent would do so (docs/player-room.md). */
async function describeRoom(
  { config, run }: Scene,
  path: string,
  { findings, signal }: { readonly findings: Findings; readonly signal: AbortSignal },
): Promise<Finding> {
  if (config?.mpv.room === false)
    return findings.note('TONEARM_MPV_ROOM=off: mpv’s access to your files is not restricted');
  const help = await run('setpriv', ['--help'], signal);
  if (help?.stdout.includes('--landlock-access') !== true)
    return findings.note(
      'this setpriv does not support Landlock (util-linux 2.41 does): mpv’s access to your files is not restricted',
    );
  const access = ['--no-new-privs', '--landlock-access', 'fs:write-file,truncate'];
  const ran = await run('setpriv', [...access, path, '--no-config', '--version'], signal);
  if (ran?.code === 0) return findings.ok('mpv’s access to your files can be restricted');
  return findings.warning(
    `mpv’s access to your files cannot be restricted, so mpv starts without the restriction (${ran?.stderr.trim().split('\n')[0] ?? 'no answer'})`,
    'add landlock to lsm= on the kernel’s command line; the agent’s log says more; TONEARM_MPV_ROOM=off turns this warning off',
  );
}
