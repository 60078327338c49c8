import type { Check } from './scene.js';

/** Its makers have mended nothing in this release since 30 April 2026. Debian 13 still mends its own. */
const ENDED = 20;

/** Checks that somebody still mends the security faults of the Node that runs this. */
export const node: Check = {
  name: 'node',
  async look({ node: { version, path }, run }, findings, signal) {
    const text = `Node ${version}`;
    if (Number.parseInt(version, 10) !== ENDED) return findings.ok(text);
    const owner = await run('dpkg-query', ['--search', path], signal);
    const owned = owner?.stdout.startsWith('nodejs') === true;
    const told = owned
      ? await run('dpkg-query', ['--show', '--showformat=${Version}', 'nodejs'], signal)
      : null;
    // Debian leaves out sources that are not free, and says so in the version.
    if (told?.stdout.includes('+dfsg')) return findings.ok(`${text} of Debian`);
    return findings.warning(
      `${text} is not Debian’s, and has had no security updates since April 2026`,
      'install the nodejs of Debian 13, or Node 22 or newer',
    );
  },
};
