#!/bin/bash
# npm run release:try [-- FOLDER]: two releases of a clone, one after the other, and what an owner does with them on a bare
# Debian 13: adds the repository, installs, plays, upgrades without a terminal, refuses what was tampered with, removes,
# purges. As root; it needs mmdebstrap, python3, the network and 2 GB. A FOLDER that already holds a system is used again.
set -euo pipefail
cd "$(dirname "$0")/../.."
sources=$PWD
[ "$(id -u)" = 0 ] || { echo 'npm run release:try needs root.' >&2; exit 1; }
command -v mmdebstrap > /dev/null || { echo 'apt-get install mmdebstrap first.' >&2; exit 69; }

folder=${1:-$(mktemp -d /var/tmp/tonearm-release.XXXXXX)}
base=$folder/base
system=$folder/system
clone=$folder/sources
www=$folder/www
port=8792
server=
mkdir -p "$folder"

clean_up() {
  [ -z "$server" ] || kill "$server"
  ! mountpoint -q "$system" || umount --recursive "$system"
  [ $# = 0 ] || rm -rf "$folder"
}
if [ $# = 0 ]; then trap 'clean_up all' EXIT; else trap clean_up EXIT; fi

if [ ! -e "$base/etc/debian_version" ]; then
  echo '== A bare Debian 13'
  mmdebstrap --quiet --variant=apt trixie "$base" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
fi

# release VERSION OUT: as a maintainer makes one (docs/releasing.md), of what is committed here.
release() {
  (cd "$clone" && RELEASE_APT_URL=http://127.0.0.1:$port DEBFULLNAME='A Maintainer' DEBEMAIL=maintainer@example.invalid \
    RELEASE_VENDOR='A vendor' RELEASE_HOMEPAGE=https://tonearm.example.invalid npm run --silent release -- --out "$2")
}
prepare() {
  cd "$clone"
  npm version --no-git-tag-version --allow-same-version "$1" > /dev/null
  sed -i "0,/^## .*/s//## $1 (2026-01-31)\n\n- Tried.\n\n&/" CHANGELOG.md
  git -c user.name=Try -c user.email=try@example.invalid commit --quiet --all --message "chore: release $1"
  git tag "v$1"
  # npm's mark of what it has installed: nothing but a version has changed.
  touch node_modules/.package-lock.json
  cd "$sources"
}

echo '== Two releases'
rm -rf "$clone" "$www" "$folder/release" "$folder/again"
git clone --quiet . "$clone"
cp --archive --link node_modules "$clone/node_modules"
prepare 0.1.0
release 0.1.0 "$folder/release"
mkdir -p "$www"
cp -r "$folder/release/apt" "$www/one"
cp "$folder/release/trial-key.asc" "$folder/key.asc"
echo '== The first one once more: the same bytes'
RELEASE_KEY_FILE=$folder/key.asc release 0.1.0 "$folder/again" > /dev/null
for file in "$folder"/release/0.1.0/*.{deb,tgz,json}; do
  cmp "$file" "$folder/again/0.1.0/${file##*/}"
  echo "  ok: ${file##*/}"
done
(cd "$folder/release/0.1.0" && sha256sum --check --quiet SHA256SUMS && echo '  ok: the sums')
prepare 0.1.1
release 0.1.1 "$folder/release" | tee "$folder/said"
cp -r "$folder/release/apt" "$www/two"

echo '== What was tampered with'
stranger=$(mktemp -d)
gpg --homedir "$stranger" --batch --quiet --passphrase '' --quick-generate-key stranger ed25519 sign never
for bad in package list signer; do cp -r "$www/two" "$www/$bad"; done
# A byte in the middle of what is installed, one in what apt reads of it, the whole signed by somebody else.
file=$(echo "$www"/package/pool/main/t/tonearm/tonearm_0.1.1_"$(dpkg --print-architecture)".deb)
printf '\377\000\377' | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") / 2)) conv=notrunc status=none
sed -i 's/^Depends: /Depends: evil, /' "$www"/list/dists/stable/main/binary-*/Packages
for list in "$www"/list/dists/stable/main/binary-*/Packages; do gzip --keep --force "$list"; done
gpg --homedir "$stranger" --batch --quiet --output - --decrypt "$www/two/dists/stable/InRelease" 2> /dev/null > "$folder/Release" || true
gpg --homedir "$stranger" --batch --quiet --yes --output "$www/signer/dists/stable/InRelease" --clear-sign "$folder/Release"
gpgconf --homedir "$stranger" --kill all
rm -r "$stranger"

rm -rf "$folder/changes" "$folder/work"
mkdir -p "$folder/changes/trial/www" "$folder/work" "$system"
cp config/package/trial-words.sh config/release/trial.sh "$folder/changes/trial/"
tail -n 2 "$folder/said" > "$folder/changes/trial/adding"
node_modules/.bin/esbuild config/package/trial-pair.mjs --bundle --platform=node --format=esm --log-level=warning \
  --outfile="$folder/changes/trial/trial-pair.mjs"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$folder/changes,workdir=$folder/work" "$system"
mount --bind "$www" "$system/trial/www"
cp /etc/resolv.conf "$system/etc/resolv.conf"
ln -sfn one "$www/now"
python3 -m http.server --bind 127.0.0.1 --directory "$www/now" "$port" > "$folder/server.log" 2>&1 &
server=$!
for _ in $(seq 100); do (: < /dev/tcp/127.0.0.1/$port) 2> /dev/null && break; sleep 0.1; done

unshare --mount --pid --ipc --fork --kill-child bash -c '
  set -e
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  mount -t tmpfs -o mode=755 tmpfs "$1/run"
  exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb bash /trial/trial.sh
' try "$system"
