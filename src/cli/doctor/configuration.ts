import { readEnvFile } from '../../config/env-file.js';
import { installedOf } from '../../config/installed.js';
import { checkCredential } from './credential.js';
import { type Findings, type Found, toFindings } from './finding.js';
import { readBytes } from './machine-files.js';
import { areSettingsHidden } from './rights.js';
import type { Check } from './scene.js';
import { checkFiles } from './service-user.js';

/** Reports each problem of the configuration as a finding. */
export const configuration: Check = {
  name: 'configuration',
  async look(scene, findings, signal) {
    const { config, problems, warnings, environment, instance, root } = scene;
    const { file } = installedOf(instance);
    const given = Object.keys(environment).filter(name => name.startsWith('TONEARM_'));
    if (areSettingsHidden(scene)) return findings.unseen('this user may not read it');
    const unusable = toFindings([
      await checkFiles(scene, findings, signal),
      checkCredential(root, instance, findings),
    ]);
    return [
      checkLines(root, file, findings),
      problems.map(problem => {
        const [text = '', example] = problem.split('. Example: ');
        return findings.broken(
          text.trim(),
          example === undefined ? `fix it in ${file}` : `set it in ${file}, such as ${example}`,
        );
      }),
      warnings.map(warning => findings.warning(warning, `fix it in ${file}`)),
      unusable,
      checkProxy(environment, findings),
      config !== null &&
        unusable.every(({ level }) => level !== 'broken') &&
        findings.ok(`valid: ${given.length} variables set`),
    ];
  },
};

/** Programs that fetch usually go by these variables; the agent does not (docs/tls-and-proxies.md). */
function checkProxy(environment: NodeJS.ProcessEnv, findings: Findings): Found {
  const name = Object.keys(environment).find(
    key => /^(?:https?|all)_proxy$/i.test(key) && environment[key] !== '',
  );
  if (name === undefined) return null;
  return findings.note(`${name} is set, and not used: the speaker connects to the music service directly`);
}

/** Reports what systemd leaves out of the settings, or takes otherwise than whoever wrote them meant it. */
function checkLines(root: string, file: string, findings: Findings): Found {
  const { faults } = readEnvFile(readBytes(root, file) ?? '');
  return faults.map(({ line, text }) =>
    findings.warning(`line ${line} of ${file} ${text}`, 'correct that line'),
  );
}
