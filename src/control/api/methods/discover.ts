import type { Method, Rows } from '../method.js';
import { type OpenRpcDocument, toOpenRpc } from '../openrpc.js';

/** `methods` is called only at the first call, so that building the document does not slow the start. */
export function discoverMethod(methods: () => readonly Method[]): Rows<'rpc'> {
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
