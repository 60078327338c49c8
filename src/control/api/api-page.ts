import { toShape } from './api-shape.js';
import { type Limit, LIMITS } from '../../contract/limits.js';
import type { OpenRpcDocument, OpenRpcMethod } from './openrpc.js';

/** What is made anew, each between two marks that name it. */
const PARTS = { reference: toReference, errors: toErrors, limits: toLimits };

/** Returns `docs/control-api.md` with its reference and its tables made anew from the OpenRPC document. */
export function renewControlApiPage(page: string, document: OpenRpcDocument): string {
  return Object.entries(PARTS).reduce((text, [name, make]) => {
    const marked = new RegExp(`(?<=<!-- ${name}: begin -->\n\n)[^]*(?=\n\n<!-- ${name}: end -->)`);
    return text.replace(marked, () => make(document));
  }, page);
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
  return ['| code | reason | |', '|---|---|---|', ...rows].join('\n');
}

function toLimits(): string {
  const rows = Object.entries(LIMITS).map(toLimitRow);
  return ['| row | counts | how many |', '|---|---|---|', ...rows].join('\n');
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
