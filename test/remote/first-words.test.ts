/** What the first view says is there at the first visit: of the rest it would say nothing until that has come. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';
import first from '../../src/remote/browser/words/en.js';
import rest from '../../src/remote/browser/words/en-rest.js';

const BROWSER = fileURLToPath(new URL('../../../src/remote/browser/', import.meta.url));
/** What these say is told once the rest is there, or by later views alone. */
const LATER = /\/words\/(?:access|time|[a-z]{2}(?:-\w+)?)\.ts$/;

function sourceOf(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
}

/** What a module needs at once, of the browser's own. */
function importsOf(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap(statement => {
    if (
      !ts.isImportDeclaration(statement) ||
      statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    )
      return [];
    const { text } = statement.moduleSpecifier as ts.StringLiteral;
    const path = join(dirname(source.fileName), text.replace(/\.js$/, ''));
    return [`${path}.ts`, `${path}.tsx`].filter(each => text.startsWith('.') && existsSync(each));
  });
}

/** All that is said by key: `say('next')`, also where one is chosen of two. */
function keysSaidIn(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const literals = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(literals);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(?:^|\.)say$/.test(node.expression.getText())) {
      const [key] = node.arguments;
      if (key !== undefined) literals(key);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

t.test('no module of the first view says what comes later', async t => {
  const paths = new Set([`${BROWSER}main.tsx`]);
  const late: string[] = [];
  let said = 0;
  for (const path of paths) {
    const source = sourceOf(path);
    for (const each of importsOf(source)) paths.add(each);
    if (LATER.test(path)) continue;
    const keys = keysSaidIn(source);
    said += keys.filter(key => key in first).length;
    late.push(...keys.filter(key => key in rest).map(key => `${path.replace(BROWSER, '')}: ${key}`));
  }
  t.same(late, []);
  t.ok(paths.size > 40 && said > 30, `${said} sentences in ${paths.size} modules`);
  t.notOk(
    [...paths].some(path => /views\/(?:library|speaker|rooms|wall)\//.test(path)),
    'which are not those screens',
  );
});
