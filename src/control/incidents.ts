import type { Incident, Logger } from '../ports.js';

/** Tells an operator who was kept out, who came in and who had to go (contract, section 4, "Limits"). */
export interface Incidents {
  /** `peer`: null for programs on the device itself. `details` must be free of secrets. */
  note(what: Incident, peer: string | null, details?: Readonly<Record<string, string | null>>): void;
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
  readonly peers: Set<string>;
}

/** What somebody admitted did has lines of its own: a flood from outside covers none of them. */
const ACTS: Readonly<Partial<Record<Incident, string>>> = {
  admitted: 'A client was admitted.',
  revoked: 'A client was revoked.',
  expired: 'A guest’s time was over.',
  paired: 'The speaker was paired.',
  signedOut: 'The listener was signed out.',
};
const TURNED_AWAY = 'Clients were turned away.';
const NAMED_PEERS = 8;

/** The first of a kind is logged at once; what comes within a minute of a line is summed up in one line at its end. */
export function createIncidents({ logger, onIncident, lineEveryMs = 60_000 }: IncidentsOptions): Incidents {
  const sums = new Map<string, Sum>();

  function tell(message: string, details: object): void {
    // The process may end without the next line.
    setTimeout(() => sumUp(message), lineEveryMs).unref();
    sums.set(message, { counts: {}, peers: new Set() });
    if (message === TURNED_AWAY) logger.warn(details, message);
    else logger.info(details, message);
  }

  function sumUp(message: string): void {
    const { counts = {}, peers = [] } = sums.get(message) ?? {};
    sums.delete(message);
    if (Object.keys(counts).length > 0) tell(message, { counts, peers: [...peers] });
  }

  return {
    note(what, peer, details = {}) {
      onIncident(what);
      const message = ACTS[what] ?? TURNED_AWAY;
      const sum = sums.get(message);
      if (sum === undefined) tell(message, { what, peer: peer ?? 'local', ...details });
      else {
        sum.counts[what] = (sum.counts[what] ?? 0) + 1;
        if (sum.peers.size < NAMED_PEERS) sum.peers.add(peer ?? 'local');
      }
    },
  };
}
