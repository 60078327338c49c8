# Things broken on purpose, one by one, and what `tonearm doctor` says of each; part of trial.sh, with a speaker that plays.
env_file=/etc/tonearm/tonearm.env

# broken TITLE PATTERN: doctor's findings that are not fine; one of them matches. Then all is as it was.
broken() {
  local said
  said=$(tonearm doctor 2>&1 | grep -E '^(BROKEN|warning)')
  echo
  echo "# $1"
  echo "$said" | sed 's/^/    /' | cut -c 1-220
  check "doctor says so" grep -qE "$2" <(echo "$said")
  cp -p env.kept "$env_file"
}

echo; echo '== Broken on purpose'
cp -p "$env_file" env.kept
show tonearm doctor
check 'nothing is broken' not grep -q '^BROKEN' <(tonearm doctor)

mv /usr/bin/mpv /usr/bin/mpv.away
broken 'mpv is missing' '^BROKEN +player .*apt-get install mpv'
mv /usr/bin/mpv.away /usr/bin/mpv

# Whoever asks the bus for Avahi would start it.
systemctl mask --quiet --runtime --now avahi-daemon.socket avahi-daemon
broken 'Avahi is stopped' '^warning +discovery .*systemctl enable --now avahi-daemon'
systemctl unmask --quiet --runtime avahi-daemon.socket avahi-daemon
systemctl start avahi-daemon.socket avahi-daemon
for _ in $(seq 200); do avahi-browse -pt _tonearm._tcp | grep -q _tonearm && break; sleep 0.3; done

settings TONEARM_BASE_URL http://127.0.0.1:9 "$env_file"
broken 'the service cannot be reached' '^BROKEN +service .*refuses the connection'

settings TONEARM_AUTH_URL http://auth.nowhere.invalid "$env_file"
broken 'a name that does not exist' '^BROKEN +dns .*auth.nowhere.invalid'

settings TONEARM_CLIENT_ID nobody "$env_file"
broken 'a wrong client id' '^BROKEN +account .*TONEARM_CLIENT_ID'

settings TONEARM_CLIENT_ID '' "$env_file"
broken 'a setting is missing' '^BROKEN +configuration .*TONEARM_CLIENT_ID'

settings TONEARM_VOLUME_MAX loud "$env_file"
broken 'a setting is rubbish' '^BROKEN +configuration .*TONEARM_VOLUME_MAX'

settings TONEARM_CLIENT_SECRET_FILE /etc/tonearm/client-secret "$env_file"
# It runs still, and so has read it.
broken 'a secret that root alone may read' '^warning +configuration .*which the service’s user'

settings TONEARM_AUDIO_OUTPUT alsa "$env_file"
settings TONEARM_AUDIO_DEVICE alsa/hw:CARD=DAC "$env_file"
systemctl restart tonearm
check 'the status says so' status_says tonearm sound
broken 'the sound card is not there' '^BROKEN +audio .*CARD=DAC'

systemctl restart tonearm

settings TONEARM_CONTROL_ACCESS open "$env_file"
broken 'open to everybody' '^warning +access .*ANYONE ON THIS NETWORK'

systemctl stop tonearm
systemd-run --quiet --unit squatter tonearm sandbox --port 8710
for _ in $(seq 50); do ss -ltn | grep -q :8710 && break; sleep 0.2; done
broken 'the port is taken' '^BROKEN +port .*8710 is in use by'
systemctl stop squatter

cp -p /var/lib/tonearm/session.json session.kept
echo '{"schema":' > /var/lib/tonearm/session.json
broken 'a state file is torn' '^BROKEN +disk .*session.json'
cp -p session.kept /var/lib/tonearm/session.json

mount -t tmpfs -o size=64k tmpfs /var/lib/tonearm
dd if=/dev/zero of=/var/lib/tonearm/full bs=4k count=99 2> /dev/null
broken 'the disk is full' '^(BROKEN|warning) +disk .*(full|free)'
umount /var/lib/tonearm

cp -p /var/lib/tonearm/credentials.json credentials.kept
sed -i 's/"\(access\|refresh\)Token":"[^"]*"/"\1Token":"revoked"/g' /var/lib/tonearm/credentials.json
broken 'the pairing was revoked' '^BROKEN +account .*pair'
cp -p credentials.kept /var/lib/tonearm/credentials.json

systemctl start tonearm
check 'all of it mended, it plays' status_says tonearm Playing
