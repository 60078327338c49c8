#!/usr/bin/env node
import { runProgram } from './cli/program.js';
import { allowThreads } from './threads.js';

allowThreads();

void runProgram(process.argv.slice(2)).then(code => {
  // What standard output has to complain about comes a turn later. Exits by itself then: something still open in a
  // program that has finished must not keep it alive.
  setImmediate(() => process.exit(code));
});
