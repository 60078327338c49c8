// Runs gpg with a single key in a home of its own, so that the releaser's other keys are not involved.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../package/program.mjs';
import { SetupFailure, say } from '../setup/failure.mjs';

/**
 * Calls `work` with the signer and returns its result. `file`: an armored secret key without a passphrase. Without one,
 * a trial key is made and stored at `trial`, so that the next release can be tried as an upgrade.
 */
export function withKey({ file, trial }, work) {
  const home = mkdtempSync(join(tmpdir(), 'tonearm-gpg-'));
  const gpg = (...words) =>
    run('gpg', ['--homedir', home, '--batch', '--no-tty', '--yes', '--quiet', ...words]);
  try {
    if (file !== undefined && !existsSync(file))
      throw new SetupFailure(1, `RELEASE_KEY_FILE names no file: ${file}`);
    if (file === undefined && !existsSync(trial)) makeTrialKey(gpg, trial);
    gpg('--import', file ?? trial);
    const found = /^fpr:+([0-9A-F]{40}):/m.exec(gpg('--list-secret-keys', '--with-colons'));
    if (found === null) throw new SetupFailure(1, `${file ?? trial} holds no secret key.`);
    const [, fingerprint] = found;
    const sign = (...words) => gpg('--local-user', fingerprint, '--digest-algo', 'SHA512', ...words);
    return work({
      fingerprint,
      publicKey: gpg('--armor', '--export', fingerprint),
      /** Signs a text; the result contains text and signature (InRelease). */
      signText: (from, to) => sign('--output', to, '--clear-sign', from),
      /** Makes a detached signature. */
      signFile: (from, to) => sign('--output', to, '--armor', '--detach-sign', from),
    });
  } finally {
    run('gpgconf', ['--homedir', home, '--kill', 'all']);
    rmSync(home, { recursive: true, force: true });
  }
}

function makeTrialKey(gpg, trial) {
  say('no RELEASE_KEY_FILE: making a key for trying out');
  const name = 'Tonearm, for trying out alone';
  gpg('--passphrase', '', '--quick-generate-key', name, 'ed25519', 'sign', 'never');
  mkdirSync(dirname(trial), { recursive: true });
  writeFileSync(trial, gpg('--armor', '--export-secret-keys'), { mode: 0o600 });
  chmodSync(trial, 0o600);
}
