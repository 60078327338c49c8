import type { Incident, IncidentDetails } from '../../contract/incidents.js';
import type { Logger } from '../../contract/ports.js';

/** Reports to the operator who was refused, admitted or removed (contract, section 4, "Limits"). */
export interface Incidents {
  /** `peer`: null for programs on the device, undefined if no peer is involved. `details` must be free of secrets. */
  note(what: Incident, peer: string | null | undefined, details?: IncidentDetails): void;
}

export interface IncidentsOptions {
  readonly logger: Logger;
  /** Called for every incident, for the metrics. */
  readonly onIncident: (what: Incident) => void;
  /** How much time one log line covers, milliseconds. */
  readonly lineEveryMs?: number;
}

/** The incidents of one kind since the last log line. */
interface Sum {
  count: number;
  /** The first few: one host may have any number of addresses. */
  readonly peers: Set<string>;
  /** Such as the service's words; those without a client's name do not replace those that have one. */
  details: IncidentDetails;
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
/** How many peers a line names for each kind of incident: much noise of one kind hides nobody who does another. */
const NAMED_PEERS = 8;

/** Logs the first refusal at once, then sums up the refusals of each minute in one line. */
export function createIncidents({ logger, onIncident, lineEveryMs = 60_000 }: IncidentsOptions): Incidents {
  /** Null: nobody was turned away for a while, so the next one gets a line. */
  let sums: Map<Incident, Sum> | null = null;

  function tell(details: object): void {
    sums = new Map();
    setTimeout(sumUp, lineEveryMs).unref();
    logger.warn(details, 'Clients were turned away.');
  }

  function sumUp(): void {
    const told = [...(sums ?? [])].map(([what, { peers, ...sum }]) => [what, { ...sum, peers: [...peers] }]);
    sums = null;
    if (told.length > 0) tell(Object.fromEntries(told) as object);
  }

  return {
    note(what, peer, details = {}) {
      onIncident(what);
      const from = peer === null ? 'local' : peer;
      const act = ACTS[what];
      if (details['lasts'] === UNTIL_RESTART) logger.error({ what, peer: from, ...details }, UNSAVED);
      else if (act !== undefined) logger.info({ what, peer: from, ...details }, act);
      else if (sums === null) tell({ what, peer: from, ...details });
      else {
        const sum: Sum = sums.get(what) ?? { count: 0, peers: new Set(), details };
        sums.set(what, sum);
        sum.count += 1;
        if (from !== undefined && sum.peers.size < NAMED_PEERS) sum.peers.add(from);
        const isTold = sum.details['client'] !== undefined || Object.keys(details).length === 0;
        if (!isTold) sum.details = details;
      }
    },
  };
}
