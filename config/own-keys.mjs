import ts from 'typescript';

/**
 * An eslint rule: code that looks up an arbitrary string in a table must consider only the table's own members.
 * `TABLE[word]` returns a function for `constructor` or `toString`, which the service, a phone or a file may send. Such
 * a table must be a Map, or the same function must call `Object.hasOwn` first.
 */
export const ownKeys = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      own: 'Any word may stand here, "constructor" too: make it a Map, or ask Object.hasOwn first.',
    },
  },
  create({ sourceCode, report }) {
    const services = sourceCode.parserServices;
    const checker = services.program.getTypeChecker();

    /** Whether the type is `string`, alone or in a union; known words never match an inherited member. */
    const isAnyWord = type =>
      type.isUnion() ? type.types.some(isAnyWord) : (type.flags & ts.TypeFlags.String) !== 0;

    function isTable(node) {
      if (isWritten(services.esTreeNodeToTSNodeMap.get(node))) return true;
      const symbol = services.getSymbolAtLocation(node);
      if (symbol === undefined) return false;
      const isImported = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const { valueDeclaration } = isImported ? checker.getAliasedSymbol(symbol) : symbol;
      return isWritten(valueDeclaration?.initializer);
    }

    function isAsked(node, asked) {
      for (let at = node.parent; at != null; at = at.parent) {
        if (/Function|MethodDefinition/.test(at.type) && sourceCode.getText(at).includes(asked)) return true;
      }
      return false;
    }

    function check(node, table, key) {
      if (key.type === 'Literal' || !isAnyWord(services.getTypeAtLocation(key)) || !isTable(table)) return;
      const asked = `Object.hasOwn(${sourceCode.getText(table)}, ${sourceCode.getText(key)})`;
      if (!isAsked(node, asked)) report({ node, messageId: 'own' });
    }

    return {
      'MemberExpression[computed=true]': node => check(node, node.object, node.property),
      'BinaryExpression[operator="in"]': node => check(node, node.right, node.left),
    };
  },
};

/** Whether the table is written as `{ … }` or made of entries, also within `as` or `satisfies`. */
function isWritten(node) {
  if (node === undefined) return false;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return isWritten(node.expression);
  if (ts.isCallExpression(node)) return /^Object\.(fromEntries|freeze)$/.test(node.expression.getText());
  return ts.isObjectLiteralExpression(node);
}
