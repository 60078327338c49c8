import { toShape } from './api-shape.js';
import { CONTROL_LIMITS, LOCAL_LIMITS } from './limits.js';
import { CLOSE } from '../codes.js';
import type { OpenRpcDocument, OpenRpcMethod } from './openrpc.js';
import { BEGINNING, ENDING } from './api-prose.js';

/** Renders the OpenRPC document as `docs/control-api.md`. */
export function toControlApiPage(document: OpenRpcDocument): string {
  const parts = [
    BEGINNING,
    '## What the server sends by itself',
    ...document['x-notifications'].map(
      ({ name, description, schema }) =>
        `### \`${name}\`\n\n${description ?? ''}\n\n${toCode(toShape(schema))}`,
    ),
    '## Shapes',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) => `### ${name}\n\n${toCode(toShape(schema))}`,
    ),
    '## Methods',
    toOverview(document.methods),
    ...document.methods.map(toSection),
    '## Errors',
    toErrors(document),
    '## Limits',
    toLimits(),
    ENDING,
  ];
  return `${parts.join('\n\n')}\n`;
}

const ACCESS = {
  anyone: 'Needs neither a token nor an open session.',
  guest: 'For guests and owners; under open access, for everybody.',
  owner: 'For owners only.',
} as const;

function toOverview(methods: readonly OpenRpcMethod[]): string {
  const rows = methods.map(({ name, summary }) => `| [\`${name}\`](#${toAnchor(name)}) | ${summary} |`);
  return ['| method | |', '|---|---|', ...rows].join('\n');
}

/** Returns the anchor of a heading in the rendered page. */
function toAnchor(name: string): string {
  return name.toLowerCase().replaceAll('.', '');
}

function toSection(method: OpenRpcMethod): string {
  const { name, summary, description = summary, params, result, errors, examples } = method;
  const where = method['x-needsSession'] ? ' Only in a session, not by `POST /rpc`.' : '';
  const reasons = errors.map(({ $ref }) => `\`${$ref.replace(/.*\//, '')}\``).join(', ');
  return [
    `### \`${name}\``,
    description,
    `${ACCESS[method['x-access']]}${where}`,
    ...(params.length > 0 ? [`Params:\n\n${toCode(toShape(method['x-paramsSchema']))}`] : []),
    `Result:\n\n${toCode(toShape(result.schema))}`,
    `Refused with: ${reasons}.`,
    ...examples.map(example => toExample(name, example)),
  ].join('\n\n');
}

function toExample(method: string, { params, result }: OpenRpcMethod['examples'][number]): string {
  const given = Object.fromEntries(params.map(({ name, value }) => [name, value]));
  const call = { jsonrpc: '2.0', id: 1, method, ...(params.length > 0 && { params: given }) };
  const answer = result && { jsonrpc: '2.0', id: 1, result: result.value };
  const lines = [`→ ${JSON.stringify(call)}`, ...(answer ? [`← ${JSON.stringify(answer)}`] : [])];
  return toCode(lines.join('\n'));
}

