// Makes one file of the remote's modules: a phone pays more for seventy requests than for what is in them.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const OPTIONS = {
  allowJs: true,
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2023,
  removeComments: true,
};
const REQUIRE = /\brequire\(["']([^"']+)["']\)/g;
/** Removed with the other comments, were it not kept by hand. */
const LICENSE = /^\/\*![\s\S]*?\*\//;

/** Each module runs when it is first asked for, and once. */
const LOADER = `const loaded = new Map();
function load(name) {
  let exports = loaded.get(name);
  if (exports === undefined) {
    loaded.set(name, exports = {});
    modules[name](exports);
  }
  return exports;
}`;

/**
 * The text of a script that does what the compiled module at `entry`, under the folder `root`, does with all that it
 * imports. Names of packages cannot be resolved, only paths.
 */
export function bundle(root, entry) {
  const modules = new Map();

  function add(path) {
    if (modules.has(path)) return;
    modules.set(path, '');
    const source = readFileSync(join(root, path), 'utf8');
    const { outputText } = ts.transpileModule(source, { fileName: path, compilerOptions: OPTIONS });
    const text = outputText.replace(REQUIRE, (_, name) => {
      if (!name.startsWith('.')) throw new Error(`${path} imports ${name}: a browser cannot resolve it.`);
      const target = relative('.', join(dirname(path), name));
      add(target);
      return `load(${JSON.stringify(target)})`;
    });
    const [license] = LICENSE.exec(source) ?? [''];
    modules.set(path, `${license}\n${text}`);
  }

  add(entry);
  const functions = [...modules].map(([path, text]) => `${JSON.stringify(path)}(exports) {\n${text}}`);
  return `const modules = {\n${functions.join(',\n')}\n};\n${LOADER}\nload(${JSON.stringify(entry)});\n`;
}
