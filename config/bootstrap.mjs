// `node config/bootstrap.mjs demo|test|nodes|players|bench|chaos|package|release [arguments]`: sets up a bare Debian or
// Raspberry Pi OS machine, then runs the purpose.
// The syntax of this file suits any Node with modules, so that one that is too old can print a clear message.
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
