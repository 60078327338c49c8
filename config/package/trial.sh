#!/bin/bash
# The trial itself, inside the booted system; try.sh calls it. Each command is shown with what one sees after it.
set -uo pipefail
cd /trial
source trial-words.sh
status_says() {
  for _ in $(seq 150); do
    systemctl status "$1" --no-pager | grep -q "Status: .*$2" && return 0
    sleep 0.2
  done
  return 1
}
mkdir -p /usr/local/bin
printf '#!/bin/sh\nexec "$@"\n' > /usr/local/bin/sudo
printf '#!/bin/sh\nexec bash /trial/edit "$1"\n' > /usr/local/bin/editor
chmod 755 /usr/local/bin/sudo /usr/local/bin/editor

echo '== Installed, without settings'
show install_it install /trial/old.deb
check 'dpkg knows it as installed' grep -qx 'ii ' <(dpkg-query -W -f '${db:Status-Abbrev}\n' tonearm)
command -v tonearm > /dev/null || exit 1
compiled=/usr/lib/tonearm/dist/program/compiled
check 'compiled for this Node' grep -qa daemon- "$compiled"
check 'root alone can change that' test "$(stat -c '%a %U' $compiled)" = '644 root'
check 'nothing else is left of it' not ls -d /tmp/tonearm-*
rm "$compiled"
show dpkg-trigger --by-package=nodejs /usr/bin/node
show dpkg --triggers-only tonearm
check 'compiled again after Node was updated' test -e "$compiled"
show ls -ld /etc/tonearm/tonearm.env /usr/bin/tonearm
check 'root alone reads the settings' test "$(stat -c '%a %U %G' /etc/tonearm/tonearm.env)" = '600 root root'
check 'systemd has nothing to say of the units' test -z "$(systemd-analyze verify tonearm.service tonearm@kitchen.service 2>&1)"
check 'enabled' systemctl is-enabled tonearm
check 'not started, nothing failed' not systemctl is-failed tonearm
show tonearm --version
show systemctl start tonearm
show systemctl status tonearm --no-pager --lines 4
check 'ends with 78 and stays' grep -q 'ExecMainStatus=78' <(systemctl show tonearm)
check 'the journal has why, as an error' grep -q 'TONEARM_AUTH_URL is required' <(journalctl -q -p err -u tonearm)

echo; echo '== Three values and the secret'
systemd-run --quiet --unit sandbox tonearm sandbox --port 8721 --profile full
cat > edit <<'END'
set() { sed -i "s|^#\?$2=.*|$2=$3|" "$1"; }
set "$1" TONEARM_AUTH_URL http://127.0.0.1:8721
set "$1" TONEARM_BASE_URL http://127.0.0.1:8721
set "$1" TONEARM_CLIENT_ID tonearm-sandbox
set "$1" TONEARM_AUDIO_OUTPUT null
END
follow README.md 'editor /etc/tonearm/tonearm.env'
follow README.md 'install.*/etc/tonearm/client-secret$' < <(echo sandbox-secret)
follow README.md 'examples/client-secret.conf'
follow README.md 'systemctl restart tonearm'
check 'the status asks for pairing' status_says tonearm 'Not paired'
show systemctl status tonearm --no-pager --lines 3
check 'the secret is nowhere in the environment' not grep -qsa sandbox-secret /proc/[0-9]*/environ
check 'no core dumps' grep -q 'Max core file size  *0  *0' "/proc/$(systemctl show -P MainPID tonearm)/limits"
check 'mpv is of the same user' pgrep -u tonearm mpv
check 'memory that was written is not executed' test "$(systemctl show -P MemoryDenyWriteExecute tonearm)" = yes
for pid in "$(systemctl show -P MainPID tonearm)" $(pgrep -u tonearm -x mpv); do
  check "nor has $(cat "/proc/$pid/comm") any such" not grep -q ' .wx' "/proc/$pid/maps"
done
check 'mpv has a bound of memory' grep -q '^Max data size *[0-9]' "/proc/$(pgrep -u tonearm -x mpv)/limits"
show avahi-browse --parsable --resolve --terminate _tonearm._tcp
check 'found in the network' grep -q '_tonearm._tcp' <(avahi-browse -pt _tonearm._tcp)

echo; echo '== Paired, and playing'
show node trial-pair.mjs http://127.0.0.1:8710
show play
check 'the status names what plays' status_says tonearm Playing
show systemctl status tonearm --no-pager --lines 0
show setpriv --reuid tonearm --regid tonearm --init-groups env TONEARM_RUNTIME_DIR=/run/tonearm tonearm ctl status
follow README.md 'tonearm ctl collection'
check 'the journal has lines, not JSON' not grep -q '^{' <(journalctl -q -o cat -u tonearm)
check 'the journal has no more than warnings at -p warning' \
  not grep -qE '^(Tonearm is ready|Playing)' <(journalctl -q -o cat -p warning -u tonearm)
check 'and the rest as information' grep -q '^Tonearm is ready' <(journalctl -q -o cat -p info..info -u tonearm)
show tonearm ctl pause
check 'the status says paused' status_says tonearm Paused
show tonearm ctl play

show tonearm doctor
check 'doctor finds nothing broken' not grep -q '^BROKEN' <(tonearm doctor)

