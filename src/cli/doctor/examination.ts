import { setTimeout as sleep } from 'node:timers/promises';
import { nameDevice, unitOf } from '../../config/installed.js';
import { deadline } from '../../lib/deadline.js';
import { withoutSecrets } from '../../lib/log.js';
import { oneLine } from '../output.js';
import { createFindings, type Finding, type Found, toFindings } from './finding.js';
import { tellUnseen } from './rights.js';
import type { Check, Scene } from './scene.js';

/**
 * Time limit for a check in milliseconds, longer than any check needs, even if each of two look-ups in turn waits for a
 * dead name server (5 s); a check that exceeds it is reported.
 */
const LIMIT_MS = 15_000;
const GRACE_MS = 500;

/**
 * Runs all checks in parallel, each within a time limit and isolated from the others. Resolves with the findings in the
 * order of the checks. Secrets of the configuration are removed from the findings, even if a check includes them.
 */
export async function examine(
  scene: Scene,
  checks: readonly Check[],
  limitMs = LIMIT_MS,
): Promise<readonly Finding[]> {
  const found = await Promise.all(checks.map(check => look(check, scene, limitMs)));
  const secrets = secretsOf(scene);
  const toText = (text: string): string => nameSpeaker(censor(text, secrets), scene);
  return tellUnseen(toFindings(found), scene).map(finding => ({
    ...finding,
    text: toText(finding.text),
    ...(finding.remedy !== undefined && { remedy: toText(finding.remedy) }),
  }));
}

async function look(check: Check, scene: Scene, limitMs: number): Promise<Found> {
  const findings = createFindings(check.name);
  if (check.needsAgent === true && scene.away?.away === 'noRight') {
    return findings.unseen('a running agent would disturb the check, and this user may not connect to it');
  }
  const late = new AbortController();
  const signal = deadline(limitMs, late.signal);
  const over = new Promise<Found>(resolve => {
    signal.addEventListener('abort', () =>
      resolve(
        findings.warning(`no result within ${limitMs / 1_000} s`, 'try again; the machine may be overloaded'),
      ),
    );
  });
  const looked = (async () => await check.look(scene, findings, signal))().catch((error: unknown) => {
    const word = error instanceof Error ? error.message : 'unknown';
    return findings.warning(`could not be checked (${word})`, 'this is a bug in Tonearm: report it');
  });
  // A check that has its results ready when its time is up may still return them.
  const grace = over.then(tooLate => Promise.race([looked, sleep(GRACE_MS, tooLate)]));
  const result = await Promise.race([looked, grace]);
  late.abort();
  return result;
}

function secretsOf({ config, environment }: Scene): string[] {
  const secrets = [
    config?.service.clientSecret,
    config?.control.token,
    environment['TONEARM_CLIENT_SECRET'],
    environment['TONEARM_CONTROL_TOKEN'],
  ];
  return secrets.filter(
    (secret): secret is string => secret !== undefined && secret !== null && secret !== '',
  );
}

/** A command in a finding means the speaker that was examined, not the first of this machine. */
function nameSpeaker(text: string, { instance }: Scene): string {
  return text
    .replaceAll(/sudo tonearm (?:pair|invite|doctor|ctl \w+)/g, command => nameDevice(command, instance))
    .replaceAll(/(sudo systemctl restart |sudo journalctl -u )tonearm(?!@)/g, `$1${unitOf(instance)}`);
}

/** One line, without secrets and without anything that changes a terminal. */
function censor(text: string, secrets: readonly string[]): string {
  const plain = secrets.reduce((so, secret) => so.replaceAll(secret, '[secret]'), text);
  return oneLine(withoutSecrets(plain)).trim();
}
