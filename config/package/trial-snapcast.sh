# docs/snapcast.md followed as it stands, with Debian's snapserver and snapclient; part of trial.sh, with a speaker that
# plays.
echo; echo '== Rooms in sync'
cp -p /etc/tonearm/tonearm.env env.kept
cat > edit <<'END'
case $1 in
  */snapserver.conf) sed -i 's|^ *source = .*|source = pipe:///run/snapserver/snapfifo?name=Tonearm\&sampleformat=48000:16:2\&mode=create\&controlscript=/usr/lib/tonearm/config/snapcast-control|' "$1" ;;
  */tonearm.env)
    sed -i 's|^#\?TONEARM_MPV_PATH=.*|TONEARM_MPV_PATH=/usr/lib/tonearm/config/snapcast-mpv|; s|^TONEARM_AUDIO_OUTPUT=.*|TONEARM_AUDIO_OUTPUT=|' "$1"
    ;;
esac
END
check 'the page has that source' grep -qxF \
  'source = pipe:///run/snapserver/snapfifo?name=Tonearm&sampleformat=48000:16:2&mode=create&controlscript=/usr/lib/tonearm/config/snapcast-control' \
  /usr/share/doc/tonearm/docs/snapcast.md
check 'and that script' grep -qx 'TONEARM_MPV_PATH=/usr/lib/tonearm/config/snapcast-mpv' /usr/share/doc/tonearm/docs/snapcast.md
follow docs/snapcast.md 'apt install --yes snapserver'
follow docs/snapcast.md 'snapserver.service.d'
follow docs/snapcast.md 'systemctl restart tonearm'
follow docs/snapcast.md 'apt install --yes snapclient'
show systemctl status snapserver --no-pager --lines 3
show ls -l /run/snapserver
check 'it runs' systemctl is-active tonearm
check 'it plays into the pipe' status_says tonearm Playing
# What Snapcast's programs see and do, through its control port.
asks() {
  exec 9<> /dev/tcp/127.0.0.1/1705 || return
  printf '%s\r\n' "$1" >&9
  while read -r -t 20 -u 9 line; do case $line in *'"id":1,'*) echo "$line"; break ;; esac; done
  exec 9>&-
}
server_status() { asks '{"id":1,"jsonrpc":"2.0","method":"Server.GetStatus"}'; }
told() { for _ in $(seq 100); do case $(server_status) in *"$1"*) return ;; esac; sleep 0.2; done; return 1; }
acts() {
  case $(asks '{"id":1,"jsonrpc":"2.0","method":"Stream.Control","params":{"id":"Tonearm","command":"'"$1"'","params":{}}}') in
    *'"result":"ok"'*) ;;
    *) return 1 ;;
  esac
}
check 'snapserver knows what plays' told '"title":"'
check 'and that it plays' told '"playbackStatus":"playing"'
show server_status
check 'a program of Snapcast pauses it' acts pause
check 'it is paused' status_says tonearm Paused
check 'and plays it' acts play
check 'it plays again' status_says tonearm Playing
# A room of its own: what it would play is written to a file.
systemctl stop snapclient
rm -f room.raw
systemd-run --quiet --unit room snapclient --host 127.0.0.1 --hostID room --player file:filename=/trial/room.raw
heard() { [ -e room.raw ] && [ "$(tr -d '\000' < room.raw | head -c 400000 | wc -c)" = 400000 ]; }
for _ in $(seq 300); do heard && break; sleep 0.2; done
check 'the room hears it: seconds of samples that are not silence' heard
show journalctl --no-pager -q -u room -u snapserver -n 6 -o cat
systemctl stop room

systemctl restart snapserver
check 'the server restarted, it plays on' status_says tonearm Playing
check 'and it knows what' told '"title":"'
systemctl stop tonearm
check 'the agent stopped, nothing can be done' told '"canPlay":false'
systemctl start tonearm
check 'the agent started, it is seen again' told '"title":"'
cp -p env.kept /etc/tonearm/tonearm.env
rm /etc/systemd/system/tonearm.service.d/snapcast.conf
systemctl daemon-reload
systemctl restart tonearm
check 'without it, as before' status_says tonearm Playing
show apt-get -q -y purge snapserver snapclient
rm -r /etc/systemd/system/snapserver.service.d
