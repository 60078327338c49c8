import type { Incident, IncidentDetails, Logger } from '../ports.js';

/** Reports to the operator who was refused, admitted or removed (contract, section 4, "Limits"). */
export interface Incidents {
  /** `peer`: null for programs on the device, undefined if no peer is involved. `details` must be free of secrets. */
  note(what: Incident, peer: string | null | undefined, details?: IncidentDetails): void;
}

export interface IncidentLog extends Incidents {
  /** Logs pending sums at once, because the process ends. */
  tellAll(): void;
}

export interface IncidentsOptions {
  readonly logger: Logger;
  /** Called for every incident, for the metrics. */
  readonly onIncident: (what: Incident) => void;
  /** How much time one log line covers, milliseconds. */
  readonly lineEveryMs?: number;
}

/** The incidents since the last log line. */
interface Sum {
  readonly counts: Partial<Record<Incident, number>>;
  /** The number of incidents by peer, for each kind: much noise of one kind must hide nobody who does another. */
  readonly peers: Map<Incident, Map<string, number>>;
  /** The details last given for each kind of incident, such as the service's words. */
  readonly last: Partial<Record<Incident, IncidentDetails>>;
}

/** Incidents that get a log line each: they are few, and an operator wants to know who caused them. */
const ACTS: Readonly<Partial<Record<Incident, string>>> = {
  admitted: 'A client was admitted.',
  renamed: 'A client was renamed.',
  revoked: 'A client was revoked.',
  expired: 'A guest’s access expired.',
  paired: 'The speaker was paired.',
  signedIn: 'A browser signed in as the listener.',
  signedOut: 'The speaker was signed out.',
};
/** As the detail `lasts`: the act is not on the disk, and a restart undoes it. */
export const UNTIL_RESTART = 'untilRestart';
const UNSAVED =
  'A client was revoked, but the disk did not take it: unless a later write does, a restart undoes it.';
/** How many peers a line names for each kind of incident: those with the most. */
const NAMED_PEERS = 8;
/** How many peers are counted separately for each kind: one host may have any number of addresses. */
const COUNTED_PEERS = 256;
const OTHERS = 'others';

/** Logs the first refusal at once, then sums up the refusals of each minute in one line. */
export function createIncidents({ logger, onIncident, lineEveryMs = 60_000 }: IncidentsOptions): IncidentLog {
  let sum: Sum | null = null;

  function tell(details: object): void {
    // The timer does not keep the process alive: `tellAll` logs the rest at the stop.
    setTimeout(sumUp, lineEveryMs).unref();
    sum = { counts: {}, peers: new Map(), last: {} };
    logger.warn(details, 'Clients were turned away.');
  }

  function sumUp(): void {
    if (sum === null) return;
    const { counts, peers, last } = sum;
    sum = null;
    if (Object.keys(counts).length === 0) return;
    tell({ counts, peers: toNamed(peers), ...(Object.keys(last).length > 0 && { last }) });
  }

  return {
    tellAll: sumUp,
    note(what, peer, details = {}) {
      onIncident(what);
      const from = peer === null ? 'local' : peer;
      const act = ACTS[what];
      if (details['lasts'] === UNTIL_RESTART) logger.error({ what, peer: from, ...details }, UNSAVED);
      else if (act !== undefined) logger.info({ what, peer: from, ...details }, act);
      else if (sum === null) tell({ what, peer: from, ...details });
      else {
        sum.counts[what] = (sum.counts[what] ?? 0) + 1;
        // Details without a client's name must not replace those that have one.
        const isNameless = details['client'] === undefined && sum.last[what]?.['client'] !== undefined;
        if (Object.keys(details).length > 0 && !isNameless) sum.last[what] = details;
        if (from === undefined) return;
        const peers = sum.peers.get(what) ?? new Map<string, number>();
        sum.peers.set(what, peers);
        count(peers, from);
      }
    },
  };
}

/**
 * Counts in limited space so that whoever has a large share of all incidents is always among the counted (Misra and
 * Gries): a peer for which there is no room costs each counted peer one. On average this takes constant time, which
 * matters when many addresses are refused.
 */
function count(peers: Map<string, number>, from: string): void {
  const counted = peers.get(from);
  if (counted !== undefined || peers.size < COUNTED_PEERS) {
    peers.set(from, (counted ?? 0) + 1);
    return;
  }
  let taken = 1;
  for (const [name, many] of peers) {
    if (name === OTHERS) continue;
    taken += 1;
    if (many > 1) peers.set(name, many - 1);
    else peers.delete(name);
  }
  peers.set(OTHERS, (peers.get(OTHERS) ?? 0) + taken);
}

function toNamed(
  kinds: ReadonlyMap<Incident, ReadonlyMap<string, number>>,
): Readonly<Record<string, number>> {
  const byCount = ([, one]: [string, number], [, other]: [string, number]): number => other - one;
  const totals = new Map<string, number>();
  const names = new Set<string>();
  for (const peers of kinds.values()) {
    for (const [name, many] of peers) totals.set(name, (totals.get(name) ?? 0) + many);
    const known = [...peers].filter(([name]) => name !== OTHERS).sort(byCount);
    for (const [name] of known.slice(0, NAMED_PEERS)) names.add(name);
  }
  const sorted = [...totals].sort(byCount);
  const named = sorted.filter(([name]) => names.has(name));
  const others = sorted.reduce((sum, [name, many]) => (names.has(name) ? sum : sum + many), 0);
  return Object.fromEntries(others > 0 ? [...named, [OTHERS, others] as const] : named);
}
