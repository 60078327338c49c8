import ts from 'typescript';

/**
 * A rule of eslint: a table of the code is asked for a word that may be any by its own members alone. `TABLE[word]` answers
 * a function for `constructor` or `toString`, which the service, a phone or a file may well say. Such a table is a Map, or
 * `Object.hasOwn` is asked in the same function first.
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

    /** `string` itself, alone or beside others; of words that are known none is an object's. */
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

/** Written down as `{ … }`, or made of entries; what is `as` or `satisfies` something is that all the same. */
function isWritten(node) {
  if (node === undefined) return false;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return isWritten(node.expression);
  if (ts.isCallExpression(node)) return /^Object\.(fromEntries|freeze)$/.test(node.expression.getText());
  return ts.isObjectLiteralExpression(node);
}
