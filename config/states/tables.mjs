// The tables of the core as its source has them: what a row is called, when it fits, and what it wants.
import ts from 'typescript';
import { namedMembers, nodesOf } from '../figures/source.mjs';

/** What a module declares by this name: the node that says what it is. */
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

/** The rows of a table, each with its members as nodes. */
export function rowsOf(core, path, name) {
  return declared(core, path, name).initializer.elements.map(row => {
    const members = new Map(namedMembers(row).map(member => [member.name, member.value]));
    return { name: members.get('name').text, when: members.get('when'), want: members.get('want') };
  });
}

/** A condition without what every one of them has. */
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

/** The top-level declaration of the core that an identifier names; null where it names none. */
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

/** The declarations that are named in a node, and in those, and so on; the node itself first. */
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

/** What a want may have the service asked: the names of the operations, by the type of what says them. */
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

/** The timers that a want may wait for. */
export function waitsOf(core, want, timers) {
  const all = reachable(core, want, inTables).flatMap(node => [...nodesOf(node)]);
  const names = all.filter(ts.isObjectLiteralExpression).flatMap(literal =>
    namedMembers(literal)
      .filter(({ name, value }) => name === 'name' && value !== null && ts.isStringLiteral(value))
      .map(({ value }) => value.text),
  );
  return [...new Set(names.filter(name => timers.includes(name)))];
}

/** Why nothing is heard in a row, by the words that its condition and its want may come to; none: something is. */
export function silencesOf(core, { when, want }, silences) {
  const all = [when, ...reachable(core, want, inTables)].flatMap(node => [...nodesOf(node)]);
  const words = all.filter(ts.isStringLiteral).filter(node => !isFallback(node));
  return silences.filter(one => words.some(({ text }) => text === one));
}

/** It stands there for the compiler alone. */
function isFallback({ parent }) {
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
}

/** A function that answers by the first condition that fits, as rows; `when` null: none of those before does. */
export function guardsOf(core, path, name) {
  return declared(core, path, name).body.statements.flatMap(statement => {
    if (ts.isIfStatement(statement)) return [{ when: statement.expression, want: statement.thenStatement }];
    return ts.isReturnStatement(statement) ? [{ when: null, want: statement }] : [];
  });
}

/** What such a function works out for its conditions: the names as they are declared, each with its value. */
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

/** What is said above a declaration, or a member; null: nothing. */
export function docOf(node) {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const [doc] = ts.getJSDocCommentsAndTags(holder);
  const text = typeof doc?.comment === 'string' ? doc.comment : null;
  return text === null ? null : text.replaceAll(/\s+/g, ' ');
}

/** What the words in these conditions mean: by what is said of them, or else by what they are made of. */
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
