import { unitOf } from '../../config/installed.js';
import { readHolder } from '../../daemon/state-files.js';
import { listProcesses } from './machine-files.js';
import type { AwayError } from '../local-agent.js';
import type { Finding, Findings } from './finding.js';
import type { Check } from './scene.js';

/** Checks the agent of this configuration, and looks for others on this machine. */
export const instances: Check = {
  name: 'agent',
  look({ agent, away, instance, stateDir, root, version }, findings) {
    const pids = listProcesses(root)
      .filter(({ words }) =>
        words.some((word, at) => /(^|\/)(main\.js|tonearm)$/.test(word) && words[at + 1] === 'run'),
      )
      .map(({ pid }) => pid);
    const lock = stateDir === null ? '' : readHolder(stateDir);
    const holder = /^\d+$/.test(lock) && pids.includes(Number(lock)) ? Number(lock) : null;
    const others = pids.filter(pid => pid !== holder);
    return [
      agent === null ? describeAway(away, holder, findings) : findings.ok(describe(agent.state)),
      agent !== null &&
        agent.version !== version &&
        findings.warning(
          `version ${agent.version} is running, but ${version} is installed`,
          `sudo systemctl restart ${unitOf(instance)}`,
        ),
      (holder !== null || agent === null) &&
        others.map(pid => findings.note(`another agent is running here (pid ${pid})`)),
    ];
  },
};

function describeAway(away: AwayError | null, holder: number | null, findings: Findings): Finding {
  if (away !== null && (away.away !== 'notRunning' || holder !== null)) {
    if (away.away === 'noRight') return findings.unseen(away.problem);
    const who = holder === null ? '' : ` (pid ${holder})`;
    return findings.broken(`${away.problem}${who}`, away.remedy);
  }
  return findings.note('no agent is running with this configuration');
}

function describe({
  silenceReason,
  item,
}: {
  silenceReason: string | null;
  item: { title: string } | null;
}): string {
  if (silenceReason === null) return `the agent is playing${item === null ? '' : ` “${item.title}”`}`;
  return `the agent is running; it is silent because: ${silenceReason}`;
}
