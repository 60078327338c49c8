import { toShape } from './api-shape.js';
import { CONTROL_LIMITS, LOCAL_LIMITS } from './limits.js';
import { CLOSE } from '../codes.js';
import type { OpenRpcDocument, OpenRpcMethod } from './openrpc.js';
import { BEGINNING, ENDING } from './api-prose.js';

/** `docs/control-api.md`: the OpenRPC document for people. */
export function toControlApiPage(document: OpenRpcDocument): string {
  const parts = [
    BEGINNING,
    '## What the server says by itself',
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
  anyone: 'Needs no token and no opened session.',
  guest: 'For guests and owners; under open access for everybody.',
  owner: 'For owners alone.',
} as const;

function toOverview(methods: readonly OpenRpcMethod[]): string {
  const rows = methods.map(({ name, summary }) => `| [\`${name}\`](#${toAnchor(name)}) | ${summary} |`);
  return ['| method | |', '|---|---|', ...rows].join('\n');
}

/** As the headings of a rendered page are addressed. */
function toAnchor(name: string): string {
  return name.toLowerCase().replaceAll('.', '');
}

function toSection(method: OpenRpcMethod): string {
  const { name, summary, description = summary, params, result, errors, examples } = method;
  const where = method['x-needsSession'] ? ' Only within a session: not by `POST /rpc`.' : '';
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
    '`error.code` and the stable word `error.data.reason`. Besides them JSON-RPC’s own: -32700 no JSON, -32600 no call ' +
      '(or a batch), -32601 no such method, -32602 wrong params (`error.data.member` names the member), -32603 a fault ' +
      'of the program.',
    ['| code | reason | |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function toLimits(): string {
  const at = CONTROL_LIMITS;
  return [
    'A peer is an address; of IPv6 the /64, where that is neither link-local nor a prefix of the speaker’s own interfaces. ' +
      'Where a total is full, the newest of the peer that holds most goes; of opened sessions those without a token go first, ' +
      'whoever holds them. A quarter of the connections and of the sockets ' +
      `is kept for peers that showed a token within ${at.knownForMs / 3_600_000} hours, the latest ${at.knownPeersPerClient} of each client, as long as it is one.\n`,
    `- ${at.openedSessions} opened sessions, ${at.sessionsPerClient} of a client, and ${LOCAL_LIMITS.openedSessions} more at \`control.sock\`; the next is answered \`rateLimited\` and closed with ${CLOSE.tryLater}.`,
    `- ${at.unopenedSockets} sockets whose session is not open, ${at.unopenedPerPeer} of a peer: beyond that its oldest goes, with ${CLOSE.tryLater}. ${at.openWithinMs / 1000} s to open it, else close code ${CLOSE.unauthorized}.`,
    `- ${at.connections} connections, ${at.connectionsPerPeer} of a peer: beyond that the one goes that it has left idle longest. Opened sessions are not counted.`,
    `- ${at.unansweredRequests} requests of a connection without an answer: at the next it is cut.`,
    `- ${at.callsPerSecond} calls a second a client, with bursts of ${at.callBurst}, and as many a peer without a token; beyond, \`rateLimited\`, not closed.`,
    `- ${at.refusedByService} calls an hour of a client that the music service refuses; beyond, \`rateLimited\` to whatever of it asks the service. Three skips beyond the limit count as one. All clients are answered so as soon as the speaker needs for what plays what it may still ask; guests who had some in vain earlier, once it was ${at.inVainOfGuests} of all guests within an hour.`,
    `- Whatever the music service answers: of all guests ${at.askedOfGuests} calls at once that ask it, and ${at.askedOfGuestsHourly} an hour; of these the first ${at.askedOfGuestsFreely} are for whoever comes, then each guest has ${at.askedOfGuest} of his own, and ${at.askedOfGuestHourly} an hour; beyond, \`rateLimited\`. A command that was done counts twice, one that needed no answer of the service not at all.`,
    `- Commands that wait for the service are served client by client, in turns, all who show no token as one that comes last; more of a client than a listener can mean are answered \`rateLimited\`.`,
    `- ${at.admittedClients} clients admitted; the next claim is answered \`rateLimited\` until one is revoked.`,
    `- ${at.commandIds} command ids are remembered for a minute; beyond, the oldest of the client that holds most is forgotten.`,
    `- ${at.wrongTokens} wrong tokens or proofs a minute from a peer, then \`rateLimited\` (429 by HTTP). Tokens that were given out are still taken from it.`,
    `- ${at.wrongCodes} wrong codes a minute from a peer, then \`rateLimited\`; ${at.codeGuesses} from anywhere end the six digits of the invitations that are open, not their links.`,
    `- ${at.messageBytes / 1024} KiB a message (WebSocket: close code 1009; HTTP: 413), text in UTF-8 only (binary: ${CLOSE.binary}).`,
    `- ${at.messageFragments} fragments a message, else close code 1008; pings and pongs as often as calls, else cut.`,
    `- ${at.queueBytes / 1024 / 1024} MiB waiting for a client that does not read: then close code ${CLOSE.slowReader}, or cut.`,
    `- A WebSocket ping every ${at.pingEveryMs / 1000} s; after two without an answer the connection is cut.`,
  ].join('\n');
}

function toCode(text: string): string {
  return ['```', text, '```'].join('\n');
}
