import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasSettings } from '../../config/device-environment.js';
import { installedOf } from '../../config/installed.js';
import { isReadable } from '../../lib/plain-file.js';
import type { Finding } from './finding.js';
import type { Scene } from './scene.js';

/** Whether this user is somebody whom the speaker is closed to: what he may not see, is no fault of it. */
export function isStranger(scene: Scene): boolean {
  return scene.away?.away === 'noRight' || areSettingsHidden(scene);
}

/** Returns whether the settings file exists but is unreadable. A user with settings of their own does not need it. */
export function areSettingsHidden(
  { environment, instance, root }: Pick<Scene, 'environment' | 'instance' | 'root'>,
  mayRead: (path: string) => boolean = isReadable,
): boolean {
  const file = join(root, installedOf(instance).file);
  const hasOwn = instance === null && hasSettings(environment);
  return !hasOwn && existsSync(file) && !mayRead(file);
}

/**
 * For a user without access, replaces all unexamined findings by one hint, which comes first; for others, keeps them.
 */
export function tellUnseen(findings: readonly Finding[], scene: Scene): readonly Finding[] {
  const isUnseen = ({ unseen }: Finding): boolean => unseen === true;
  if (!isStranger(scene)) return findings;
  const checks = new Set(findings.filter(isUnseen).map(({ check }) => check));
  if (checks.size === 0) return findings;
  return [
    {
      check: 'rights',
      level: 'note',
      text: `this user may not check ${[...checks].join(', ')}`,
      remedy: 'run it as root: sudo tonearm doctor',
      unseen: true,
    },
    ...findings.filter(finding => !isUnseen(finding) && !checks.has(finding.check)),
  ];
}
