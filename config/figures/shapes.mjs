// Where the public state is declared.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { nodesOf } from './source.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A member of the public state whose name occurs nowhere else. */
const MEMBER = 'playbackStatus';

/**
 * Returns the files of src that declare a type for that member, either directly or by a call that makes one from a
 * schema.
 */
export function publicShapes() {
  return ts.sys.readDirectory(`${root}src`, ['.ts']).flatMap(path => {
    const text = readFileSync(path, 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const isTyped = text.includes(MEMBER) && [...nodesOf(file)].some(node => isDeclaration(node, file));
    return isTyped ? [path.slice(root.length)] : [];
  });
}

function isDeclaration(node, file) {
  if (ts.isPropertySignature(node)) return node.name.getText(file) === MEMBER;
  return (
    ts.isPropertyAssignment(node) &&
    node.name.getText(file) === MEMBER &&
    ts.isCallExpression(node.initializer)
  );
}
