import { toShape } from './api-shape.js';
import { BOUNDS } from '../gate/bounds.js';
import { type Limit, LIMITS, LOCAL_LIMITS } from '../../contract/limits.js';
import { CLOSE } from '../../contract/codes.js';
import type { OpenRpcDocument, OpenRpcMethod } from './openrpc.js';

const BEGIN = '<!-- reference: begin -->\n\n';
const END = '\n\n<!-- reference: end -->';

/** Returns `docs/control-api.md` with its reference made anew from the OpenRPC document. */
export function renewControlApiPage(page: string, document: OpenRpcDocument): string {
  const [before, after] = [page.split(BEGIN, 1)[0] ?? '', page.slice(page.indexOf(END))];
  return `${before}${BEGIN}${toReference(document)}${after}`;
}

function toReference(document: OpenRpcDocument): string {
  return [
    '## Notifications from the server',
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
  ].join('\n\n');
}

const ACCESS = {
  anyone: 'Needs neither a token nor an open session.',
  guest: 'For guests and owners; with open access, for everyone.',
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
  const where = method['x-needsSession'] ? ' Only in a session, not over `POST /rpc`.' : '';
  const reasons = errors.map(({ $ref }) => `\`${$ref.replace(/.*\//, '')}\``).join(', ');
  return [
    `### \`${name}\``,
    description,
    `${ACCESS[method['x-access']]}${where}`,
    ...(params.length > 0 ? [`Params:\n\n${toCode(toShape(method['x-paramsSchema']))}`] : []),
    `Result:\n\n${toCode(toShape(result.schema))}`,
    `Errors: ${reasons}.`,
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
    'An error has a code, `error.code`, and a stable reason word, `error.data.reason`. JSON-RPC’s own codes are: ' +
      '-32700 not JSON, -32600 not a valid request (or a batch), -32601 no such method, -32602 invalid params (`error.data.member` ' +
      'names the member), -32603 an internal error. If the service rejects a list request, `error.data.detail` is `sortOrder` (it does not ' +
      'sort this list that way) or `unknownWord` (it does not know the type or sort order).',
    ['| code | reason | |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function toLimits(): string {
  return [
    'One table. A *peer* is an address; for IPv6 it is the /64, unless that is link-local or a prefix of one of the speaker’s own interfaces. ' +
      'At a limit of its own a peer or client is refused alone; at a total, whoever comes next. The row’s name is `error.data.limit` of a ' +
      '`rateLimited`, the word in the log, and the `what` of `tonearm_incidents_total` in `/metrics`.',
    ['| row | counts | how many |', '|---|---|---|', ...Object.entries(LIMITS).map(toLimitRow)].join('\n'),
    [
      `- On \`control.sock\` there are ${LOCAL_LIMITS.tooManySessions.inAll} more sessions. A session must be opened within ${BOUNDS.openWithinMs / 1000} s, or the socket is closed with ${CLOSE.unauthorized}.`,
      '- Guests’ requests: beyond the limit, searches, skips and new sources get `rateLimited`; pausing, resuming, seeks and volume changes always work. Requests that the speaker makes during a guest’s call count as that guest’s. Owners have no such limit, but every client waits when the speaker needs the rest of the service’s own limit for playback.',
      '- Commands that wait for the service are served round-robin by client; all clients without a token count as one, which comes last. A client with more commands waiting than any listener could want gets `rateLimited`.',
      `- ${BOUNDS.admittedClients} admitted clients; further claims get \`rateLimited\` (\`tooManyClients\`) until one is revoked.`,
      `- ${BOUNDS.codeGuesses} wrong codes, from any peers, disable the six digits of all open invitations, but not their links.`,
      `- ${BOUNDS.unansweredRequests} unanswered requests per connection; at the next one, the connection is cut.`,
      `- ${BOUNDS.messageBytes / 1024} KiB per message (WebSocket: close code 1009; HTTP: 413), UTF-8 text only (binary: ${CLOSE.binary}).`,
      `- ${BOUNDS.messageFragments} fragments per message, else close code 1008.`,
      `- ${BOUNDS.queueBytes / 1024 / 1024} MiB queued for a client that does not read; then close code ${CLOSE.slowReader}, or the connection is cut.`,
      `- A WebSocket ping every ${BOUNDS.pingEveryMs / 1000} s; after two without a pong, the connection is cut.`,
    ].join('\n'),
  ].join('\n\n');
}

const WITHIN: ReadonlyMap<number, string> = new Map([
  [60_000, 'a minute'],
  [3_600_000, 'an hour'],
]);

function toLimitRow([name, limit]: readonly [string, Limit]): string {
  return `| \`${name}\` | ${limit.of} | ${toAmount(limit)} |`;
}

function toAmount(limit: Limit): string {
  const each = limit.by.startsWith('all') ? `for ${limit.by}` : `per ${limit.by}`;
  if ('places' in limit) return `${limit.places} ${each}, ${limit.inAll} in all`;
  if ('burst' in limit) return `${limit.perSecond} per second ${each}, with bursts of ${limit.burst}`;
  return `${limit.most} ${each} within ${WITHIN.get(limit.withinMs)}`;
}

function toCode(text: string): string {
  return ['```', text, '```'].join('\n');
}
