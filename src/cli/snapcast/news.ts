import type { ControlClient } from '../../client/control-client.js';
import { type Properties, toProperties, toSeconds } from './properties.js';

/** A position that is told by itself has leapt by this much, or was last told so long ago, milliseconds. */
const LEAP_MS = 1_000;
const REMIND_MS = 30_000;

/** The properties with the position in seconds, if there is one. */
type ToldProperties = Properties & { readonly position?: number };

/** What is known at a moment. The position goes on by `rate` milliseconds in each. */
interface LastState {
  readonly properties: Properties;
  readonly positionMs: number | null;
  readonly rate: number;
  readonly atMs: number;
}

export interface NewsOptions {
  readonly speaker: Pick<ControlClient, 'phase' | 'positionMs' | 'state'>;
  readonly steadyMs: () => number;
}

/** Keeps what the server was told: it is told again what has changed, and the position as seldom as it can do with. */
export function createNews({ speaker, steadyMs }: NewsOptions) {
  let told: LastState | null = null;

  function look(): LastState {
    const state = speaker.phase === 'online' ? speaker.state : null;
    const hasItem = state !== null && state.item !== null;
    return {
      properties: toProperties(state),
      positionMs: hasItem ? speaker.positionMs() : null,
      rate: state?.position.rate ?? 0,
      atMs: steadyMs(),
    };
  }

  function tell(known: LastState): ToldProperties {
    told = known;
    const { properties, positionMs } = known;
    return { ...properties, ...(positionMs !== null && { position: toSeconds(positionMs) }) };
  }

  return {
    /** Returns what is known now; the server is taken to know it from then on. */
    tell: () => tell(look()),
    /** Does the same if the server does not know it yet, else returns null. */
    tellNew() {
      const known = look();
      return told !== null && isSame(told, known) ? null : tell(known);
    },
  };
}

function isSame(told: LastState, now: LastState): boolean {
  if (JSON.stringify(told.properties) !== JSON.stringify(now.properties)) return false;
  if (told.positionMs === null || now.positionMs === null) return told.positionMs === now.positionMs;
  const passedMs = now.atMs - told.atMs;
  const leapMs = Math.abs(now.positionMs - told.positionMs - told.rate * passedMs);
  return leapMs <= LEAP_MS && (now.rate === 0 || passedMs <= REMIND_MS);
}
