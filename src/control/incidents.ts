import type { Incident, IncidentDetails, Logger } from '../ports.js';

/** Tells an operator who was kept out, who came in and who had to go (contract, section 4, "Limits"). */
export interface Incidents {
  /** `peer`: null for programs on the device itself, undefined where nobody did it. `details` must be free of secrets. */
  note(what: Incident, peer: string | null | undefined, details?: IncidentDetails): void;
}

export interface IncidentLog extends Incidents {
  /** Tells at once what the next line would: the process ends. */
  tellAll(): void;
}

export interface IncidentsOptions {
  readonly logger: Logger;
  /** Told of every one, for the metrics. */
  readonly onIncident: (what: Incident) => void;
  /** How long a line of the log covers, milliseconds. */
  readonly lineEveryMs?: number;
}

/** What came since the last line. */
interface Sum {
  readonly counts: Partial<Record<Incident, number>>;
  /** How often each was. */
  readonly peers: Map<string, number>;
  /** What was last told of each, such as the service's words. */
  readonly last: Partial<Record<Incident, IncidentDetails>>;
}

/** What somebody admitted did has a line each: there are few, and an operator wants to know who it was. */
const ACTS: Readonly<Partial<Record<Incident, string>>> = {
  admitted: 'A client was admitted.',
  renamed: 'A client was given another name.',
  revoked: 'A client was revoked.',
  expired: 'A guest’s time was over.',
  paired: 'The speaker was paired.',
  signedIn: 'Somebody signed in as the listener.',
  signedOut: 'The listener was signed out.',
};
/** Those that did most. */
const NAMED_PEERS = 8;
/** More are not told apart: one host may have as many addresses as it likes. */
const COUNTED_PEERS = 1_024;
const OTHERS = 'others';

/** Of who is turned away the first is logged at once; what comes within a minute of a line is summed up in one at its end. */
export function createIncidents({ logger, onIncident, lineEveryMs = 60_000 }: IncidentsOptions): IncidentLog {
  let sum: Sum | null = null;

  function tell(details: object): void {
    // It does not keep the process: what it would tell is told at the stop.
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
      if (act !== undefined) logger.info({ what, peer: from, ...details }, act);
      else if (sum === null) tell({ what, peer: from, ...details });
      else {
        sum.counts[what] = (sum.counts[what] ?? 0) + 1;
        if (Object.keys(details).length > 0) sum.last[what] = details;
        if (from === undefined) return;
        const { peers } = sum;
        const name = peers.has(from) || peers.size < COUNTED_PEERS ? from : OTHERS;
        peers.set(name, (peers.get(name) ?? 0) + 1);
      }
    },
  };
}

function toNamed(peers: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  const sorted = [...peers].sort(([, one], [, other]) => other - one);
  const named = sorted.filter(([name]) => name !== OTHERS).slice(0, NAMED_PEERS);
  const others = sorted.reduce((sum, each) => (named.includes(each) ? sum : sum + each[1]), 0);
  return Object.fromEntries(others > 0 ? [...named, [OTHERS, others] as const] : named);
}
