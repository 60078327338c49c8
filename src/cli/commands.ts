import type { CommandEntry } from './command.js';

/** Every command there is, in the order of the help text; each is loaded when it is asked for. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'run', load: async () => (await import('./run.js')).runCommand },
  { name: 'demo', load: async () => (await import('./demo.js')).demoCommand },
  { name: 'sandbox', load: async () => (await import('./sandbox.js')).sandboxCommand },
];
