// Which files make effects, and which write the state.
import ts from 'typescript';
import { namedMembers, nodesOf } from './source.mjs';

/**
 * Returns the files that contain an object literal `{ type: '<an effect>' … }`; the names come from the union `Effect`.
 */
export function effectMakers({ files, name }) {
  const declared = files.find(file => name(file) === 'reconcile/effect.ts');
  const union = [...nodesOf(declared)].find(
    node => ts.isTypeAliasDeclaration(node) && node.name.text === 'Effect',
  );
  const types = new Set([...nodesOf(union)].filter(ts.isStringLiteral).map(({ text }) => text));
  return files
    .filter(file => file !== declared)
    .filter(file =>
      [...nodesOf(file)]
        .filter(ts.isObjectLiteralExpression)
        .some(literal =>
          namedMembers(literal).some(
            member =>
              member.name === 'type' &&
              member.value !== null &&
              [...nodesOf(member.value)].some(node => ts.isStringLiteral(node) && types.has(node.text)),
          ),
        ),
    )
    .map(name);
}

/**
 * Returns the files that write each member directly, by `{ ...state, member: … }`, as a map from `Shape.member` to
 * files. A shape is an interface of src/core/model. The operations that are called to write (`withPlayer(state, { alive
 * })`) count as the writers, not their callers.
 */
export function writers(core) {
  const found = new Map();
  for (const file of core.files)
    for (const literal of [...nodesOf(file)].filter(ts.isObjectLiteralExpression)) {
      const shapes = literal.properties
        .filter(ts.isSpreadAssignment)
        .flatMap(spread => shapeOf(core, spread));
      for (const shape of shapes)
        for (const member of namedMembers(literal)) {
          const key = `${shape}.${member.name}`;
          found.set(key, new Set([...(found.get(key) ?? []), core.name(file)]));
        }
    }
  return new Map([...found].map(([member, files]) => [member, [...files].sort()]));
}

/** Returns the model's interfaces to which the spread expression may belong. */
function shapeOf({ checker, name }, { expression }) {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(expression));
  const types = type.isUnion() ? type.types : [type];
  const names = types.flatMap(({ symbol, aliasSymbol }) => {
    const declared = (aliasSymbol ?? symbol)?.declarations?.[0];
    if (declared === undefined || !name(declared.getSourceFile()).startsWith('model/')) return [];
    return ts.isInterfaceDeclaration(declared) || ts.isTypeAliasDeclaration(declared)
      ? [declared.name.text]
      : [];
  });
  return [...new Set(names)];
}
