// Tells the user of a Node that is too old what to do. Any Node, however old, can parse this file: setup.sh calls
// it first, and bundle.mjs prepends it to the program.
var fs = require('fs');

var OLDEST = [20, 19];

function isNewEnough(version) {
  var parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] >= OLDEST[1]);
}

/** Returns the message. `osRelease`: the content of /etc/os-release; empty if there is none. */
function toAdvice(version, osRelease) {
  function read(name) {
    return (new RegExp('^' + name + '="?([^"\\n]*)', 'm').exec(osRelease) || [])[1] || '';
  }
  var isDebian = /^(debian|raspbian)$/.test(read('ID'));
  var advice = 'Debian 13 and Raspberry Pi OS 13 have it; elsewhere see https://nodejs.org/en/download';
  if (isDebian && Number(read('VERSION_ID')) >= 13)
    advice = 'This system has it: sudo apt install nodejs npm';
  else if (isDebian)
    advice = [
      read('PRETTY_NAME') + ' has no newer one. Either',
      '- upgrade to Debian 13 (on a Raspberry Pi: write Raspberry Pi OS 13 to the card), which has Node 20, or',
      '- install Node 22 from the packages of NodeSource: https://github.com/nodesource/distributions',
    ].join('\n');
  return 'Tonearm needs Node ' + OLDEST.join('.') + ' or newer; this is ' + version + '.\n' + advice;
}

function readSystem() {
  var path = '/etc/os-release';
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '';
}

function endIfTooOld() {
  if (isNewEnough(process.version)) return;
  console.error(toAdvice(process.version, readSystem()));
  process.exit(69);
}

module.exports = { isNewEnough: isNewEnough, toAdvice: toAdvice, endIfTooOld: endIfTooOld };
