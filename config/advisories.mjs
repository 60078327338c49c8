// `npm run advisories`, once a week in CI: prints the registry's advisories for the packages that are shipped, and fails if
// there is one. A registry that cannot be asked is told, and is no failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { stdout, stderr, error } = spawnSync(
  'npm',
  ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=1'],
  { cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8', timeout: 120_000 },
);
const report = parse(stdout ?? '');
if (report?.vulnerabilities === undefined) {
  const [why = 'no answer'] = [error?.message, report?.message, stderr?.trim()].filter(Boolean);
  console.log(`The advisories could not be read: ${why}`);
} else {
  // One that merely depends on another is named there by that one's name.
  const own = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter(cause => typeof cause !== 'string'),
  );
  for (const { name, range, severity, title, url } of own)
    console.log(`${name} ${range}: ${title} (${severity}), ${url}`);
  console.log(own.length === 0 ? 'no advisory for what is shipped' : `${own.length} in all`);
  if (own.length > 0) process.exitCode = 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
