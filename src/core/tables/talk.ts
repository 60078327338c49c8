import type { Ask } from '../model/ledger.js';
import type { Deadline } from '../vocabulary/timer.js';

/** The question to ask the service and its subject, or the time limit to wait for. */
export interface Talk {
  readonly ask: Ask | null;
  readonly about: number;
  readonly deadline: Deadline | null;
}

export const QUIET: Talk = { ask: null, about: 0, deadline: null };

export function asking(ask: Ask, about: number): Talk {
  return { ask, about, deadline: null };
}

export function waiting(deadline: Deadline): Talk {
  return { ...QUIET, deadline };
}
