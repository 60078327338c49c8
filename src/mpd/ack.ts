import type { CallOutcome } from '../contract/inner-ports.js';

/** MPD's error numbers (`Ack.hxx` of MPD). */
export const ACK = {
  argument: 2,
  password: 3,
  permission: 4,
  unknown: 5,
  noExist: 50,
  system: 52,
  playerSync: 55,
} as const;

/** A refusal in MPD's own form. */
export class Ack extends Error {
  readonly number: number;

  constructor(number: number, message: string) {
    super(message);
    this.name = 'Ack';
    this.number = number;
  }
}

/** Returns the line of a refusal. `at`: the place of the command in its list, from 0. */
export function toAckLine({ number, message }: Ack, at: number, command: string): string {
  return `ACK [${number}@${at}] {${command}} ${oneLine(message)}\n`;
}

/** Returns the text without line ends, which would end an answer. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}

/** Returns the result of a call. Throws an `Ack` if it was refused. */
export function resultOf(outcome: CallOutcome): unknown {
  if ('result' in outcome) return outcome.result;
  const { reason } = (outcome.error.data ?? {}) as { readonly reason?: unknown };
  // Programs ask for a password at 4: only where one helps.
  if (reason === 'unauthorized' || reason === 'forbidden')
    throw new Ack(ACK.permission, outcome.error.message);
  throw new Ack(reason === 'noSource' ? ACK.playerSync : ACK.system, outcome.error.message);
}
