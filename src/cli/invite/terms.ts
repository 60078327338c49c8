import { LOUDEST } from '../../contract/shape.js';
import type { Methods } from '../../contract/methods.js';
import { refuse } from '../arguments.js';
import type { Arguments, Command } from '../command.js';

const UNITS_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 60_000, h: 3_600_000, d: 86_400_000 }),
);
const YEAR_MS = 365 * 86_400_000;

/** The terms of an invitation. */
export type InviteParams = Methods['access.invite']['params'];

/** Reads the terms; an owner's invitation has no limits. Throws an `ExitError` 64 for wrong options. */
export function readTerms(command: Command, { flags, values }: Arguments): InviteParams {
  const validMs = readSpan(command, values['for']);
  const volumeMax = readVolume(command, values['volume']);
  if (flags.has('guest')) {
    return {
      role: 'guest',
      ...(validMs !== null && { validMs }),
      ...(volumeMax !== null && { volumeMax }),
    };
  }
  if (validMs !== null) throw refuse(command, '--for applies to guests only: add --guest');
  if (volumeMax !== null) throw refuse(command, '--volume applies to guests only: add --guest');
  return { role: 'owner' };
}

/** Returns the role and limits as the end of a sentence. */
export function describeTerms({ role, validMs, volumeMax }: InviteParams): string {
  if (role === 'owner') return 'as an OWNER, who may do everything (use --guest for a guest)';
  const span = validMs === undefined ? ', with no time limit' : ` for ${toSpan(validMs)} after joining`;
  return `as a guest${span}${volumeMax === undefined ? '' : `, with a volume of at most ${volumeMax}`}`;
}

/** Formats a duration in the largest unit that fits a whole number of times: `1 day`, `90 minutes`. */
function toSpan(ms: number): string {
  const [unit, unitMs] =
    [['day', 86_400_000] as const, ['hour', 3_600_000] as const].find(([, size]) => ms % size === 0) ??
    (['minute', 60_000] as const);
  return `${ms / unitMs} ${unit}${ms === unitMs ? '' : 's'}`;
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
