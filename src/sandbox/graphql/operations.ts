import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

/** One operation of a document, such as `current` or `collection`. */
export interface DocumentOperation {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Fields that only group operations. */
const GROUPS = ['playback', 'feedback'];

/** Returns the operations of a document, before it is validated. */
export function operationsOf(
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
