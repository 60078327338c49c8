import { type MethodName, METHODS } from '../../contract/methods.js';
import type { Agent } from '../../contract/ports.js';
import { type Method, type Row, type Rows, toMethod } from './method.js';
import { type AccessMethodsOptions, accessMethods } from './methods/access.js';
import { type AnnounceMethodsOptions, announceMethods } from './methods/announce.js';
import { type DayMethodsOptions, dayMethods } from './methods/day.js';
import { type LibraryMethodsOptions, libraryMethods } from './methods/library.js';
import { playerMethods } from './methods/player.js';
import { sessionMethods } from './methods/session.js';
import { stateMethods } from './methods/state.js';
import { type SystemMethodsOptions, systemMethods } from './methods/system.js';
import { type OpenRpcDocument, toOpenRpc } from './openrpc.js';
import type { StateFeed } from './state-feed.js';

export interface MethodsOptions
  extends SystemMethodsOptions,
    LibraryMethodsOptions,
    AccessMethodsOptions,
    AnnounceMethodsOptions,
    DayMethodsOptions {
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
    ...discoverMethod(() => [...methods.values()]),
  };
  const toEntry = <M extends MethodName>(name: M) => [name, toMethod(name, rows[name])] as const;
  const methods = new Map<string, Method>((Object.keys(METHODS) as MethodName[]).map(toEntry));
  return methods;
}

/** `methods` is called only at the first call, so that building the document does not slow the start. */
function discoverMethod(methods: () => readonly Method[]): Rows<'rpc'> {
  let document: OpenRpcDocument | null = null;
  return {
    'rpc.discover': {
      doc: 'Returns this API description as an OpenRPC document, generated from the schemas that validate the calls.',
      examples: [{ params: {} }],
      call() {
        document ??= toOpenRpc(methods());
        return document;
      },
    },
  };
}