echo; echo '== Watchdog: the agent is stopped as if it hung'
mkdir -p /run/systemd/system/tonearm.service.d
printf '[Service]\nWatchdogSec=6\n' > /run/systemd/system/tonearm.service.d/trial.conf
systemctl daemon-reload
systemctl restart tonearm
check 'plays again after a restart' status_says tonearm Playing
sleep 14
check 'fed, it is left alone' test "$(systemctl show -P NRestarts tonearm)" = 0
kill -STOP "$(systemctl show -P MainPID tonearm)"
for _ in $(seq 200); do [ "$(systemctl show -P NRestarts tonearm)" = 0 ] || break; sleep 0.2; done
check 'systemd restarts it' test "$(systemctl show -P NRestarts tonearm)" = 1
check 'plays again' status_says tonearm Playing
show grep -i watchdog <(journalctl --no-pager -q -u tonearm -o cat)
check 'one mpv, not two' test "$(pgrep -c -x mpv)" = 1
rm /run/systemd/system/tonearm.service.d/trial.conf
systemctl daemon-reload

source trial-sealed.sh

echo; echo '== A second speaker'
settings TONEARM_DEVICE_NAME Parlour /etc/tonearm/tonearm.env
settings TONEARM_REDIRECT_URI "http://$(hostname).local:8710/pair/callback" /etc/tonearm/tonearm.env
cat > edit <<'END'
sed -i -e 's|^#\?TONEARM_HTTP_PORT=.*|TONEARM_HTTP_PORT=8711|' \
  -e 's,^TONEARM_\(DEVICE_NAME\|DEVICE_UUID\|REDIRECT_URI\)=,#&,' "$1"
END
follow docs/configuration.md 'install.*/etc/tonearm/kitchen.env'
follow docs/configuration.md 'tonearm@kitchen.service.d/client-secret.conf'
follow docs/configuration.md 'systemctl enable --now tonearm@kitchen'
check 'its status asks for pairing' status_says tonearm@kitchen 'Not paired'
show node trial-pair.mjs http://127.0.0.1:8711
show ls -ld /var/lib/tonearm /var/lib/tonearm@kitchen
check 'the page shows how it is asked' grep -q '^speaker  *kitchen$' <(tonearm ctl status --device kitchen)
check 'doctor examines it' grep -q 'tonearm@kitchen.service is running' <(tonearm doctor --device kitchen)
check 'root alone reads its settings' test "$(stat -c '%a %U' /etc/tonearm/kitchen.env)" = '600 root'
check 'it is found by its own name' grep -q ';kitchen;' <(avahi-browse -pt _tonearm._tcp)
check 'the first one still plays' status_says tonearm Playing

source trial-snapcast.sh

echo; echo '== Upgraded'
echo '# mine' >> /etc/tonearm/tonearm.env
before=$(systemctl show -P MainPID tonearm)
show install_it install /trial/next.deb
show tonearm --version
check 'restarted' not test "$before" = "$(systemctl show -P MainPID tonearm)"
check 'goes on playing by itself' status_says tonearm Playing
check 'the settings are as they were' grep -q '^# mine' /etc/tonearm/tonearm.env
check 'the second one runs the new version' systemctl is-active tonearm@kitchen
systemctl stop tonearm@kitchen

echo; echo '== Downgraded'
show install_it install /trial/old.deb
check 'goes on playing' status_says tonearm Playing
check 'one that was off stays off' not systemctl is-active tonearm@kitchen
systemctl start tonearm@kitchen

echo; echo '== State of a newer version'
systemctl stop tonearm
cp -p /var/lib/tonearm/session.json session.kept
sed -i 's/"schema":[0-9]*/"schema":99/' /var/lib/tonearm/session.json
sum=$(md5sum < /var/lib/tonearm/session.json)
systemctl start tonearm 2> /dev/null
show journalctl --no-pager -q -u tonearm -n 3 -o cat
check 'ends with 78' grep -q 'ExecMainStatus=78' <(systemctl show tonearm)
check 'the file is left alone' test "$sum" = "$(md5sum < /var/lib/tonearm/session.json)"
cp -p session.kept /var/lib/tonearm/session.json
systemctl start tonearm
check 'plays again' status_says tonearm Playing

echo; echo '== The addon does not fit Node any more'
addon=/usr/lib/tonearm/node_modules/mdns/build/Release/dns_sd_bindings.node
if [ -e "$addon" ]; then
  echo broken > "$addon"
  systemctl restart tonearm
  check 'plays' status_says tonearm Playing
  for _ in $(seq 100); do avahi-browse -pt _tonearm._tcp | grep -q Parlour && break; sleep 0.3; done
  show avahi-browse -pt _tonearm._tcp
  check 'found all the same' grep -q Parlour <(avahi-browse -pt _tonearm._tcp)
  check 'by avahi-publish' pgrep -u tonearm avahi-publish
fi

echo; echo '== Removed'
show take_away remove
check 'nothing of it runs' not pgrep -u tonearm
check 'the pairing is kept' test -e /var/lib/tonearm/credentials.json
check 'the settings are kept' grep -q '^# mine' /etc/tonearm/tonearm.env
check 'the program is gone' not test -e /usr/lib/tonearm
show install_it install /trial/old.deb
check 'installed again it plays where it was' status_says tonearm Playing

echo; echo '== Purged'
show take_away purge
check 'no state' not ls -d /var/lib/tonearm*
check 'no settings' not test -e /etc/tonearm
check 'no unit' not systemctl cat tonearm
check 'nothing of it runs' not pgrep -u tonearm
show find / -xdev -name '*tonearm*' -not -path '/proc/*' -not -path '/var/cache/*'

conclude
