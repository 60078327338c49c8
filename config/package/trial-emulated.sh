#!/bin/bash
# The trial of a package for another kind of machine, within its system and in QEMU, without systemd; try.sh calls it.
set -uo pipefail
cd /trial
source trial-words.sh
arch=$1
# Of the oldest machines that the package is for (Pi 3, Pi 2): what they cannot do is not done here either.
case $arch in
  arm64) export QEMU_CPU=cortex-a53 ;;
  armhf) export QEMU_CPU=cortex-a7 ;;
esac
library=/usr/lib/tonearm

position() { tonearm ctl status | grep '^position'; }

printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d

echo '== Installed, without settings'
check "the system is of $arch" test "$(dpkg --print-architecture)" = "$arch"
show install_it install /trial/old.deb
check 'dpkg knows it as installed' grep -qx 'ii ' <(dpkg-query -W -f '${db:Status-Abbrev}\n' tonearm)
command -v tonearm > /dev/null || exit 1
check 'compiled for this Node' test -e "$library/dist/program/compiled"
show tonearm --version
check 'root alone reads the settings' test "$(stat -c '%a %U %G' /etc/tonearm/tonearm.env)" = '600 root root'
check 'enabled' systemctl is-enabled tonearm
check 'Node loads the addon' node -e 'require(process.argv[1])' "$library/node_modules/mdns"
start
wait "$agent"
check 'ends with 78' test $? = 78
check 'and says why' grep -q 'TONEARM_AUTH_URL is required' agent.log

echo; echo '== The bus and Avahi, the sandbox, and the agent with its settings'
install -d /run/dbus
dbus-daemon --system --fork
avahi-daemon --daemonize
check 'Avahi runs' avahi-daemon --check
tonearm sandbox --port 8721 --profile full > sandbox.log 2>&1 &
settings TONEARM_AUTH_URL http://127.0.0.1:8721 /etc/tonearm/tonearm.env
settings TONEARM_BASE_URL http://127.0.0.1:8721 /etc/tonearm/tonearm.env
settings TONEARM_CLIENT_ID tonearm-sandbox /etc/tonearm/tonearm.env
settings TONEARM_CLIENT_SECRET sandbox-secret /etc/tonearm/tonearm.env
settings TONEARM_AUDIO_OUTPUT null /etc/tonearm/tonearm.env
# Not by ss: the emulator has no such sockets.
for _ in $(seq 60); do (: < /dev/tcp/127.0.0.1/8721) 2> /dev/null && break; sleep 1; done
start
check 'it asks for pairing' says '^state .*notPaired'
check 'mpv is of the same user' pgrep -u tonearm -x mpv
for _ in $(seq 60); do avahi-browse -pt _tonearm._tcp | grep -q _tonearm && break; sleep 1; done
show avahi-browse --parsable --resolve --terminate _tonearm._tcp
check 'found in the network' grep -q '_tonearm._tcp' <(avahi-browse -pt _tonearm._tcp)
check 'by the addon' not pgrep -u tonearm avahi-publish

echo; echo '== Paired, playing and controlled'
show node trial-pair.mjs http://127.0.0.1:8710
show play
check 'it plays' says '^state  *playing$'
before=$(position)
sleep 5
check 'and gets on' not test "$before" = "$(position)"
show tonearm ctl status
show tonearm ctl volume 20
check 'the volume is told' says '^volume  *20$'
show tonearm ctl pause
check 'paused' says '^state  *paused'
show tonearm ctl play
show tonearm ctl next
check 'plays the next one' says '^state  *playing$'
pkill -KILL -u tonearm -x mpv
check 'plays again after mpv was killed' says '^state  *playing$'
check 'one mpv, not two' test "$(pgrep -c -x mpv)" = 1
tonearm doctor > doctor.said 2>&1
show cat doctor.said
check 'nothing is broken' not grep -q '^BROKEN' doctor.said

echo; echo '== Upgraded'
echo '# mine' >> /etc/tonearm/tonearm.env
show install_it install /trial/next.deb
show tonearm --version
check 'the settings are as they were' grep -q '^# mine' /etc/tonearm/tonearm.env
stop
check 'stopped, it ends well' test $? = 0
check 'and no player outlives it' not pgrep -u tonearm
start
check 'the new one goes on playing by itself' says '^state  *playing$'

echo; echo '== Downgraded'
show install_it install /trial/old.deb
stop
start
check 'goes on playing' says '^state  *playing$'
stop

echo; echo '== Removed and purged'
show take_away remove
check 'the pairing is kept' test -e /var/lib/tonearm/credentials.json
check 'the settings are kept' grep -q '^# mine' /etc/tonearm/tonearm.env
check 'the program is gone' not test -e "$library"
show install_it install /trial/old.deb
start
check 'installed again it plays where it was' says '^state  *playing$'
stop
show take_away purge
check 'no state' not ls -d /var/lib/tonearm*
check 'no settings' not test -e /etc/tonearm

cat << END

What this cannot tell, as it is no machine of $arch: whether the units start under systemd and their fence holds (memory
that is not executed, calls that are refused, devices); whether mpv is shut in by the kernel; how long anything takes and
how much memory it needs; whether a sound card sounds. The units are the same files as in the package tried under systemd.
END
[ "$failures" = 0 ] || tail -n 20 agent.log
conclude
