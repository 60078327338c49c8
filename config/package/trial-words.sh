# What the trials of a package are written with; trial.sh and trial-emulated.sh begin with it.
failures=0

show() {
  echo
  echo "# $*"
  "$@" 2>&1 | sed 's/^/    /' | cut -c 1-160
}
check() {
  local what=$1
  shift
  if "$@" > /dev/null 2>&1; then echo "  ok: $what"; else echo "  NOT OK: $what ($*)"; failures=$((failures + 1)); fi
}
not() { ! "$@"; }
settings() { sed -i "s|^#\?$1=.*|$1=$2|" "$3"; grep -q "^$1=" "$3" || echo "$1=$2" >> "$3"; }
# follow PAGE PATTERN: the block of an installed page that holds such a line, pasted as it stands. Beforehand /trial/edit
# says what is done in the editor.
follow() {
  local block
  block=$(awk -v pattern="$2" '
    /^ *```/ { if (inside && found) { printf "%s", text; exit } inside = !inside; found = 0; text = ""; next }
    inside { text = text $0 "\n"; if ($0 ~ pattern) found = 1 }' "/usr/share/doc/tonearm/$1")
  check "$1 tells how: $2" test -n "$block"
  echo; echo "$block" | sed 's/^/# /'
  bash -e -c "$block" 2>&1 | sed 's/^/    /' | cut -c 1-160
}
install_it() { apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends --allow-downgrades "$@" 2>&1 | tail -n 6; }
take_away() { apt-get -q -y -o Dpkg::Use-Pty=0 "$1" tonearm | grep -E '^(Remov|Purg)'; }
play() { tonearm ctl play "$(tonearm ctl collection --json | grep -o '"ST:[^"]*"' | head -n 1 | tr -d '"')"; }
# Where there is no systemd, as the unit starts it: its user, its folders, its settings, and what it may read there besides.
start() {
  install -d -o tonearm -g tonearm -m 700 /var/lib/tonearm
  install -d -o tonearm -g tonearm -m 750 /run/tonearm
  (
    set -a
    source /etc/tonearm/tonearm.env
    export STATE_DIRECTORY=/var/lib/tonearm RUNTIME_DIRECTORY=/run/tonearm
    exec setpriv --reuid tonearm --regid tonearm --init-groups --no-new-privs tonearm run
  ) >> agent.log 2>&1 &
  agent=$!
}
stop() {
  kill "$agent"
  wait "$agent"
}
says() {
  for _ in $(seq 60); do
    tonearm ctl status 2>&1 | grep -q "$1" && return 0
    sleep 1
  done
  return 1
}
conclude() {
  echo
  if [ "$failures" = 0 ]; then echo 'Everything as it should be.'; else echo "$failures not as it should be."; exit 1; fi
}
# Nobody answers: what asks, fails.
unset DEBIAN_FRONTEND
exec < /dev/null
export PATH=/usr/local/bin:$PATH
# What was fetched beforehand is all there is.
echo 'APT::Install-Recommends "false";' > /etc/apt/apt.conf.d/90trial
