import type { Incident, IncidentDetails } from '../../contract/incidents.js';
import type { Logger } from '../../contract/ports.js';

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
  /** The number of incidents by peer. */
  readonly peers: Map<string, number>;
  /** The peers named so far, for each kind: much noise of one kind must hide nobody who does another. */
  readonly named: Partial<Record<Incident, Set<string>>>;
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
/** How many peers a line names for each kind of incident: the first ones. One host may have any number of addresses. */
const NAMED_PEERS = 8;
const OTHERS = 'others';

/** Logs the first refusal at once, then sums up the refusals of each minute in one line. */
export function createIncidents({ logger, onIncident, lineEveryMs = 60_000 }: IncidentsOptions): IncidentLog {
  let sum: Sum | null = null;

  function tell(details: object): void {
    // The timer does not keep the process alive: `tellAll` logs the rest at the stop.
    setTimeout(sumUp, lineEveryMs).unref();
    sum = { counts: {}, peers: new Map(), named: {}, last: {} };
    logger.warn(details, 'Clients were turned away.');
  }

  function sumUp(): void {
    if (sum === null) return;
    const { counts, peers, last } = sum;
    sum = null;
    if (Object.keys(counts).length === 0) return;
    tell({ counts, peers: Object.fromEntries(peers), ...(Object.keys(last).length > 0 && { last }) });
  }

  return {
    tellAll: sumUp,
    note(what, peer, details = {}) {
      onIncident(what);
      const from = peer === null ? 'local' : peer;
      const act = ACTS[what];
      if (act !== undefined) logger.info({ what, peer: from, ...details }, act);
      else if (sum === null) tell({ what, peer: from, ...details });
      else {
        sum.counts[what] = (sum.counts[what] ?? 0) + 1;
        // Details without a client's name must not replace those that have one.
        const isNameless = details['client'] === undefined && sum.last[what]?.['client'] !== undefined;
        if (Object.keys(details).length > 0 && !isNameless) sum.last[what] = details;
        if (from === undefined) return;
        const named = (sum.named[what] ??= new Set());
        if (named.size < NAMED_PEERS) named.add(from);
        const name = named.has(from) ? from : OTHERS;
        sum.peers.set(name, (sum.peers.get(name) ?? 0) + 1);
      }
    },
  };
}
