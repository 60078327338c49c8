import { areSettingsHidden, SETTINGS_FILE as FILE } from './rights.js';
import type { Check } from './scene.js';
import { checkFiles } from './service-user.js';

/** Reports each problem of the configuration as a finding. */
export const configuration: Check = {
  name: 'configuration',
  look({ config, problems, warnings, environment, root, agent }, findings) {
    const given = Object.keys(environment).filter(name => name.startsWith('TONEARM_'));
    if (areSettingsHidden(environment, root)) return [findings.unseen('this user may not read it')];
    const unusable = checkFiles(root, findings, agent !== null);
    return [
      ...problems.map(problem => {
        const [text = '', example] = problem.split('. Example: ');
        return findings.broken(
          text.trim(),
          example === undefined ? `mend it in /${FILE}` : `set it in /${FILE}, such as ${example}`,
        );
      }),
      ...warnings.map(warning => findings.warning(warning, `mend it in /${FILE}`)),
      ...unusable,
      ...(config === null || unusable.some(({ level }) => level === 'broken')
        ? []
        : [findings.ok(`valid: ${given.length} variables set`)]),
    ];
  },
};
