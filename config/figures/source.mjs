// The source of src/core as the compiler sees it: its files and the types of its expressions.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Reads the core once. `name`: returns a file's path below src/core. */
export function readCore() {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const names = ts.sys.readDirectory(`${root}src/core`, ['.ts']);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(names, { ...options, noEmit: true });
  const files = names.map(path => program.getSourceFile(path)).filter(file => file !== undefined);
  const name = file => file.fileName.slice(file.fileName.indexOf('src/core/') + 'src/core/'.length);
  return { checker: program.getTypeChecker(), files, name };
}

/** Yields every node of a file, from the top down. */
export function* nodesOf(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, child => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** Returns the named members of an object literal, each with its value, or null for a shorthand. */
export function namedMembers(literal) {
  return literal.properties.flatMap(one => {
    if (ts.isShorthandPropertyAssignment(one)) return [{ name: one.name.text, value: null }];
    if (!ts.isPropertyAssignment(one) || ts.isComputedPropertyName(one.name)) return [];
    return [{ name: one.name.text, value: one.initializer }];
  });
}
