import Type from 'typebox';
import type { DefineMethod, Method } from '../method.js';
import { type OpenRpcDocument, toOpenRpc } from '../openrpc.js';
import { none } from '../schemas.js';

/** `methods` is asked at the first call only: the document costs a start nothing. */
export function discoverMethod(define: DefineMethod, methods: () => readonly Method[]): Method {
  let document: OpenRpcDocument | null = null;
  return define({
    name: 'rpc.discover',
    doc: 'Answers this whole description as an OpenRPC document, made from the schemas that check the calls.',
    access: 'opened',
    params: none,
    result: Type.Unsafe<OpenRpcDocument>({ type: 'object', required: ['openrpc', 'info', 'methods'] }),
    examples: [{ params: {} }],
    call() {
      document ??= toOpenRpc(methods());
      return document;
    },
  });
}
