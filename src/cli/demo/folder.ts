import { rmdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.js';

/** The files of one running demo, separate from any installed agent's. */
export type Folder = ReturnType<typeof createFolder>;

/**
 * Creates an empty folder of this user's, named after the port. The demo that holds the port owns the folder, so files
 * that an earlier demo left behind are removed.
 */
export function createFolder(environment: NodeJS.ProcessEnv, port: number) {
  const configured = environment['XDG_STATE_HOME'] ?? '';
  const home = isAbsolute(configured) ? configured : join(homedir(), '.local', 'state');
  const all = join(home, 'tonearm-demo');
  const path = join(all, String(port));
  const remove = (): void => {
    rmSync(path, { recursive: true, force: true });
    try {
      rmdirSync(all);
    } catch {
      // It holds another demo's folder, or does not exist.
    }
  };
  remove();
  makeFolder(path);
  return {
    path,
    stateDir: join(path, 'state'),
    runtimeDir: join(path, 'run'),
    logFile: join(path, 'agent.log'),
    remove,
  };
}
