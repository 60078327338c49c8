import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { readerOf } from '../../src/client/shape.js';
import { toReferences } from '../../src/control/named-schemas.js';
import { PUBLIC_STATE } from '../../src/core/public-state.js';
import { INTEGER, type Schema } from '../../src/core/shape.js';
import { playingState } from '../fakes/speaker/state.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const DECLARED = resolve(ROOT, 'src/core/public-state.ts');
const MEMBER = '  mood: FLAG,\n';

/** The files of src that do not compile once the public state has one member more. */
function brokenByOneMore(): readonly string[] {
  const read = (path: string) => ts.sys.readFile(path);
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), read) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  host.readFile = path => {
    if (resolve(path) !== DECLARED) return ts.sys.readFile(path);
    const text = readFileSync(path, 'utf8');
    const more = text.replace('  muted: FLAG,\n', `  muted: FLAG,\n${MEMBER}`);
    if (more === text) throw new Error('the declaration has changed');
    return more;
  };
  const isConcerned = (path: string): boolean => /PublicState|PUBLIC_STATE/.test(readFileSync(path, 'utf8'));
  const roots = ts.sys
    .readDirectory(resolve(ROOT, 'src'), ['.ts'], ['**/remote/browser/**'])
    .filter(isConcerned);
  const program = ts.createProgram(roots, { ...options, noEmit: true, skipLibCheck: true }, host);
  return roots
    .filter(path => program.getSemanticDiagnostics(program.getSourceFile(path)).length > 0)
    .map(path => relative(ROOT, path));
}

t.test('a member more is declared in one file: all that is missing then is its value', async t => {
  // What a method answers in its example is a value, too.
  t.strictSame(brokenByOneMore(), ['src/control/examples.ts', 'src/core/projections.ts']);
});

t.test('readers and documents follow from the declaration', async t => {
  const { properties, required } = PUBLIC_STATE as Extract<Schema, { type: 'object' }>;
  const more = {
    type: 'object',
    properties: { ...properties, loudness: INTEGER },
    required: [...(required ?? []), 'loudness'],
  } as const;
  const state = { ...playingState(), loudness: 3, unknown: 1 };
  t.match(readerOf(more)(state, 'state'), { loudness: 3 });
  t.notOk('unknown' in (readerOf(more)(state, 'state') as object));
  t.throws(() => readerOf(more)(playingState(), 'state'), /loudness is not a number/);
  t.match(toReferences(more), { properties: { loudness: { type: 'integer' } } });
});
