import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './scene.js';

const FILE = 'etc/tonearm/tonearm.env';

/** Every problem of the configuration, a finding each. */
export const configuration: Check = {
  name: 'configuration',
  look({ config, problems, warnings, environment, root }, findings) {
    const file = join(root, FILE);
    const given = Object.keys(environment).filter(name => name.startsWith('TONEARM_'));
    if (given.length === 0 && existsSync(file) && !isReadable(file)) {
      return [
        findings.broken(`${file} may not be read by this user`, 'run tonearm doctor as root, with sudo'),
      ];
    }
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

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
