#!/usr/bin/env node
import { runProgram } from './cli/program.js';
import { allowThreads } from './lib/threads.js';

allowThreads();

void runProgram(process.argv.slice(2)).then(code => {
  // Errors of standard output arrive one turn later. Exit explicitly then: a handle still open in a finished program
  // must not keep it alive.
  setImmediate(() => process.exit(code));
});
