import type { Agent } from '../ports.js';
import { createDefineMethod, type Method } from './method.js';
import { type AccessMethodsOptions, accessMethods } from './methods/access.js';
import { discoverMethod } from './methods/discover.js';
import { type LibraryMethodsOptions, libraryMethods } from './methods/library.js';
import { playerMethods } from './methods/player.js';
import { sessionMethods } from './methods/session.js';
import { stateMethods } from './methods/state.js';
import { type SystemMethodsOptions, systemMethods } from './methods/system.js';
import { createParamsParser } from './params-parser.js';
import type { StateFeed } from './state-feed.js';

export interface MethodsOptions extends SystemMethodsOptions, LibraryMethodsOptions, AccessMethodsOptions {
  readonly agent: Agent;
  readonly feed: StateFeed;
}

/** The one table of what may be called (contract, section 4, "Methods"), by name. */
export function createMethods(options: MethodsOptions): ReadonlyMap<string, Method> {
  const define = createDefineMethod(createParamsParser());
  const rows: readonly Method[] = [
    ...sessionMethods(define, options.access),
    ...stateMethods(define, options.feed),
    ...playerMethods(define, options.agent),
    ...libraryMethods(define, options),
    ...accessMethods(define, options),
    ...systemMethods(define, options),
    discoverMethod(define, () => rows),
  ];
  return new Map(rows.map(row => [row.name, row]));
}
