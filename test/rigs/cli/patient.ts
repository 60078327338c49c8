/** A machine for the checks: files and small programs of its own, the network and the service real. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Test } from 'tap';
import { CHECKS } from '../../../src/cli/doctor/checks.js';
import { examine } from '../../../src/cli/doctor/examination.js';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { createRun } from '../../../src/cli/doctor/run-program.js';
import type { Scene } from '../../../src/cli/doctor/scene.js';
import { parseConfig } from '../../../src/config/config.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

export interface Patient {
  readonly sandbox: Sandbox;
  /** Its /proc, /sys, /etc and /run lie below. */
  readonly root: string;
  readonly stateDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** A file of the machine. */
  file(path: string, text: string): void;
  /** A program on its PATH: a script of the shell. */
  program(name: string, script: string): void;
  /** What one check finds, or all; `more` goes over the scene, `variables` into the environment. */
  look(
    check: string | null,
    more?: Partial<Scene>,
    variables?: NodeJS.ProcessEnv,
    limitMs?: number,
  ): Promise<readonly Finding[]>;
  /** The same as `level check: text → remedy`. */
  lines(check: string | null, more?: Partial<Scene>, variables?: NodeJS.ProcessEnv): Promise<string[]>;
}

export async function createPatient(t: Test): Promise<Patient> {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-doctor-'));
  const sandbox = createSandbox();
  await sandbox.start();
  t.teardown(async () => {
    await sandbox.stop();
    removeFolder(folder);
  });
  const root = join(folder, 'root');
  const stateDir = join(folder, 'state');
  const bin = join(folder, 'bin');
  mkdirSync(root);
  mkdirSync(stateDir, { mode: 0o700 });
  mkdirSync(bin);
  const environment: NodeJS.ProcessEnv = {
    PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
    HOME: folder,
    TONEARM_AUTH_URL: sandbox.url,
    TONEARM_BASE_URL: sandbox.url,
    TONEARM_CLIENT_ID: sandbox.clientId,
    TONEARM_CLIENT_SECRET: sandbox.clientSecret,
    TONEARM_STATE_DIR: stateDir,
    TONEARM_RUNTIME_DIR: join(folder, 'run'),
    TONEARM_HTTP_HOST: '127.0.0.1',
    TONEARM_HTTP_PORT: '0',
    TONEARM_AUDIO_OUTPUT: 'null',
    TONEARM_MDNS: 'off',
  };

  const patient: Patient = {
    sandbox,
    root,
    stateDir,
    environment,
    file(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    program(name, script) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    },
    look(check, more = {}, variables = {}, limitMs) {
      const given = { ...environment, ...variables };
      const { config, warnings } = parseConfig(given);
      const scene: Scene = {
        config,
        problems: [],
        warnings,
        environment: given,
        instance: null,
        stateDir: config.stateDir,
        runtimeDir: config.runtimeDir,
        root,
        version: '0.1.0',
        node: { version: '24.1.0', path: '/usr/bin/node' },
        agent: null,
        away: null,
        isRoot: false,
        epochMs: () => Date.now(),
        run: createRun(given),
        tone: false,
        ...more,
      };
      const checks = CHECKS.filter(({ name }) => check === null || name === check);
      // One that is not there finds nothing either.
      if (checks.length === 0) throw new Error(`there is no check ${JSON.stringify(check)}`);
      return examine(scene, checks, limitMs);
    },
    async lines(check, more, variables) {
      const found = await patient.look(check, more, variables);
      return found.map(({ level, check: name, text, remedy }) =>
        [`${level} ${name}: ${text}`, ...(remedy === undefined ? [] : [remedy])].join(' → '),
      );
    },
  };
  // Not this machine's own: it need not have a time service.
  patient.program('timedatectl', 'echo CanNTP=yes; echo NTPSynchronized=yes');
  return patient;
}
