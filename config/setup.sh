#!/bin/bash
# config/setup.sh demo|test|nodes|players|bench|chaos|package|release [arguments]: installs what is missing of Debian's and
# npm's packages, builds, and runs the purpose. Where everything is there, nothing is asked of the machine.
set -euo pipefail
cd "$(dirname "$0")/.."
node -e 'require("./config/old-node.cjs").endIfTooOld()'
purpose=${1:-}
[ $# = 0 ] || shift

say() { echo "[tonearm] $*"; }

# How it ends, where it does not come to what it is for.
conclude() {
  local code=$?
  [ "$code" != 137 ] || echo 'It was killed, most likely for want of memory (sudo dmesg says so). End what else runs here, or add swap, and try again; packages can be made on a bigger Debian machine: docs/building.md' >&2
  # A reader of only the last line of a test run must see that no test ran.
  case $purpose in test | nodes | players) echo '0 passed, 1 failed' ;; esac
  exit "$code"
}
trap conclude EXIT

# Programs and files, each with its package where that has another name.
agent='mpv avahi-daemon avahi-publish=avahi-utils setpriv=util-linux'
addon='/usr/include/avahi-compat-libdns_sd/dns_sd.h=libavahi-compat-libdnssd-dev g++ make python3'
sound='pulseaudio parec=pulseaudio-utils'
signing='apt-ftparchive=apt-utils gpg gpg-agent'
python=/usr/lib/python3/dist-packages
tests="$sound $signing strace dbus-daemon avahi-browse=avahi-utils ip=iproute2 openssl nginx systemd-analyze=systemd zsh fish
  lintian curl jq espeak-ng $python/yaml=python3-yaml $python/jinja2=python3-jinja2 $python/websocket=python3-websocket
  mpc ncmpcpp ncmpc mpdscribble playerctl tmux mpDris2=mpdris2 $python/mpd=python3-mpd snapserver pgrep=procps
  chromium-headless-shell chromium firefox-esr WebKitWebDriver=webkit2gtk-driver Xvfb=xvfb mmdebstrap"

# The compilers for kinds of machines, by Debian's names of them.
compilers() {
  local arch triplet
  for arch in "$@"; do
    case $arch in
      amd64) triplet=x86_64-linux-gnu ;;
      arm64) triplet=aarch64-linux-gnu ;;
      armhf) triplet=arm-linux-gnueabihf ;;
      *) continue ;;
    esac
    echo "$triplet-g++=g++-${triplet/_/-}"
  done
}

part=whole
needed=mpv
wanted=
# On a newer Node mdns does not compile, and is not needed.
[ "$(node -p 'parseInt(process.versions.node)')" -lt 24 ] || addon=
own=$(dpkg --print-architecture 2> /dev/null || true)
case $purpose in
  demo) part=program ;;
  package)
    part=package
    if [[ -n $addon && "$* " =~ --arch[=\ ]([a-z0-9]+)\  && ${BASH_REMATCH[1]} != "$own" ]]; then
      wanted=$(compilers "${BASH_REMATCH[1]}")
    fi
    needed="mpv $wanted"
    ;;
  release)
    part=package
    wanted="$signing $(compilers amd64 arm64 armhf)"
    needed="mpv $wanted"
    ;;
  test | nodes | players) wanted="$tests $(compilers "$([ "$own" = arm64 ] && echo armhf || echo arm64)")" ;;
  bench) wanted="$sound ffmpeg strace chromium mpd mopidy snapserver" ;;
  chaos) wanted=$sound ;;
  *)
    echo 'usage: bash config/setup.sh demo|test|nodes|players|bench|chaos|package|release [arguments]' >&2
    exit 64
    ;;
esac
wanted="$agent $addon $wanted"

# The packages of those that are not there. An ordinary user's PATH lacks some folders.
missing() {
  local one
  for one in "$@"; do
    [ -e "${one%%=*}" ] || PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin command -v "${one%%=*}" > /dev/null || echo "${one#*=}"
  done | sort -u
}

