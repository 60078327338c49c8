import { readFact, listProcesses } from './machine-files.js';
import { join } from 'node:path';
import type { Check } from './scene.js';

/** The agent of this configuration, and any other on this machine. */
export const instances: Check = {
  name: 'agent',
  look({ agent, stateDir, root, runtimeDir, version }, findings) {
    const pids = listProcesses(root)
      .filter(({ words }) =>
        words.some((word, at) => /(^|\/)(main\.js|tonearm)$/.test(word) && words[at + 1] === 'run'),
      )
      .map(({ pid }) => pid);
    const lock = stateDir === null ? '' : (readFact('/', join(stateDir, 'lock')) ?? '');
    const holder = /^\d+$/.test(lock) && pids.includes(Number(lock)) ? Number(lock) : null;
    const others = pids.filter(pid => pid !== holder);
    return [
      ...(agent === null
        ? holder === null
          ? [findings.note('no agent of this configuration runs')]
          : [
              findings.broken(
                `the agent (pid ${holder}) does not answer at ${runtimeDir}/control.sock`,
                'run this as its user or root, with its TONEARM_RUNTIME_DIR; else restart it',
              ),
            ]
        : [findings.ok(describe(agent.state))]),
      ...(agent !== null && agent.version !== version
        ? [
            findings.warning(
              `version ${agent.version} runs, ${version} is installed`,
              'systemctl restart tonearm',
            ),
          ]
        : []),
      ...(others.length > 0 && holder === null && agent !== null
        ? []
        : others.map(pid => findings.note(`another agent runs here (pid ${pid})`))),
    ];
  },
};

function describe({
  silenceReason,
  item,
}: {
  silenceReason: string | null;
  item: { title: string } | null;
}): string {
  if (silenceReason === null) return `the agent plays${item === null ? '' : ` “${item.title}”`}`;
  return `the agent runs; it is silent because: ${silenceReason}`;
}
