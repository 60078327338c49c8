import { LOUDEST } from '../../core/shape.js';
import type { Methods } from '../../methods.js';
import { refuse } from '../arguments.js';
import type { Arguments, Command } from '../command.js';

const UNITS_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 60_000, h: 3_600_000, d: 86_400_000 }),
);
const YEAR_MS = 365 * 86_400_000;

/** What the invitation is to bear: an owner's bears nothing. An `ExitError` 64 says what is wrong. */
export function readTerms(
  command: Command,
  { flags, values }: Arguments,
): Methods['access.invite']['params'] {
  const validMs = readSpan(command, values['for']);
  const volumeMax = readVolume(command, values['volume']);
  if (flags.has('guest')) {
    return {
      role: 'guest',
      ...(validMs !== null && { validMs }),
      ...(volumeMax !== null && { volumeMax }),
    };
  }
  if (validMs !== null) throw refuse(command, '--for is for guests: add --guest');
  if (volumeMax !== null) throw refuse(command, '--volume is for guests: add --guest');
  return { role: 'owner' };
}

function readSpan(command: Command, text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, number = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS_MS.get(unit) ?? 0);
  if (ms > 0 && ms <= YEAR_MS) return ms;
  throw refuse(command, '--for must be minutes, hours or days up to a year, such as 90m, 3h or 7d');
}

function readVolume(command: Command, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,3}%?$/.test(text) && Number.parseInt(text, 10) <= LOUDEST) return Number.parseInt(text, 10);
  throw refuse(command, `--volume must be a percentage from 0 to ${LOUDEST}`);
}
