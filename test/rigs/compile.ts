import { spawnSync } from 'node:child_process';
import { INSTALLED } from './program.js';

// Compiles the installed program for this Node, as the installation of the package does.
const words = [...INSTALLED.nodeWords, INSTALLED.program, 'compile'];
process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
