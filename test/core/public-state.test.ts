import { Ajv } from 'ajv';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import ts from 'typescript';
import { playingState } from '../fakes/speaker/state.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const DECLARED = resolve(ROOT, 'src/contract/public-state.ts');

/** The declaration of the public state, with one member more. */
function declareOneMore(): string {
  const text = readFileSync(DECLARED, 'utf8');
  const more = text.replace('  muted: FLAG,\n', '  muted: FLAG,\n  mood: FLAG,\n');
  if (more === text) throw new Error('the declaration has changed');
  return more;
}

/** The files of src that do not compile once the public state has one member more. */
function brokenByOneMore(): readonly string[] {
  const read = (path: string) => ts.sys.readFile(path);
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), read) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  host.readFile = path => (resolve(path) === DECLARED ? declareOneMore() : ts.sys.readFile(path));
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
  t.strictSame(brokenByOneMore(), ['src/control/api/examples.ts', 'src/core/projections.ts']);
});

type Modules = readonly [
  typeof import('../../src/control/api/methods.js'),
  typeof import('../../src/control/api/openrpc.js'),
  typeof import('../../src/client/shape.js'),
  typeof import('../../src/contract/methods.js'),
];

/** What documents and reader the built program in `folder` has of the public state. */
async function look(folder: string) {
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href) as unknown;
  const paths = [
    'control/api/methods.js',
    'control/api/openrpc.js',
    'client/shape.js',
    'contract/methods.js',
  ];
  const [{ createMethods }, { toOpenRpc }, { readerOf }, { METHODS }] = (await Promise.all(
    paths.map(load),
  )) as unknown as Modules;
  // The rows are only described here, never called: they need nobody to work with.
  const document = toOpenRpc([...createMethods({} as Parameters<typeof createMethods>[0]).values()]);
  const { components } = document;
  const compile = (name: string) =>
    new Ajv({ strict: false }).compile({ $ref: `#/components/schemas/${name}`, components });
  return {
    named: [...JSON.stringify(document).matchAll(/"mood":\{"type":"boolean"\}/g)].length,
    takesSnapshot: compile('Snapshot'),
    takesChange: compile('StateChange'),
    read: (state: object) =>
      readerOf(METHODS['state.get'].result)({ revision: 1, nowMs: 1, state }, 'answer').state,
  };
}

t.test('documents, checks and the client’s reader have it, and no other file was touched', async t => {
  const built = resolve(import.meta.dirname, '../../src');
  const copy = t.testdir({ 'package.json': '{"type":"module"}' });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  cpSync(built, join(copy, 'src'), { recursive: true, filter: path => !/\.map$|browser|assets/.test(path) });
  const { outputText } = ts.transpileModule(declareOneMore(), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  writeFileSync(join(copy, 'src/contract/public-state.js'), outputText);

  const today = await look(built);
  const more = await look(join(copy, 'src'));
  const state = playingState();
  const moody = { ...state, mood: true };
  const snapshot = (of: object) => ({ revision: 1, nowMs: 1, state: of });
  const change = (changes: object) => ({ revision: 1, nowMs: 1, changes });

  t.equal(today.named, 0);
  t.equal(more.named, 2, 'in the state, and in what may change of it');
  t.ok(today.takesSnapshot(snapshot(state)));
  t.notOk(more.takesSnapshot(snapshot(state)), 'missing');
  t.ok(more.takesSnapshot(snapshot(moody)));
  t.ok(more.takesChange(change({ mood: false })));
  t.notOk(more.takesChange(change({ mood: 'good' })));
  t.ok(today.takesChange(change({ mood: 'good' })), 'nothing is known of it yet');
  t.strictSame(today.read(moody), state, 'left out, as any that is not known');
  t.strictSame(more.read(moody), moody);
  t.throws(() => more.read(state), /answer\.state\.mood|mood is not a boolean/);
});
