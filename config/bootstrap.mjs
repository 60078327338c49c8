// `node config/bootstrap.mjs demo|test|nodes|bench|chaos|package|release [arguments]`: sets a bare Debian or Raspberry Pi OS machine up, then runs.
// This file stays readable for any Node with modules, so that one too old is told so in a sentence.
import process from 'node:process';
import node from './old-node.cjs';

node.endIfTooOld();
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
