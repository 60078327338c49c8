# A root that is read-only, as docs/read-only-root.md describes it; trial.sh brings it in.
echo; echo '== A root that is read-only, but for the state'
systemctl stop tonearm
mount --bind /var/lib/tonearm /var/lib/tonearm
# What writes to the root keeps it from being shut: the journal goes on in memory.
journalctl --relinquish-var
for place in /tmp /; do mount -o remount,bind,ro "$place"; done
for place in / /etc /tmp /var/lib /var/tmp /home; do check "$place cannot be written" not touch "$place/x"; done
systemctl start tonearm
check 'goes on where it was' status_says tonearm Playing
show systemctl status tonearm --no-pager --lines 4
check 'nothing could not be saved' not grep -q 'could not be saved' <(journalctl -q -o cat -u tonearm)
show grep -vE '^ok ' <(tonearm doctor)
# This system lies on an overlay, of which there is a note.
check 'doctor finds nothing wrong with the disk' not grep -qE '^(warning|BROKEN) +disk' <(tonearm doctor)
systemctl stop tonearm
umount /var/lib/tonearm

echo; echo '== The state in memory'
mount -t tmpfs -o mode=0700,size=4m,nosuid,nodev tmpfs /var/lib/tonearm
systemctl start tonearm
check 'it has forgotten who had it' status_says tonearm 'Not paired'
show node trial-pair.mjs http://127.0.0.1:8710
show play
check 'plays' status_says tonearm Playing
check 'the state is its user’s alone' test "$(stat -c '%a %U' /var/lib/tonearm)" = '700 tonearm'
check 'doctor says what becomes of it' grep -qE '^note +disk .*memory' <(tonearm doctor)
systemctl restart tonearm
check 'a restart keeps it' status_says tonearm Playing
systemctl stop tonearm
umount /var/lib/tonearm
for place in / /tmp; do mount -o remount,bind,rw "$place"; done
journalctl --flush
systemctl start tonearm
check 'as it was before' status_says tonearm Playing
