import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Clock } from '../../../src/contract/ports.js';
import type { CredentialsRecord, DayRecord, SessionRecord } from '../../../src/contract/records.js';
import { openStore } from '../../../src/store/file-store.js';
import type { Formats } from '../../../src/store/formats.js';
import { createRecordingLogger } from '../../fakes/ports/logger.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

const clock: Clock = { epochMs: () => Date.UTC(2026, 1, 3, 4, 5, 6), steadyMs: () => 0 };

export const credentials: CredentialsRecord = {
  accessToken: 'access-secret',
  refreshToken: 'refresh-secret',
  expiresInS: 14_400,
  obtainedAtMs: 1_700_000_000_000,
  profileId: 'LI:1',
};

export const session: SessionRecord = {
  wish: 'playing',
  source: { id: 'ST:1', type: 'ST', name: 'Küche' },
  item: {
    typename: 'TrackItem',
    kind: 'track',
    index: 3,
    trackToken: 'token-of-track',
    trackId: 'TR:7',
    audioUrl: null,
    title: 'Song',
    artist: 'Somebody',
    album: null,
    podcast: null,
    artUrl: null,
    durationMs: 180_000,
    progressFrequencyS: 60,
    feedback: 'UP',
    interactions: ['SKIP', 'THUMB'],
    gainDb: -7.37,
    errorHeader: null,
    errorDescription: null,
  },
  positionMs: 1234,
  exact: true,
  volume: 35,
  muted: false,
  closing: null,
  endTaken: false,
  sourceEnded: false,
};

export const day: DayRecord = {
  presets: [{ number: 3, source: { id: 'ST:1', type: 'ST', name: 'Küche' } }],
  alarms: [
    {
      ...{ id: 'morning', minute: 420, days: [1, 5], sourceId: null, preset: 3, volume: 30 },
      ...{ enabled: true, doneMs: 1_700_000_000_000 },
    },
  ],
  sleep: { endsAtMs: 1_700_000_000_000 },
  ring: {
    id: 'morning',
    is: 'snoozed',
    atMs: 1_699_999_000_000,
    sinceMs: 1_700_000_000_000,
    volumeBefore: 40,
  },
};

/** A folder of the test's own, gone with it. */
export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-store-'));
  t.teardown(() => removeFolder(folder));
  return folder;
}

/** Opens stores in a folder of the test's own, or below it; those still open are closed with it. */
export function storeIn(t: Test, below = '') {
  const folder = join(temporaryFolder(t), below);
  const stateDir = join(folder, 'state');
  const runtimeDir = join(folder, 'run');
  const logger = createRecordingLogger();
  const machineId = { path: join(folder, 'machine-id'), transientPath: join(folder, 'transient-machine-id') };
  const open = async (retryMs = 3_600_000, formats?: Formats) => {
    const store = await openStore({
      stateDir,
      runtimeDir,
      clock,
      logger,
      retryMs,
      machineId,
      ...(formats === undefined ? {} : { formats }),
    });
    t.teardown(() => store.close());
    return store;
  };
  return {
    folder,
    stateDir,
    runtimeDir,
    machineId,
    logger,
    open,
    file: (name: string) => join(stateDir, name),
  };
}
