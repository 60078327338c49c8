#!/bin/sh
# conffile-state.sh PACKAGE OUT: makes of a package of today one as it was when the settings were a conffile: an older
# version, with an example of its own time. What an upgrade from that state does is tried with it.
set -e

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
dpkg-deb --raw-extract "$1" "$tree"
settings=$tree/etc/tonearm/tonearm.env
mkdir -p "${settings%/*}"
sed '1i # Settings of an older Tonearm.' "$tree/usr/lib/tonearm/config/tonearm.env.example" > "$settings"
chmod 640 "$settings"
echo /etc/tonearm/tonearm.env > "$tree/DEBIAN/conffiles"
sed -i 's/^Version: .*/Version: 0.0.9/' "$tree/DEBIAN/control"
rm "$tree/DEBIAN/preinst"
# In place of the settings made once: those unpacked are given to the agent's user.
sed -i 's/^make_settings() {/&\n  chgrp "$(sed -n "s,^tonearm:[^:]*:\\([0-9]*\\):.*,\\1,p" "${DPKG_ROOT:-}\/etc\/group")" "${DPKG_ROOT:-}$settings"\n  chmod 640 "${DPKG_ROOT:-}$settings"\n  return 0/' \
  "$tree/DEBIAN/postinst"
dpkg-deb --root-owner-group -Znone --build "$tree" "$2"
