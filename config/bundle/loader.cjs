// Loads the files of the bundled program instead of Node's own loader, which looks at the disk many times for each.
// bundle.mjs prepends it to the program. `tonearm compile` has it write down what V8 has compiled, and each start takes
// that instead of compiling again: a quarter less processor time. V8 itself refuses what another version of it, or one with
// other options, has written, but a damaged file would crash it, so each begins with its digest. The names of the
// program's files change with their content.
const { createHash } = require('crypto');
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('fs');
const { join } = require('path');
const { Script } = require('vm');

/** As Node's own loader calls a CommonJS module. */
const BEFORE = '(function(exports,require,module,__filename,__dirname){';
const AFTER = '\n})';
/** Bytes of a digest. */
const DIGEST = 20;
const digestOf = bytes => createHash('sha1').update(bytes).digest();

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
      const bytes = readFileSync(join(compiled, name));
      const code = bytes.subarray(DIGEST);
      return isCompiling || !digestOf(code).equals(bytes.subarray(0, DIGEST)) ? undefined : code;
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
      const code = (scripts.get(name) ?? toScript(name)).createCachedData();
      writeFileSync(join(made, name), Buffer.concat([digestOf(code), code]), { mode: 0o644 });
    }
    rmSync(compiled, { recursive: true, force: true });
    renameSync(made, compiled);
  }

  if (isCompiling)
    process.on('exit', exitCode => {
      if (exitCode !== 0) return;
      try {
        writeCompiled();
      } catch (error) {
        console.error(`tonearm: the compiled program cannot be written: ${error.message}`);
        process.exitCode = 1;
      }
    });
  return requireHere;
}

module.exports = { createLoader };
