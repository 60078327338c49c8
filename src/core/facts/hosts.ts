import type { Hosts, Load, State } from '../model/state.js';
import type { LoadFault, PlayerEvent } from '../vocabulary/player-event.js';
import { loadOf } from './player.js';

type Failed = Extract<PlayerEvent, { readonly type: 'player.failed' }>;

/** How many origins are kept. Beyond that the oldest is forgotten, which costs one failed load. */
const MOST = 16;
/** Milliseconds without a start or a failure after which a load was in vain: the player itself waits ten seconds. */
const VAIN_MS = 12_000;
/** An end after less sound than this is not the end of an item. */
const HEARD_MS = 1_000;

/** Scheme, name and port, never more of an address. */
export function originOf(url: string): string {
  return /^https?:\/\/[^/?#]*|^[^/]*/i.exec(url)?.[0].replace(/\/\/.*@/, '//') ?? '';
}

function withHosts(state: State, change: Partial<Hosts>): State {
  return { ...state, hosts: { ...state.hosts, ...change } };
}

function doubted(state: State, { origin }: Load): State {
  const { doubted: others } = state.hosts;
  return others.includes(origin) ? state : withHosts(state, { doubted: [...others, origin].slice(-MOST) });
}

export function isDoubted({ hosts }: State, origin: string): boolean {
  return hosts.doubted.includes(origin);
}

/** A load sounds. If its host, asked before, sent it from its own address, the next load needs no asking. */
export function hostSounds(state: State, loadId: number): State {
  const load = loadOf(state, loadId);
  if (load === null) return state;
  const { origin, shown } = load;
  const { doubted: all } = state.hosts;
  return withHosts(state, {
    well: origin,
    doubted: shown === 'read' ? all.filter(one => one !== origin) : all,
  });
}

/** A load has ended: at once, if the player believes a host that does not say how long the item is. */
export function hostEnded(state: State, load: Load, positionMs: number): State {
  return positionMs - load.startMs < HEARD_MS ? doubted(state, load) : state;
}

/** A load has failed. */
export function hostFailed(state: State, { loadId, fault }: Failed): State {
  const load = loadOf(state, loadId);
  return load !== null && isOfReading(fault) ? doubted(state, load) : state;
}

/** The held load is given up: the player may have kept reading without finding a beginning. */
export function hostLeft(state: State): State {
  const { held } = state.player;
  const { fetched } = state.pace;
  const wasInVain = held?.loadId === fetched?.id && state.now - (fetched?.sinceMs ?? 0) >= VAIN_MS;
  return held !== null && wasInVain ? doubted(state, held) : state;
}

/**
 * What is at fault with a load that has failed; null: its host has to be asked first, and it is loaded again. The host
 * may only redirect, which the player does not follow, or it may be away, which the player takes for a file that it does
 * not know.
 */
export function faultOf(state: State, { loadId, fault, positionMs }: Failed): LoadFault | null {
  const load = loadOf(state, loadId);
  if (load === null || !isOfReading(fault)) return fault;
  if (load.shown === null && positionMs === null) return null;
  if (load.shown === 'unanswered') return 'unanswered';
  return load.shown === 'silent' ? 'unreachable' : fault;
}

/** Whether the player got nothing that it could play from the address: a fault of the host, or of what it sent. */
function isOfReading(fault: LoadFault): boolean {
  return fault === 'unreachable' || fault === 'undecodable';
}
