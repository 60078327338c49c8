import { join } from 'node:path';
import { EXIT, ExitError } from '../contract/errors.js';
import type { Clock, Logger, Store } from '../contract/ports.js';
import { findReadableBackup, keepBackup } from './backup.js';
import { FileCell } from './cell.js';
import { setCopiedAside } from './copied.js';
import { prepareRuntimeDirectory, prepareStateDirectory } from './directory.js';
import { codeOf, readContent, removeLeftovers, setAside } from './file.js';
import { takeLock } from './lock.js';
import { isOfAnotherMachine, type MachineIdPlaces, readMachineId } from './machine.js';
import { formats, type Formats } from './formats.js';
import { type RecordFormat, parsePersisted } from './persisted.js';
import { PlayedFile } from './played-file.js';
import { parsePlayed, playedFile, type ReadPlayed } from './played-format.js';
import { openPositionFile } from './position-file.js';

export interface StoreOptions {
  /** Created if missing, mode 0700. Only one store at a time. */
  readonly stateDir: string;
  /** Holds the unsynced position; created if missing. */
  readonly runtimeDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long after a failure a write is repeated, milliseconds. */
  readonly retryMs?: number;
  /** The formats of the files; default: those of this version. */
  readonly formats?: Formats;
  readonly machineId?: MachineIdPlaces;
}

const RETRY_MS = 30_000;

/**
 * Opens the state directory (contract, section 6) and reads all of it. Rejects with an `ExitError`: 1 if the
 * directory is unusable or held by another process, 69 without `flock`, 78 if a file comes from a newer version. Any
 * other defect costs only the file concerned: it is set aside and the loss is logged. Of a directory copied from another
 * machine only `device.json` is read: its cell has the other's record until the new one is written.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { stateDir, runtimeDir, logger } = options;
  prepareStateDirectory(stateDir, logger);
  const lock = takeLock(stateDir);
  try {
    prepareRuntimeDirectory(runtimeDir, logger);
    let writable = true;
    const note = (succeeded: boolean) => {
      writable = succeeded;
    };
    const known = options.formats ?? formats;
    const cellNames = Object.values(known).map(({ name }: { readonly name: string }) => name);
    const names = [...cellNames, playedFile.name];
    await removeLeftovers(stateDir, names).catch((error: unknown) => {
      logger.warn({ errno: codeOf(error) }, 'Temporary files of unfinished writes could not be removed.');
    });
    // All files are read before any is changed: if one is of a newer version, the whole state is left alone.
    const device = await readRecord(known.device, options);
    const credentials = await readRecord(known.credentials, options);
    const session = await readRecord(known.session, options);
    const clients = await readRecord(known.clients, options);
    const certificate = await readRecord(known.certificate, options);
    const day = await readRecord(known.day, options);
    const played = readPlayed(options);
    const isCopy =
      device.found.outcome === 'value' &&
      isOfAnotherMachine(device.found.value, readMachineId(options.machineId));
    const others = [credentials, session, clients, certificate, day].map(({ path }) => path);
    const isClear =
      !isCopy || (await setCopiedAside(stateDir, [...others, join(stateDir, playedFile.name)], options));
    const own = <T>(file: ReadRecord<T>): ReadRecord<T> => (isCopy ? { ...file, found: NONE } : file);
    const cells = {
      device: await openCell(device, options, note, { isSealed: !isClear }),
      credentials: await openCell(own(credentials), options, note),
      session: await openCell(own(session), options, note),
      clients: await openCell(own(clients), options, note),
      certificate: await openCell(own(certificate), options, note),
      day: await openCell(own(day), options, note),
      played: await openPlayed(isCopy ? NONE : played, options, note),
    };
    return {
      ...cells,
      position: openPositionFile(runtimeDir, logger),
      get writable() {
        return writable;
      },
      async close() {
        await Promise.all(Object.values(cells).map(cell => cell.close()));
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** What a state file contained. */
type FoundRecord<T> =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'value'; readonly value: T; readonly schema: number; readonly text: string }
  | { readonly outcome: 'unusable'; readonly problem: string };

const NONE = { outcome: 'none' } as const;

interface ReadRecord<T> {
  readonly path: string;
  readonly format: RecordFormat<T>;
  readonly found: FoundRecord<T>;
}

