// The program as the compiler sees it: the files of src/core, and what their expressions are.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The core, read once. `name`: of a file, below src/core. */
export function readCore() {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const names = ts.sys.readDirectory(`${root}src/core`, ['.ts']);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(names, { ...options, noEmit: true });
  const files = names.map(path => program.getSourceFile(path)).filter(file => file !== undefined);
  const name = file => file.fileName.slice(file.fileName.indexOf('src/core/') + 'src/core/'.length);
  return { checker: program.getTypeChecker(), files, name };
}

/** Every node of a file, from the top down. */
export function* nodesOf(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, child => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** The members of an object literal that are named, each with its value where that stands behind it. */
export function namedMembers(literal) {
  return literal.properties.flatMap(one => {
    if (ts.isShorthandPropertyAssignment(one)) return [{ name: one.name.text, value: null }];
    if (!ts.isPropertyAssignment(one) || ts.isComputedPropertyName(one.name)) return [];
    return [{ name: one.name.text, value: one.initializer }];
  });
}
