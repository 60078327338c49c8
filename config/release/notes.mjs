import { SetupFailure } from '../setup/failure.mjs';

/**
 * Returns the entry of CHANGELOG.md for a version, without its heading. Throws a `SetupFailure` if there is none or it
 * is marked as unreleased.
 */
export function readEntry(text, version) {
  const entries = text.split(/^## /m).slice(1);
  const entry = entries.find(entry => entry.split(/\s/)[0] === version);
  if (entry === undefined) throw new SetupFailure(1, `CHANGELOG.md has no entry "## ${version}".`);
  const [heading, ...lines] = entry.split('\n');
  if (/unreleased/i.test(heading))
    throw new SetupFailure(
      1,
      `CHANGELOG.md calls ${version} unreleased: give it the day instead, "## ${version} (2026-01-31)".`,
    );
  return lines.join('\n').trim();
}

/** Returns the notes of a release for a code-hosting page. `adding`: the commands that add the repository. */
export function toNotes({ version, entry, adding, isTrial }) {
  const warning = isTrial
    ? ['**For trying out alone:** no key was given, so that it is signed by one made for the purpose.', '']
    : [];
  return [
    `# Tonearm ${version}`,
    '',
    ...warning,
    'On Debian 13 or Raspberry Pi OS 13; upgrades come with the others of the system from then on:',
    '',
    '```sh',
    ...adding,
    '```',
    '',
    `Without the repository: \`sudo apt install --yes --no-install-recommends ./tonearm_${version}_arm64.deb\` (\`dpkg --print-architecture\` says which).`,
    '`SHA256SUMS` has the sums of all files, `SHA256SUMS.asc` its signature.',
    '',
    '## What is new',
    '',
    entry,
    '',
  ].join('\n');
}
