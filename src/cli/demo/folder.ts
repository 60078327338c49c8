import { rmdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from '../../make-folder.js';

/** What one demo keeps while it runs, apart from any installed agent's. */
export interface Folder {
  readonly path: string;
  readonly stateDir: string;
  readonly runtimeDir: string;
  readonly logFile: string;
  remove(): void;
}

/**
 * An empty folder of this user's, named for the port: whoever holds the port holds the folder, so what an
 * earlier demo left behind may go.
 */
export function createFolder(environment: NodeJS.ProcessEnv, port: number): Folder {
  const configured = environment['XDG_STATE_HOME'] ?? '';
  const home = isAbsolute(configured) ? configured : join(homedir(), '.local', 'state');
  const all = join(home, 'tonearm-demo');
  const path = join(all, String(port));
  const remove = (): void => {
    rmSync(path, { recursive: true, force: true });
    try {
      rmdirSync(all);
    } catch {
      // Another demo's folder is in it, or it is not there.
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
