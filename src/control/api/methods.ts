import { type MethodName, METHODS } from '../../contract/methods.js';
import type { Agent } from '../../contract/ports.js';
import { type Method, type Row, toMethod } from './method.js';
import { type AccessMethodsOptions, accessMethods } from './methods/access.js';
import { type AnnounceMethodsOptions, announceMethods } from './methods/announce.js';
import { type DayMethodsOptions, dayMethods } from './methods/day.js';
import { discoverMethod } from './methods/discover.js';
import { type LibraryMethodsOptions, libraryMethods } from './methods/library.js';
import { type PairingMethodsOptions, pairingMethods } from './methods/pairing.js';
import { playerMethods } from './methods/player.js';
import { sessionMethods } from './methods/session.js';
import { stateMethods } from './methods/state.js';
import { type SpeakersMethodsOptions, speakersMethods } from './methods/speakers.js';
import { type SystemMethodsOptions, systemMethods } from './methods/system.js';
import type { StateFeed } from './state-feed.js';

export interface MethodsOptions
  extends SystemMethodsOptions,
    LibraryMethodsOptions,
    AccessMethodsOptions,
    PairingMethodsOptions,
    AnnounceMethodsOptions,
    DayMethodsOptions,
    SpeakersMethodsOptions {
  readonly agent: Agent;
  readonly feed: StateFeed;
}

/** Returns all methods by name: each declaration (`methods.ts`) with its implementation. */
export function createMethods(options: MethodsOptions): ReadonlyMap<string, Method> {
  const rows: { readonly [M in MethodName]: Row<M> } = {
    ...sessionMethods(options),
    ...stateMethods(options.feed),
    ...playerMethods(options.agent),
    ...announceMethods(options),
    ...dayMethods(options),
    ...libraryMethods(options),
    ...accessMethods(options),
    ...systemMethods(options),
    ...pairingMethods(options),
    ...speakersMethods(options),
    ...discoverMethod(() => [...methods.values()]),
  };
  const toEntry = <M extends MethodName>(name: M) => [name, toMethod(name, rows[name])] as const;
  const methods = new Map<string, Method>((Object.keys(METHODS) as MethodName[]).map(toEntry));
  return methods;
}
