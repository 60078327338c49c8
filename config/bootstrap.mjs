// `node config/bootstrap.mjs demo|test|nodes|bench|chaos|package [arguments]`: sets a bare Debian or Raspberry Pi OS machine up, then runs.
// This file stays readable for any Node with modules, so that one too old is told so in a sentence.
import process from 'node:process';

const OLDEST = [20, 19];

export function isNewEnough(version) {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] >= OLDEST[1]);
}

function main() {
  if (!isNewEnough(process.version)) {
    console.error('Tonearm needs Node ' + OLDEST.join('.') + ' or newer; this is ' + process.version + '.');
    console.error('Debian 13 has it: apt install nodejs npm. Elsewhere see https://nodejs.org/en/download');
    process.exitCode = 69;
    return;
  }
  import('./setup/run.mjs')
    .then(function (setup) {
      return setup.run(process.argv.slice(2));
    })
    .then(
      function (code) {
        process.exitCode = code;
      },
      function (error) {
        console.error(error && error.exitCode ? error.message : error);
        process.exitCode = (error && error.exitCode) || 1;
      },
    );
}

// Imported by a test, it only lends its functions.
if (process.argv[1] && /bootstrap\.mjs$/.test(process.argv[1])) main();