function toErrors({ components }: OpenRpcDocument): string {
  const rows = Object.entries(components.errors).map(([reason, error]) => {
    const { code, message } = error as { code: number; message: string };
    return `| ${code} | \`${reason}\` | ${message} |`;
  });
  return [
    'An error has a code, `error.code`, and a word that stays the same, `error.data.reason`. JSON-RPC’s own codes are: ' +
      '-32700 not JSON, -32600 not a call (or a batch), -32601 no such method, -32602 wrong params (`error.data.member` ' +
      'names the member), -32603 a fault of the program. Where the service refuses a list, `error.data.detail` is `sortOrder` (it does not ' +
      'sort this list so) or `unknownWord` (it knows no such type or order).',
    ['| code | reason | |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function toLimits(): string {
  const at = CONTROL_LIMITS;
  return [
    'A *peer* is an address; for IPv6 it is the /64, unless that is link-local or a prefix of one of the speaker’s own interfaces. ' +
      'When a total is full, the newest entry of the peer that holds most is dropped; among open sessions, those without a token ' +
      'go first. A quarter of the connections and of the sockets ' +
      `is reserved for peers that showed a token within ${at.knownForMs / 3_600_000} hours: the latest ${at.knownPeersPerClient} of each admitted client.\n`,
    `- ${at.openedSessions} open sessions, ${at.sessionsPerClient} of one client, and ${LOCAL_LIMITS.openedSessions} more at \`control.sock\`. One more is answered \`rateLimited\` and closed with ${CLOSE.tryLater}.`,
    `- ${at.unopenedSockets} sockets without an open session, ${at.unopenedPerPeer} of one peer; beyond that, the peer’s oldest is closed with ${CLOSE.tryLater}. A session must be opened within ${at.openWithinMs / 1000} s, or the socket is closed with ${CLOSE.unauthorized}.`,
    `- ${at.connections} connections, ${at.connectionsPerPeer} of one peer; beyond that, the one that it has left idle longest is closed. Open sessions are not counted.`,
    `- ${at.unansweredRequests} unanswered requests on a connection; at the next one it is cut.`,
    `- ${at.callsPerSecond} calls a second from one client, with bursts of ${at.callBurst}, and as many from one peer without a token; beyond that, \`rateLimited\`, and the session stays open. An answer counts as one call more for each 16 KiB, a question for each 4 KiB: one that is so long and beyond the limit is not read, and its answer has the id null.`,
    `- ${at.refusedByService} calls an hour of one client that the music service refuses; beyond that, \`rateLimited\` for whatever asks the service. Three skips beyond the skip limit count as one. Every client is answered so when the speaker needs what is left of the service’s limit for the music itself; guests who had calls refused earlier, once all guests together had ${at.inVainOfGuests} refused within an hour.`,
    `- Requests to the music service for guests, whatever it answers: ${at.requests} at once, and ${at.requestsHourly} an hour. The first ${at.requestsFreely} are for anyone; after that each guest has ${at.requestsOfGuest}, and ${at.requestsOfGuestHourly} an hour. Beyond that, \`rateLimited\` for searches, skips, new sources and seeks into the last minute of an item; pausing, going on, other seeks and the volume always work. What the speaker asks while a guest’s call is under way, or within ten seconds of it, counts as that guest’s. Clients without a token leave ${at.requestsOfGuest} to guests who have one. Owners are not held back.`,
    '- Commands that wait for the service are served client by client, in turns; all clients without a token count as one, which comes last. A client with more commands waiting than any listener can mean is answered `rateLimited`.',
    `- ${at.admittedClients} admitted clients; the next claim is answered \`rateLimited\` until one is revoked.`,
    `- ${at.commandIds} command ids are remembered for a minute; beyond that, the oldest of the client that holds most is forgotten.`,
    `- ${at.wrongTokens} wrong tokens or proofs a minute from one peer, then \`rateLimited\` (429 over HTTP). Tokens that were given out are still accepted from it.`,
    `- ${at.wrongCodes} wrong codes a minute from one peer, then \`rateLimited\`. ${at.codeGuesses} wrong codes, wherever they come from, end the six digits of all open invitations, but not their links.`,
    `- ${at.messageBytes / 1024} KiB per message (WebSocket: close code 1009; HTTP: 413), text in UTF-8 only (binary: ${CLOSE.binary}).`,
    `- ${at.messageFragments} fragments per message, else close code 1008. Pings and pongs as often as calls, else the connection is cut.`,
    `- ${at.queueBytes / 1024 / 1024} MiB waiting for a client that does not read; then close code ${CLOSE.slowReader}, or the connection is cut.`,
    `- A WebSocket ping every ${at.pingEveryMs / 1000} s; after two without an answer the connection is cut.`,
  ].join('\n');
}

function toCode(text: string): string {
  return ['```', text, '```'].join('\n');
}
