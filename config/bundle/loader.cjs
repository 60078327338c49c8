// Loads the files of the bundled program instead of Node's own loader, which looks at the disk many times for each.
// bundle.mjs prepends it to the program. `tonearm compile` has it write down what V8 has compiled, and each start takes
// that instead of compiling again: a fifth less processor time. V8 itself refuses what another version of it, or one with
// other options, has written. The names of the files change with their content.
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('fs');
const { join } = require('path');
const { Script } = require('vm');

/** As Node's own loader calls a CommonJS module. */
const BEFORE = '(function(exports,require,module,__filename,__dirname){';
const AFTER = '\n})';

/**
 * Returns the `require` for the program's files. `folder`: where they lie; `requireNode`: Node's own `require`, for
 * everything else; `isCompiling`: whether the compiled code is to be written when the process exits with 0.
 */
function createLoader(folder, requireNode, isCompiling) {
  const compiled = join(folder, 'compiled');
  const modules = new Map();
  const scripts = new Map();

  function readCompiled(name) {
    try {
      return isCompiling ? undefined : readFileSync(join(compiled, name));
    } catch {
      return undefined;
    }
  }

  function toScript(name) {
    const filename = join(folder, name);
    const source = BEFORE + readFileSync(filename, 'utf8') + AFTER;
    return new Script(source, { filename, columnOffset: -BEFORE.length, cachedData: readCompiled(name) });
  }

  function load(name) {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const script = toScript(name);
    if (isCompiling) scripts.set(name, script);
    try {
      script.runInThisContext()(module.exports, requireHere, module, join(folder, name), folder);
    } catch (error) {
      // Like Node's own: whoever tries again is told again.
      modules.delete(name);
      throw error;
    }
    return module.exports;
  }

  function requireHere(id) {
    return /^\.\/[^/]+\.js$/.test(id) ? load(id.slice(2)) : requireNode(id);
  }

  /** Writes functions that have run as well, which V8 compiles only then; of files that were not loaded, the outermost. */
  function writeCompiled() {
    const made = `${compiled}.new`;
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made, { mode: 0o755 });
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.js') || name === 'main.js') continue;
      const script = scripts.get(name) ?? toScript(name);
      writeFileSync(join(made, name), script.createCachedData(), { mode: 0o644 });
    }
    rmSync(compiled, { recursive: true, force: true });
    renameSync(made, compiled);
  }

  if (isCompiling)
    process.on('exit', code => {
      if (code === 0) writeCompiled();
    });
  return requireHere;
}

module.exports = { createLoader };
