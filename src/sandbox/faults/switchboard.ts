import type { Random } from '../random.js';
import { type FaultName, faultKind } from './catalogue.js';

export interface FaultOptions {
  /** Milliseconds, HTTP status, bytes or error code, depending on the fault; default: the fault's usual value. */
  readonly value?: number | string;
  /** An operation (`current`, `setSource`, `token`, `refresh`, …) or an area (`graphql oauth audio art all`). */
  readonly operation?: string;
  /** Number of strikes after which the rule is removed; default: unlimited. */
  readonly times?: number;
  /** Probability of a strike, 0 to 1; default 1. */
  readonly probability?: number;
  /** With `status`: seconds of Retry-After for 429 and 503; default 1. */
  readonly retryAfterS?: number;
}

export interface FaultRule extends FaultOptions {
  readonly fault: FaultName;
}

/** A fault that strikes now. */
export interface Strike {
  readonly value: number | string;
  readonly retryAfterS: number;
}

/** The switchboard that selects the faults while the sandbox runs. */
export interface Faults {
  /** Adds a fault; the returned function removes it again. */
  add(fault: FaultName, options?: FaultOptions): () => void;
  /** Replaces all rules. */
  set(rules: readonly FaultRule[]): void;
  /** Removes all rules, or all of one name. */
  clear(fault?: FaultName): void;
  readonly active: readonly FaultRule[];
  /** Returns the strike if the fault strikes now, and uses up one of its `times`; otherwise null. Internal. */
  strike(fault: FaultName, names: readonly string[]): Strike | null;
}

interface ActiveRule {
  readonly rule: FaultRule;
  left: number;
}

export function createFaults(random: Random, initial: readonly FaultRule[] = []): Faults {
  let entries: ActiveRule[] = initial.map(toEntry);

  return {
    add(fault, options = {}) {
      const entry = toEntry({ ...options, fault });
      entries.push(entry);
      return () => {
        entries = entries.filter(other => other !== entry);
      };
    },
    set(rules) {
      entries = rules.map(toEntry);
    },
    clear(fault) {
      entries = entries.filter(({ rule }) => fault !== undefined && rule.fault !== fault);
    },
    get active() {
      return entries.map(({ rule, left }) => (left === Infinity ? rule : { ...rule, times: left }));
    },
    strike(fault, names) {
      const { where, usual } = faultKind(fault);
      for (const entry of entries) {
        const { rule } = entry;
        if (rule.fault !== fault) continue;
        const targets = rule.operation === undefined ? where : [rule.operation];
        if (!targets.some(target => target === 'all' || names.includes(target))) continue;
        if (random.next() >= (rule.probability ?? 1)) continue;
        entry.left -= 1;
        if (entry.left <= 0) entries = entries.filter(other => other !== entry);
        return { value: rule.value ?? usual ?? 0, retryAfterS: rule.retryAfterS ?? 1 };
      }
      return null;
    },
  };
}

function toEntry(rule: FaultRule): ActiveRule {
  return { rule, left: rule.times ?? Infinity };
}
