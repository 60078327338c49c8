import type { Access } from './access.js';
import { createDefineMethod, type Method } from './method.js';
import { type LibraryMethodsOptions, libraryMethods } from './methods/library.js';
import { playerMethods } from './methods/player.js';
import { sessionMethods } from './methods/session.js';
import { stateMethods } from './methods/state.js';
import { type SystemMethodsOptions, systemMethods } from './methods/system.js';
import { createParamsParser } from './params-parser.js';
import type { StateFeed } from './state-feed.js';
import type { Agent } from '../ports.js';

export interface MethodsOptions extends SystemMethodsOptions, LibraryMethodsOptions {
  readonly agent: Agent;
  readonly access: Access;
  readonly feed: StateFeed;
}

/** The one table of what may be called (contract, section 4, "Methods"), by name. */
export function createMethods(options: MethodsOptions): ReadonlyMap<string, Method> {
  const define = createDefineMethod(createParamsParser());
  const rows = [
    ...sessionMethods(define, options.access),
    ...stateMethods(define, options.feed),
    ...playerMethods(define, options.agent),
    ...libraryMethods(define, options),
    ...systemMethods(define, options),
  ];
  return new Map(rows.map(row => [row.name, row]));
}
