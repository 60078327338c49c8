import { FAULTS, type FaultName, faultKind, isFaultName } from './catalogue.js';
import type { FaultOptions, FaultRule } from './switchboard.js';

/** Thrown for a text that names no valid faults; the message is for the operator. */
export class FaultSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FaultSyntaxError';
  }
}

const FORM =
  /^(?<name>[A-Za-z]+)(?:@(?<operation>[A-Za-z]+))?(?:=(?<value>[\w.]+))?(?:%(?<share>[\d.]+))?(?:\*(?<times>\d+))?$/;

/**
 * Parses faults as written on a command line: `name[@operation][=value][%probability][*times]`, comma-separated, such
 * as `latency=200,lostAnswer=0.05,status@current=503*3`. Throws a `FaultSyntaxError`.
 */
export function parseFaults(text: string): readonly FaultRule[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(parseFault);
}

function parseFault(text: string): FaultRule {
  const groups = FORM.exec(text)?.groups;
  if (groups === undefined) {
    throw new FaultSyntaxError(
      `"${text}" is not of the form name[@operation][=value][%probability][*times], such as status@current=503*3`,
    );
  }
  const { name = '', operation, value, share, times } = groups;
  if (!isFaultName(name)) {
    throw new FaultSyntaxError(`unknown fault "${name}"; known: ${Object.keys(FAULTS).join(', ')}`);
  }
  return {
    fault: name,
    ...(operation !== undefined && { operation }),
    ...(value !== undefined && parseValue(name, value)),
    ...(share !== undefined && { probability: parseShare(name, share) }),
    ...(times !== undefined && { times: Number(times) }),
  };
}

function parseValue(name: FaultName, value: string): FaultOptions {
  const { unit } = faultKind(name);
  if (unit === 'none') return { probability: parseShare(name, value) };
  if (unit === 'code') return { value };
  const number = Number(value);
  const good =
    Number.isInteger(number) && number >= 0 && (unit !== 'status' || (number >= 200 && number <= 599));
  if (!good) throw new FaultSyntaxError(`${name}=${value}: ${unit} must be a whole number in range`);
  return { value: number };
}

function parseShare(name: FaultName, text: string): number {
  const share = Number(text);
  if (!(share >= 0 && share <= 1)) {
    throw new FaultSyntaxError(`${name}: a probability lies between 0 and 1, not ${text}`);
  }
  return share;
}
