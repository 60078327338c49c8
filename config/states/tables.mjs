// Reads the core's tables from its source: the name of each row, its condition, and what it wants.
import ts from 'typescript';
import { namedMembers, nodesOf } from '../figures/source.mjs';

/** Returns the node of a module's declaration of this name; throws if there is none. */
export function declared(core, path, name) {
  const file = core.files.find(one => core.name(one) === path);
  for (const statement of file?.statements ?? []) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find(one => one.name.getText() === name);
    if (found !== undefined) return found;
  }
  throw new Error(`${path} declares no ${name}.`);
}

/** Returns the rows of a table, with their members as nodes. */
export function rowsOf(core, path, name) {
  return declared(core, path, name).initializer.elements.map(row => {
    const members = new Map(namedMembers(row).map(member => [member.name, member.value]));
    return { name: members.get('name').text, when: members.get('when'), want: members.get('want') };
  });
}

/** Returns the text of a condition without the parts that every condition has; null for `true`. */
export function toCondition(when) {
  const text = ts.isArrowFunction(when) ? when.body.getText() : when.getText();
  return text === 'true' ? null : plain(text);
}

export function plain(text) {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\w)\(state\)/g, '$1')
    .replaceAll(/\bstate\./g, '')
    .replaceAll(/\( /g, '(')
    .replaceAll(/,? \)/g, ')');
}

/** Returns the top-level declaration of the core that an identifier refers to, or null. */
export function declarationOf({ checker, name }, identifier) {
  const isShort = ts.isShorthandPropertyAssignment(identifier.parent);
  let symbol = isShort
    ? checker.getShorthandAssignmentValueSymbol(identifier.parent)
    : checker.getSymbolAtLocation(identifier);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0)
    symbol = checker.getAliasedSymbol(symbol);
  const [node] = symbol?.declarations ?? [];
  if (node === undefined || name(node.getSourceFile()).includes('node_modules')) return null;
  const isTop =
    (ts.isFunctionDeclaration(node) && ts.isSourceFile(node.parent)) ||
    (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent));
  return isTop ? node : null;
}

/** Returns the node itself and all declarations that it refers to, directly or indirectly. */
function reachable(core, from, isOf = () => true) {
  const found = new Set([from]);
  for (const node of found)
    for (const identifier of [...nodesOf(node)].filter(ts.isIdentifier)) {
      const to = declarationOf(core, identifier);
      if (to !== null && isOf(core.name(to.getSourceFile()))) found.add(to);
    }
  return [...found];
}

const inTables = path => path.startsWith('tables/');

/** Returns the operations that a want may request of the service, from the types of its `op` members. */
export function asksOf(core, want) {
  const all = reachable(core, want, inTables).flatMap(node => [...nodesOf(node)]);
  const ops = all
    .filter(node => ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
    .filter(node => node.name.getText() === 'op')
    .flatMap(node => wordsOfType(core, node.initializer ?? node.name));
  return [...new Set(ops)];
}

function wordsOfType({ checker }, expression) {
  if (ts.isStringLiteral(expression)) return [expression.text];
  const symbol = ts.isShorthandPropertyAssignment(expression.parent)
    ? checker.getShorthandAssignmentValueSymbol(expression.parent)
    : undefined;
  const type =
    symbol === undefined
      ? checker.getTypeAtLocation(expression)
      : checker.getTypeOfSymbolAtLocation(symbol, expression);
  return (type.isUnion() ? type.types : [type]).map(one => one.value ?? expression.getText());
}

/** Returns the timers for which a want may wait. */
export function waitsOf(core, want, timers) {
  const all = reachable(core, want, inTables).flatMap(node => [...nodesOf(node)]);
  const names = all.filter(ts.isObjectLiteralExpression).flatMap(literal =>
    namedMembers(literal)
      .filter(({ name, value }) => name === 'name' && value !== null && ts.isStringLiteral(value))
      .map(({ value }) => value.text),
  );
  return [...new Set(names.filter(name => timers.includes(name)))];
}

/** Returns the silence reasons that a row's condition and want may result in; none if something is heard. */
export function silencesOf(core, { when, want }, silences) {
  const all = [when, ...reachable(core, want, inTables)].flatMap(node => [...nodesOf(node)]);
  const words = all.filter(ts.isStringLiteral).filter(node => !isFallback(node));
  return silences.filter(one => words.some(({ text }) => text === one));
}

/** Whether the node is a fallback that only the compiler needs. */
function isFallback({ parent }) {
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
}

/**
 * Returns the rows of a function that returns at the first matching condition; `when` null: none of the earlier ones
 * matches.
 */
export function guardsOf(core, path, name) {
  return declared(core, path, name).body.statements.flatMap(statement => {
    if (ts.isIfStatement(statement)) return [{ when: statement.expression, want: statement.thenStatement }];
    return ts.isReturnStatement(statement) ? [{ when: null, want: statement }] : [];
  });
}

/** Returns the local variables that such a function's conditions use, each with its value. */
export function localsOf(core, path, name) {
  const { statements } = declared(core, path, name).body;
  const conditions = statements.filter(ts.isIfStatement).flatMap(one => [...nodesOf(one.expression)]);
  const used = new Set(conditions.filter(ts.isIdentifier).map(({ text }) => text));
  return statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(one => !ts.isObjectBindingPattern(one.name))
    .filter(one => [...nodesOf(one.name)].some(node => ts.isIdentifier(node) && used.has(node.text)))
    .map(one => `${one.name.getText()} = ${plain(one.initializer.getText())}`);
}

/** Returns the doc comment of a declaration or member, or null. */
export function docOf(node) {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const [doc] = ts.getJSDocCommentsAndTags(holder);
  const text = typeof doc?.comment === 'string' ? doc.comment : null;
  return text === null ? null : text.replaceAll(/\s+/g, ' ');
}

/** Returns the meaning of the words in these conditions: their doc comments, or else their definitions. */
export function wordsOf(core, nodes) {
  const words = new Map();
  const queue = [...nodes];
  for (const node of queue)
    for (const identifier of [...nodesOf(node)].filter(ts.isIdentifier)) {
      const to = declarationOf(core, identifier);
      if (to === null || words.has(identifier.text) || !isFunction(to)) continue;
      const doc = docOf(to);
      words.set(identifier.text, doc ?? bodyOf(to));
      if (doc === null) queue.push(to);
    }
  return [...words].sort(([a], [b]) => (a < b ? -1 : 1));
}

function isFunction(node) {
  return (
    ts.isFunctionDeclaration(node) || (ts.isVariableDeclaration(node) && ts.isFunctionLike(node.initializer))
  );
}

function bodyOf(node) {
  const body = ts.isFunctionDeclaration(node) ? node.body : node.initializer.body;
  const text = ts.isBlock(body) ? body.statements.map(one => one.getText()).join(' ') : body.getText();
  return `\`${plain(text)}\``;
}
