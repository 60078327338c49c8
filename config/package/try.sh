#!/bin/bash
# npm run package:try [-- [--arch ARCH] [--suite SUITE] [FOLDER]]: installs, runs, upgrades, downgrades, removes and
# purges the package on a real Debian 13 with systemd as its first process, all of it in FOLDER (else a temporary one) and
# in namespaces of its own. As root; it needs mmdebstrap, the network, and some 1 GB. A FOLDER that already holds a system
# is used again. SUITE: another release of Debian, such as forky.
# ARCH (amd64, arm64, armhf) other than this machine's: the package made for it by cross compiler, in a Debian 13 of that
# kind, whose programs run in QEMU (qemu-user-static); without systemd, which does not run there. trial-emulated.sh says
# what that cannot tell.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo 'npm run package:try needs root.' >&2; exit 1; }
command -v mmdebstrap > /dev/null || { echo 'apt-get install mmdebstrap first.' >&2; exit 69; }

own=$(dpkg --print-architecture)
arch=$own
suite=trixie
while :; do
  case ${1:-} in
    --arch) arch=${2:-} ;;
    --suite) suite=${2:-} ;;
    *) break ;;
  esac
  shift "$(($# > 1 ? 2 : 1))"
done
case $arch in
  "$own") emulator= ;;
  amd64) emulator=x86_64 ;;
  arm64) emulator=aarch64 ;;
  armhf) emulator=arm ;;
  *) echo '--arch is one of amd64, arm64, armhf.' >&2; exit 64 ;;
esac

# The kernel is told who runs programs of that kind; what this machine has set up itself is kept. Processors of arm64 run
# armhf's themselves.
registry=/proc/sys/fs/binfmt_misc
registered=
if [ -n "$emulator" ] && [ "$own/$arch" != arm64/armhf ]; then
  [ -e "$registry/register" ] || mount -t binfmt_misc binfmt_misc "$registry"
  if [ ! -e "$registry/qemu-$emulator" ]; then
    [ -e "/usr/lib/binfmt.d/qemu-$emulator.conf" ] || { echo 'apt-get install qemu-user-static first.' >&2; exit 69; }
    cat "/usr/lib/binfmt.d/qemu-$emulator.conf" > "$registry/register"
    registered=$registry/qemu-$emulator
  fi
fi

folder=${1:-$(mktemp -d /var/tmp/tonearm-try.XXXXXX)}
base=$folder/base
system=$folder/system
mkdir -p "$folder"
group=
first=

