import type { CommandEntry } from './command.js';

/** All commands in the order of the help text; each is loaded on demand. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'run', load: async () => (await import('./run.js')).runCommand },
  { name: 'ctl', load: async () => (await import('./ctl.js')).ctlCommand },
  { name: 'invite', load: async () => (await import('./invite.js')).inviteCommand },
  { name: 'pair', load: async () => (await import('./pair.js')).pairCommand },
  { name: 'unpair', load: async () => (await import('./unpair.js')).unpairCommand },
  { name: 'snapcast', load: async () => (await import('./snapcast.js')).snapcastCommand },
  { name: 'doctor', load: async () => (await import('./doctor.js')).doctorCommand },
  { name: 'replay', load: async () => (await import('./replay.js')).replayCommand },
  { name: 'demo', load: async () => (await import('./demo.js')).demoCommand },
  { name: 'sandbox', load: async () => (await import('./sandbox.js')).sandboxCommand },
  {
    name: 'completion',
    load: async () => (await import('./completion.js')).createCompletionCommand(COMMANDS),
  },
  { name: 'help', load: async () => (await import('./overview.js')).createHelpCommand(COMMANDS) },
];