# Runs apt-get without a question. While another program fetches packages, which a machine does by itself soon after its
# start, it waits: apt-get itself waits only for dpkg's lock.
apt() {
  local said
  said=$(mktemp)
  for _ in {1..120}; do
    if "${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive APT_LISTCHANGES_FRONTEND=none NEEDRESTART_SUSPEND=1 \
      apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 \
      -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" 2>&1 | tee "$said"; then
      rm "$said"
      return
    fi
    grep -q 'Could not get lock' "$said" || break
    sleep 5
  done
  rm "$said"
  return 1
}

# install PACKAGE...: those that apt knows.
install() {
  local why='' known=() name
  as_root=()
  # Without a terminal nobody can type a password.
  if [ "$(id -u)" != 0 ]; then if [ -t 0 ]; then as_root=(sudo); else as_root=(sudo -n); fi; fi
  if ! command -v apt-get > /dev/null; then
    why='there is no apt here'
  elif ! "${as_root[@]}" true 2> /dev/null; then
    why='this user may not install any (no sudo)'
  fi
  if [ -n "$why" ]; then
    say "missing, and $why: $*"
    say "as root: apt-get update && apt-get install --no-install-recommends $*"
    return
  fi
  say "installing what is missing from the system: $*"
  # What was interrupted is completed first: apt would refuse to go on.
  "${as_root[@]}" dpkg --force-confdef --force-confold --configure -a || true
  apt update || say 'the package lists could not be fetched; trying with those at hand'
  for name in "$@"; do
    if [[ $(LC_ALL=C apt-cache policy "$name") =~ Candidate:\ [^\(] ]]; then known+=("$name"); fi
  done
  [ ${#known[@]} = 0 ] || apt install --no-install-recommends "${known[@]}" || true
}

# shellcheck disable=SC2046,SC2086 # Lists of names, each a word.
if lacking=$(missing $wanted) && [ -n "$lacking" ]; then
  install $lacking
  lacking=$(echo $(missing $wanted))
  fatal=$(echo $(missing $needed))
  if [ -n "$fatal" ]; then
    say "this needs $fatal; see the messages above" >&2
    exit 69
  fi
  [ -z "$lacking" ] || say "going on without $lacking: what needs them is left out"
fi

# npm's own list of what it has installed is newer than the lockfile.
installed() { [ "$1/node_modules/.package-lock.json" -nt "$1/package-lock.json" ]; }
# Never `npm install`, which would take what the lockfile does not vouch for. `--omit=dev` leaves out what only development
# needs, for which a small machine lacks the memory; where it was there before, it stays.
npm_ci() {
  say "installing npm packages ($1)"
  (cd "$1" && npm ci --ignore-scripts --loglevel=error --include=optional "$2")
}
if [ "$part" = whole ] || [ -e node_modules/tap ]; then amount=--include=dev; else amount=--omit=dev; fi
if ! installed . || { [ "$part" = whole ] && [ ! -e node_modules/tap ]; }; then npm_ci . "$amount"; fi
[ "$purpose" != nodes ] || installed config/nodes || npm_ci config/nodes "$amount"

stamp=dist/.built-$part
sources=(src test config/*.mjs config/*.cjs config/bundle tsconfig.json package-lock.json node_modules/.package-lock.json)
if [ ! -e "$stamp" ] || [ -n "$(find "${sources[@]}" -newer "$stamp" -print -quit 2> /dev/null)" ]; then
  say 'building'
  node config/build.mjs "$part"
fi

case $purpose in
  demo) exec node dist/program/main.js demo "$@" ;;
  bench | chaos) exec node "dist/test/$purpose/main.js" "$@" ;;
  package | release) exec node "config/$purpose.mjs" "$@" ;;
  *) exec node config/setup/run-tests.mjs "$purpose" "$@" ;;
esac
