#!/usr/bin/env node
import { runProgram } from './cli/program.js';

// Exits by itself: something still open in a program that has finished must not keep it alive.
process.exit(await runProgram(process.argv.slice(2)));
