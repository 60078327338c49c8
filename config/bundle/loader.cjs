// Loads the files of the bundled program instead of Node's own loader, which looks at the disk many times for each.
// bundle.mjs prepends it to the program. `tonearm compile` has it write down what V8 has compiled, and each start takes
// that instead of compiling again: a quarter less processor time. V8 itself refuses what another version of it, or one with
// other options, has written, but damaged code would crash it, so each file's code has its digest. The names of the
// program's files change with their content.
const { Buffer } = require('buffer');
const { createHash } = require('crypto');
const { openSync, readdirSync, readFileSync, readSync, renameSync, writeFileSync } = require('fs');
const { join } = require('path');
const { Script } = require('vm');

/** As Node's own loader calls a CommonJS module. */
const BEFORE = '(function(exports,require,module,__filename,__dirname){';
const AFTER = '\n})';
/** Bytes of a digest, and of the number after it: the length of the list of places and digests, in JSON, after that. */
const DIGEST = 20;
const LENGTH = 4;
const LONGEST_LIST = 2 ** 20;
const digestOf = bytes => createHash('sha1').update(bytes).digest();

/** Returns a function that reads the compiled code of a file; it returns undefined where there is none, or none whole. */
function openCompiled(path) {
  try {
    const descriptor = openSync(path, 'r');
    const read = (size, at) => {
      const bytes = Buffer.allocUnsafeSlow(size);
      return readSync(descriptor, bytes, 0, size, at) === size ? bytes : Buffer.alloc(0);
    };
    const head = read(DIGEST + LENGTH, 0);
    const length = Math.min(head.readUInt32LE(DIGEST), LONGEST_LIST);
    const list = read(length, DIGEST + LENGTH);
    if (!digestOf(list).equals(head.subarray(0, DIGEST))) return () => undefined;
    const places = new Map(JSON.parse(list.toString()));
    return name => {
      const [at, size, digest] = places.get(name) ?? [0, 0, ''];
      // One at a time: a start needs a third of it, and all of it would stay in memory as long as any is needed.
      const code = read(size, DIGEST + LENGTH + length + at);
      return size > 0 && digestOf(code).toString('hex') === digest ? code : undefined;
    };
  } catch {
    return () => undefined;
  }
}

/** `codes`: the names of files, with their compiled code. */
function writeCompiled(path, codes) {
  let end = 0;
  const places = codes.map(([name, code]) => [
    name,
    [(end += code.length) - code.length, code.length, digestOf(code).toString('hex')],
  ]);
  const list = Buffer.from(JSON.stringify(places));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(list.length);
  const bytes = Buffer.concat([digestOf(list), length, list, ...codes.map(([, code]) => code)]);
  writeFileSync(`${path}.new`, bytes, { mode: 0o644 });
  renameSync(`${path}.new`, path);
}

/**
 * Returns the `require` for the program's files. `folder`: where they lie; `requireNode`: Node's own `require`, for
 * everything else; `isCompiling`: whether the compiled code is to be written when the process exits with 0.
 */
function createLoader(folder, requireNode, isCompiling) {
  const compiled = join(folder, 'compiled');
  const readCode = isCompiling ? () => undefined : openCompiled(compiled);
  const modules = new Map();
  const scripts = new Map();

  function toScript(name) {
    const filename = join(folder, name);
    const source = BEFORE + readFileSync(filename, 'utf8') + AFTER;
    return new Script(source, { filename, columnOffset: -BEFORE.length, cachedData: readCode(name) });
  }

  function load(name) {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const script = toScript(name);
    const module = { exports: {} };
    modules.set(name, module);
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

  /** Returns functions that have run as well, which V8 compiles only then; of files that were not loaded, the outermost. */
  function compileAll() {
    const names = readdirSync(folder).filter(name => name.endsWith('.js') && name !== 'main.js');
    return names.map(name => [name, (scripts.get(name) ?? toScript(name)).createCachedData()]);
  }

  if (isCompiling)
    process.on('exit', exitCode => {
      if (exitCode !== 0) return;
      try {
        writeCompiled(compiled, compileAll());
      } catch (error) {
        console.error(`tonearm: the compiled program cannot be written: ${error.message}`);
        process.exitCode = 1;
      }
    });
  return requireHere;
}

module.exports = { createLoader };
