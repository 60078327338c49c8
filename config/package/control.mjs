// The control files that dpkg reads: Debian Policy, chapters 5, 6 and 10.7.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDON } from './addon.mjs';
import { run } from './program.mjs';
import { HOMEPAGE, MAINTAINER } from './publisher.mjs';

const UNCHANGED = ['preinst', 'postinst', 'prerm', 'postrm', 'triggers'];

/**
 * Packages of Debian 13. `ADDON_DEPENDS` are the addon's libraries, with libc as of Debian 12, where the addon may have
 * been compiled.
 */
const DEPENDS = [
  'avahi-daemon',
  'avahi-utils',
  'ca-certificates',
  'mpv',
  'nodejs (>= 20.19)',
  'openssl',
  'systemd (>= 252)',
];
const ADDON_DEPENDS = ['libavahi-compat-libdnssd1', 'libc6 (>= 2.36)', 'libgcc-s1', 'libstdc++6'];

export function writeControl({ root, tree, version, arch }) {
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  writeFileSync(join(folder, 'control'), toControl({ version, arch, tree }));
  run('sh', ['-c', 'find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums'], {}, tree);
  for (const name of UNCHANGED) copyFileSync(join(root, 'config/debian', name), join(folder, name));
}

function toControl({ version, arch, tree }) {
  const sizes = run('find', ['usr', '-type', 'f', '-printf', '%s\n'], {}, tree).trim().split('\n');
  const kibibytes = sizes.reduce((sum, size) => sum + Math.ceil(size / 1024), 0);
  const depends = [
    ...DEPENDS,
    ...(existsSync(join(tree, 'usr/lib/tonearm', ADDON)) ? ADDON_DEPENDS : [ADDON_DEPENDS[0]]),
  ];
  return `Package: tonearm
Version: ${version}
Architecture: ${arch}
Maintainer: ${MAINTAINER}
Installed-Size: ${kibibytes}
Depends: ${depends.sort().join(', ')}
Section: sound
Priority: optional
${HOMEPAGE === null ? '' : `Homepage: ${HOMEPAGE}\n`}Description: playback agent for headless speakers
 Tonearm turns a small machine with a loudspeaker into a player for the
 music service. Pair it once from a phone; from then on it plays, resumes by
 itself after a restart or an outage, reports what was played, and is
 controlled from any phone, computer or program on the network.
 .
 It runs as a service of its own user, with little it may do, and is found in
 the network by DNS-SD.
`;
}
