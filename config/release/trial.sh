#!/bin/bash
# What an owner does with a release, within the bare system; try.sh calls it. There is no terminal, and nobody answers.
set -uo pipefail
cd /trial
source trial-words.sh
printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
printf '#!/bin/sh\nexec "$@"\n' > /usr/local/bin/sudo
chmod 755 /usr/sbin/policy-rc.d /usr/local/bin/sudo
settings=/etc/tonearm/tonearm.env
version_is() { test "$(dpkg-query -W -f '${Version} ${db:Status-Abbrev}' tonearm)" = "$1 ii "; }
serve() { ln -sfn "$1" www/now; }
forget() {
  rm -rf /var/lib/apt/lists/127.0.0.1*
  apt-get -q clean
}
upgrade() { apt-get -q -y upgrade; }
update() { apt-get -q update; }

echo '== Added by the two lines'
sed 's/^/# /' adding
bash -e adding > said 2>&1
check 'they end well' test $? = 0
show tail -n 12 said
check 'without a warning of the repository' not grep -E '^(W:|E:|Err)' said
check 'and without a question' not grep -q 'Do you want' said
show ls -l /etc/apt/sources.list.d
check 'installed' version_is 0.1.0
check 'without what mpv recommends' not dpkg -s yt-dlp
command -v tonearm > /dev/null || exit 1
show apt-cache policy tonearm
check 'it says whose it is' grep -q '^Homepage: https://tonearm.example.invalid$' <(dpkg -s tonearm)
check 'and who maintains it' grep -q '^Maintainer: A Maintainer <maintainer@example.invalid>$' <(dpkg -s tonearm)
check 'the list of parts names the vendor' grep -q '"name": "A vendor"' /usr/share/doc/tonearm/sbom.cdx.json

echo; echo '== It plays'
tonearm sandbox --port 8791 --profile full > sandbox.log 2>&1 &
settings TONEARM_AUTH_URL http://127.0.0.1:8791 $settings
settings TONEARM_BASE_URL http://127.0.0.1:8791 $settings
settings TONEARM_CLIENT_ID tonearm-sandbox $settings
settings TONEARM_CLIENT_SECRET sandbox-secret $settings
settings TONEARM_HTTP_PORT 8790 $settings
settings TONEARM_AUDIO_OUTPUT null $settings
settings TONEARM_MDNS off $settings
echo '# mine' >> $settings
sum=$(md5sum < $settings)
for _ in $(seq 60); do (: < /dev/tcp/127.0.0.1/8791) 2> /dev/null && break; sleep 1; done
start
check 'it asks for pairing' says '^state .*notPaired'
show node trial-pair.mjs http://127.0.0.1:8790
show play
check 'it plays' says '^state  *playing$'

echo; echo '== The next release'
serve two
update > said 2>&1
check 'is found' grep -q tonearm <(apt list --upgradable 2> /dev/null)
upgrade < /dev/null > said 2>&1
check 'apt upgrade brings it' test $? = 0
show tail -n 8 said
check 'installed' version_is 0.1.1
check 'nothing was asked' not grep -qiE 'conffile|\[Y/n\]|keep your currently' said
check 'the settings are as they were' test "$sum" = "$(md5sum < $settings)"
stop
start
check 'it goes on playing' says '^state  *playing$'
check 'as the new version' grep -q '0\.1\.1' <(tonearm --version)
show install_it install tonearm=0.1.0
check 'the one before can be had still' version_is 0.1.0
show install_it install tonearm

echo; echo '== What was tampered with is refused'
program=/usr/lib/tonearm/dist/program/main.js
before=$(md5sum < $program)
for bad in package list signer; do
  forget
  serve "$bad"
  { update && apt-get -q -y install --reinstall tonearm; } > said 2>&1
  check "another $bad" test $? != 0
  show grep -E '^(E|W|Err)' said
  check 'nothing was installed' test "$before" = "$(md5sum < $program)"
done
forget
serve two
check 'what was not is installed' bash -c 'apt-get -q update && apt-get -q -y install --reinstall tonearm'

echo; echo '== Removed and purged'
stop
show take_away remove
check 'the pairing is kept' test -e /var/lib/tonearm/credentials.json
check 'the settings are kept' grep -q '^# mine' $settings
check 'the program is gone' not test -e /usr/lib/tonearm
show take_away purge
check 'no state' not ls -d /var/lib/tonearm*
check 'no settings' not test -e /etc/tonearm
show find / -xdev -name '*tonearm*' -not -path '/proc/*' -not -path '/var/cache/*' -not -path '/trial/*'
[ "$failures" = 0 ] || tail -n 20 agent.log
conclude
