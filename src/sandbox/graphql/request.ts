import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { isRecord } from '../record.js';

/** One operation of a document, such as `current` or `collection`. */
export interface DocumentOperation {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A parsed request to the endpoint, or the error in it. */
export type ParsedRequest =
  | {
      readonly ok: true;
      readonly query: string;
      readonly document: DocumentNode;
      readonly operationName: string | null;
      readonly variables: Readonly<Record<string, unknown>>;
      readonly operations: readonly DocumentOperation[];
    }
  | { readonly ok: false; readonly code: 'BAD_REQUEST' | 'GRAPHQL_PARSE_FAILED'; readonly message: string };

const MEMBERS = ['operationName', 'query', 'variables'];

/** Parses the body: a JSON object of `query`, `variables` and optionally `operationName` (specification, section 4). */
export function parseGraphqlRequest(text: string, contentType: string | undefined): ParsedRequest {
  if (!/^application\/json\b/i.test(contentType ?? '')) return bad('Content-Type must be application/json');
  const body = parseObject(text);
  if (body === null) return bad('the body must be a JSON object');
  const unknown = Object.keys(body).find(name => !MEMBERS.includes(name));
  if (unknown !== undefined) return bad(`unknown member ${JSON.stringify(unknown.slice(0, 40))}`);
  const { operationName = null, variables, query } = body;
  if (operationName !== null && typeof operationName !== 'string') {
    return bad('operationName must be a string or null');
  }
  if (!isRecord(variables)) return bad('variables must be an object');
  if (typeof query !== 'string') return bad('query must be a string');
  try {
    const document = parse(query, { maxTokens: 5000 });
    const operations = operationsOf(document, operationName, variables);
    return { ok: true, query, document, operationName, variables, operations };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { ok: false, code: 'GRAPHQL_PARSE_FAILED', message: error.message };
  }
}

function bad(message: string): ParsedRequest {
  return { ok: false, code: 'BAD_REQUEST', message };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Fields that only group operations. */
const GROUPS = ['playback', 'feedback'];

/** Returns the operations of a document, before it is validated. */
function operationsOf(
  document: DocumentNode,
  operationName: string | null,
  variables: Readonly<Record<string, unknown>>,
): readonly DocumentOperation[] {
  const definition = getOperationAST(document, operationName);
  if (definition == null) return [];
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map(fragment => [fragment.name.value, fragment]),
  );
  return fieldsOf(definition.selectionSet, fragments, [])
    .flatMap(field =>
      GROUPS.includes(field.name.value) && field.selectionSet !== undefined
        ? fieldsOf(field.selectionSet, fragments, [])
        : [field],
    )
    .filter(field => field.name.value !== '__typename')
    .map(field => ({ name: field.name.value, args: argumentsOf(field, variables) }));
}

function fieldsOf(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  within: readonly string[],
): readonly FieldNode[] {
  return selections.flatMap(selection => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments, within);
    const name = selection.name.value;
    const fragment = fragments.get(name);
    // Validation refuses a fragment that spreads itself.
    if (fragment === undefined || within.includes(name)) return [];
    return fieldsOf(fragment.selectionSet, fragments, [...within, name]);
  });
}

function argumentsOf(
  field: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]),
  );
}
