/** A GraphQL service behind a limit on how deep a document may be, as graphql-armor sets it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse, type SelectionSetNode } from 'graphql';

/** The limit that @escape.tech/graphql-armor 3.2.0 sets unless it is told another one. */
const DEEPEST = 6;

export interface Shallow {
  readonly url: string;
  /** The operations that were refused, in order. */
  readonly refused: readonly string[];
  stop(): Promise<void>;
}

/** Each selection is a level, and so is each type condition: so graphql-armor counts. */
function depthOf(selections: SelectionSetNode | undefined): number {
  if (selections === undefined) return 0;
  return (
    1 +
    Math.max(
      ...selections.selections.map(each => depthOf('selectionSet' in each ? each.selectionSet : undefined)),
    )
  );
}

export async function startShallow(target: () => string): Promise<Shallow> {
  const refused: string[] = [];

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { operationName, query } = JSON.parse(body) as { operationName: string; query: string };
    const [operation] = parse(query).definitions;
    const depth = depthOf(
      operation !== undefined && 'selectionSet' in operation ? operation.selectionSet : undefined,
    );
    if (depth > DEEPEST) {
      refused.push(operationName);
      // Seen so, without code and path and under 200, from graphql-yoga 5.24.1 with graphql-armor 3.2.0.
      const message = `Syntax Error: Query depth limit of ${DEEPEST} exceeded, found ${depth}.`;
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ errors: [{ message }] }));
      return;
    }
    const { authorization = '' } = incoming.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${target()}${incoming.url ?? ''}`, { method: 'POST', headers, body });
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
