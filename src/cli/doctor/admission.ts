import type { Check } from './scene.js';

/** Who may control the speaker. */
export const admission: Check = {
  name: 'access',
  look({ config }, findings) {
    if (config === null) return [findings.note('not looked at: the configuration is not valid')];
    const { control, http } = config;
    const isFar = http.host !== null && !/^(127\.|::1$|localhost$)/.test(http.host);
    return [
      control.access === 'open'
        ? findings.warning(
            'ANYONE ON THIS NETWORK MAY CONTROL THIS SPEAKER (TONEARM_CONTROL_ACCESS=open)',
            'set TONEARM_CONTROL_ACCESS=paired, unless this is what you want',
          )
        : findings.ok('only phones that were admitted may control the speaker'),
      ...(isFar
        ? [findings.note('TONEARM_HTTP_HOST is set: peers from beyond the local network are answered too')]
        : []),
    ];
  },
};
