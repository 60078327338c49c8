import { areSettingsHidden, SETTINGS_FILE as FILE } from './rights.js';
import type { Check } from './scene.js';

/** Every problem of the configuration, a finding each. */
export const configuration: Check = {
  name: 'configuration',
  look({ config, problems, warnings, environment, root }, findings) {
    const given = Object.keys(environment).filter(name => name.startsWith('TONEARM_'));
    if (areSettingsHidden(environment, root)) return [findings.unseen('this user may not read it')];
    return [
      ...problems.map(problem => {
        const [text = '', example] = problem.split('. Example: ');
        return findings.broken(
          text.trim(),
          example === undefined ? `mend it in /${FILE}` : `set it in /${FILE}, such as ${example}`,
        );
      }),
      ...warnings.map(warning => findings.warning(warning, `mend it in /${FILE}`)),
      ...(config === null ? [] : [findings.ok(`valid: ${given.length} variables set`)]),
    ];
  },
};