/** Reads a state file without changing it. Rejects with an `ExitError` 78 if the file comes from a newer version. */
async function readRecord<T>(format: RecordFormat<T>, { stateDir }: StoreOptions): Promise<ReadRecord<T>> {
  const path = join(stateDir, format.name);
  const content = readContent(path);
  if (content.outcome !== 'text') return { path, format, found: content };
  const { text } = content;
  const parsed = parsePersisted(format, text);
  if (parsed.outcome === 'invalid') return { path, format, found: { ...parsed, outcome: 'unusable' } };
  if (parsed.outcome === 'value') return { path, format, found: { ...parsed, text } };
  throw toNewer(path, parsed.schema, format.schema, await findReadableBackup(path, format.schema));
}

function toNewer(path: string, schema: number, known: number, copy: string | null): ExitError {
  return new ExitError(
    EXIT.badConfiguration,
    `${path} was written by a newer Tonearm (schema ${schema}, known up to ${known}): ` +
      'install that version again, or set TONEARM_STATE_DIR to another directory' +
      `${copy === null ? '' : `, or restore the earlier copy: mv ${copy} ${path}`}. The file was not changed.`,
  );
}

type FoundPlayed = Extract<ReadPlayed, { outcome: 'value' }> & { readonly bytes: number };

/** Like `readRecord`, for the file that is appended to. */
function readPlayed({
  stateDir,
}: StoreOptions): FoundPlayed | Exclude<FoundRecord<never>, { outcome: 'value' }> {
  const path = join(stateDir, playedFile.name);
  const content = readContent(path);
  if (content.outcome !== 'text') return content;
  const parsed = parsePlayed(content.text);
  if (parsed.outcome === 'invalid') return { ...parsed, outcome: 'unusable' };
  if (parsed.outcome === 'newer') throw toNewer(path, parsed.schema, playedFile.schema, null);
  return { ...parsed, bytes: Buffer.byteLength(content.text) };
}

async function openPlayed(
  found: ReturnType<typeof readPlayed>,
  { stateDir, clock, logger, retryMs = RETRY_MS }: StoreOptions,
  onOutcome: (succeeded: boolean) => void,
): Promise<PlayedFile> {
  const path = join(stateDir, playedFile.name);
  const { name } = playedFile;
  if (found.outcome === 'unusable') await putAside(path, name, found.problem, { clock, logger });
  const held = found.outcome === 'value' ? found : { records: [], bytes: null, isTorn: false };
  const bytes = held.isTorn ? null : held.bytes;
  return new PlayedFile({ path, records: held.records, bytes, logger, retryMs, onOutcome });
}

async function openCell<T extends object>(
  { path, format, found }: ReadRecord<T>,
  { clock, logger, retryMs = RETRY_MS }: StoreOptions,
  onOutcome: (succeeded: boolean) => void,
  /** `isSealed`: the file must stay as it is. */
  { isSealed = false }: { readonly isSealed?: boolean } = {},
): Promise<FileCell<T>> {
  const shared = { path, format, logger, retryMs, onOutcome };
  if (found.outcome === 'value') {
    const { value, schema, text } = found;
    if (isSealed) return new FileCell({ ...shared, value, content: text, keep: refuseReplacement });
    if (schema === format.schema) return new FileCell({ ...shared, value, content: text });
    const keep = async () => {
      const keptAs = await keepBackup(path, schema, text);
      logger.info(
        { file: format.name, from: schema, to: format.schema, keptAs },
        'A state file was migrated.',
      );
    };
    const cell = new FileCell({ ...shared, value, content: text, keep });
    // A failure is logged and the write repeated; until it succeeds, the file stays unchanged.
    await cell.write(value).catch(() => undefined);
    return cell;
  }
  if (found.outcome === 'unusable') await putAside(path, format.name, found.problem, { clock, logger });
  return new FileCell<T>({ ...shared, value: null, content: null });
}

function refuseReplacement(): Promise<never> {
  return Promise.reject(new Error('what belongs to another machine is still in its place'));
}

async function putAside(
  path: string,
  file: string,
  problem: string,
  { clock, logger }: Pick<StoreOptions, 'clock' | 'logger'>,
): Promise<void> {
  try {
    const keptAs = await setAside(path, clock.epochMs(), 'corrupt');
    logger.error({ file, problem, keptAs }, 'A state file is unusable and was set aside.');
  } catch (error) {
    logger.error({ file, problem, errno: codeOf(error) }, 'A state file is unusable and was ignored.');
  }
}