clean_up() {
  [ -z "$group" ] || echo 1 > "$group/cgroup.kill"
  # The kernel gives a group back a moment after its last process has gone.
  for _ in $(seq 20); do
    [ -d "${group:-/nowhere}" ] || break
    find "$group" -depth -type d -exec rmdir {} + 2> /dev/null || sleep 0.1
  done
  ! mountpoint -q "$system" || umount "$system"
  [ -z "$registered" ] || echo -1 > "$registered"
  [ $# = 0 ] || rm -rf "$folder"
}
if [ $# = 0 ]; then trap 'clean_up all' EXIT; else trap clean_up EXIT; fi

echo '== Packages'
old=$(npm run --silent package -- --arch "$arch" --out "$folder/packages" | tail -n 1)
next=$(node config/package.mjs --arch "$arch" --out "$folder/packages" --version 0.1.1)

if [ ! -e "$base/etc/debian_version" ]; then
  echo "== A fresh Debian, $suite ($arch)"
  # A testing release that was mirrored long ago is as good for this.
  mmdebstrap --quiet --variant=apt --architectures="$arch" --skip=check/qemu \
    --aptopt='Acquire::Check-Valid-Until "false"' \
    --include=systemd,systemd-sysv,dbus,init-system-helpers,mount,iproute2,procps,ca-certificates,man-db,bash-completion \
    "$suite" "$base" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
fi
# Fetched beforehand: the system that is booted has no network but its own.
if [ ! -e "$folder/fetched" ]; then
  cp /etc/resolv.conf "$base/etc/resolv.conf"
  cp "$old" "$base/tmp/tonearm.deb"
  chroot "$base" apt-get -q update
  beside='snapserver snapclient'
  [ -z "$emulator" ] || beside=
  # shellcheck disable=SC2086 # Names of packages, each a word.
  chroot "$base" apt-get -q -y --no-install-recommends --download-only install /tmp/tonearm.deb $beside
  touch "$folder/fetched"
fi

# What the trial changes lies above the base and goes with it.
rm -rf "$folder/changes" "$folder/work"
mkdir -p "$folder/changes/trial" "$folder/work" "$system"
mkdir -p "$folder/changes/etc"
echo speaker > "$folder/changes/etc/hostname"
cp "$old" "$folder/changes/trial/old.deb"
cp "$next" "$folder/changes/trial/next.deb"
cp config/package/trial*.sh "$folder/changes/trial/"
node_modules/.bin/esbuild config/package/trial-pair.mjs --bundle --platform=node --format=esm --log-level=warning \
  --outfile="$folder/changes/trial/trial-pair.mjs"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$folder/changes,workdir=$folder/work" "$system"

# systemd 257 wants a tree of version 2 control groups, whatever else the machine has.
groups=$(findmnt -n -t cgroup2 -o TARGET | head -n 1)
group=$groups/tonearm-try-$$
mkdir "$group"

boot() {
  echo "$BASHPID" > "$group/cgroup.procs"
  exec unshare --cgroup --mount --uts --ipc --pid --net --fork --kill-child bash -c '
    set -e
    system=$1
    hostname speaker
    ip link set lo up
    ip link add near type veth peer name far
    ip link set far up
    ip link set near up
    ip addr add 192.168.77.1/24 dev near
    mount -t proc proc "$system/proc"
    mount -t sysfs -o ro sysfs "$system/sys"
    mount -t cgroup2 cgroup2 "$system/sys/fs/cgroup"
    mount -t tmpfs -o mode=755 tmpfs "$system/dev"
    for name in null zero full random urandom tty; do
      touch "$system/dev/$name"
      mount --bind "/dev/$name" "$system/dev/$name"
    done
    mkdir "$system/dev/pts" "$system/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$system/dev/pts"
    ln -s pts/ptmx "$system/dev/ptmx"
    ln -s /proc/self/fd "$system/dev/fd"
    mount -t tmpfs -o mode=1777 tmpfs "$system/dev/shm"
    mount -t tmpfs -o mode=755 tmpfs "$system/run"
    mount -t tmpfs -o mode=1777 tmpfs "$system/tmp"
    # Not by chroot: the kernel refuses a user namespace (PrivateUsers=) to whoever is in one.
    cd "$system"
    pivot_root . mnt
    umount -l mnt
    # As systemd has it on a machine of its own: credentials reach a service by such mounts.
    mount --make-rshared /
    shift
    exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
  ' boot "$system" "$@"
}

if [ -n "$emulator" ]; then
  (boot LANG=C.UTF-8 TERM=dumb bash /trial/trial-emulated.sh "$arch")
  exit
fi

echo '== systemd starts'
boot /lib/systemd/systemd --log-target=journal < /dev/null > "$folder/boot.log" 2>&1 &
outer=$!
disown "$outer"
within() { nsenter --target "$first" --all --root --wd env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb "$@"; }
for _ in $(seq 100); do
  sleep 0.2
  first=$(cat "/proc/$outer/task/$outer/children" 2> /dev/null || true)
  first=${first%% *}
  [ -n "$first" ] && within systemctl is-system-running --wait > /dev/null 2>&1 && break
  [ -n "$first" ] && within systemctl is-system-running 2> /dev/null | grep -q degraded && break
done

within bash /trial/trial.sh
