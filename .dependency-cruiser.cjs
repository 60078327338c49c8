// The layers of ARCHITECTURE.md as rules: main → daemon → engine → ports → core, and edges that never import each other.
const edges = [
  'player',
  'service',
  'pairing',
  'store',
  'control',
  'discovery',
  'host',
  'remote',
  'mpd',
  'input',
];
const only = (name, folders) => ({
  name: `only-${name}`,
  severity: 'error',
  from: { path: '^src/', pathNot: folders.map(folder => `^src/${folder}/`) },
  to: { path: `(^|node_modules/)(@types/)?${name}(/|$)`, dependencyTypesNot: ['local'] },
});

// The storeys of the core, from the ground up: each may import itself and what it names, and nothing that is above it.
const ground = ['vocabulary', 'model', 'facts'];
const storeys = {
  vocabulary: [],
  model: ['vocabulary'],
  facts: ['vocabulary', 'model'],
  learn: ground,
  tables: ground,
  rules: [...ground, 'learn', 'tables'],
  reconcile: [...ground, 'tables'],
  transition: [...ground, 'learn', 'tables', 'rules', 'reconcile'],
  projections: [...ground, 'tables'],
};
// Rooms of other folders, from the ground up: a room imports only itself, those before it, and what lies in no room.
const rooms = {
  control: ['gate', 'access', 'api', 'transport'],
  player: ['wire', 'sound', '(address|process)'],
};
// The two storeys that lie in no folder.
const lying = { transition: 'transition\\.ts$', projections: '(projections|playing)\\.ts$' };
const placeOf = storey => `^src/core/${lying[storey] ?? `${storey}/`}`;
// The words of the contract that are the core's own, too.
const words = '^src/contract/(command|public-state|shape)\\.ts$';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      // The page names it, and it must depend on nothing.
      from: { orphan: true, path: '^src/', pathNot: '^src/remote/browser/guard\\.ts$' },
      to: {},
    },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: ['^src/core/', words] },
      to: { pathNot: ['^src/core/', words] },
    },
    ...Object.entries(storeys).map(([storey, below]) => ({
      name: `core-${storey}`,
      severity: 'error',
      from: { path: placeOf(storey) },
      to: { path: '^src/core/', pathNot: [storey, ...below].map(placeOf) },
    })),
    ...Object.entries(rooms).flatMap(([folder, names]) =>
      names.slice(0, -1).map((name, at) => ({
        name: `${folder}-${name}`,
        severity: 'error',
        from: { path: `^src/${folder}/${name}/` },
        to: { path: names.slice(at + 1).map(above => `^src/${folder}/${above}/`) },
      })),
    ),
    {
      // What learns, knows or judges can make no effects: it does not know them.
      name: 'core-effects-are-made-by-reconcile',
      severity: 'error',
      from: { path: '^src/core/', pathNot: ['^src/core/reconcile/', placeOf('transition')] },
      to: { path: '^src/core/reconcile/effect\\.ts$' },
    },
    {
      name: 'contract-knows-core-and-lib-only',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '^src/', pathNot: '^src/(contract|core|lib)/' },
    },
    {
      name: 'lib-knows-contract-and-core-only',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: '^src/', pathNot: '^src/((contract|core|lib)/|place\\.ts$)' },
    },
    {
      name: 'engine-knows-ports-and-core',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: {
        path: '^src/',
        pathNot: '^src/(engine|core|contract|lib)/',
      },
    },
    {
      name: 'engine-uses-no-package',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer'] },
    },
    ...edges.map(edge => ({
      name: `edge-${edge}`,
      severity: 'error',
      from: { path: `^src/${edge}/` },
      to: {
        path: '^src/',
        pathNot: `^src/(${edge}/|core/|contract/|lib/${edge === 'host' ? '|flight/' : ''}${['control', 'pairing', 'remote'].includes(edge) ? '|words/' : ''}${edge === 'remote' ? '|client/' : ''}|place\\.ts$)`,
      },
    })),
    {
      name: 'flight-knows-core-only',
      severity: 'error',
      from: { path: '^src/flight/' },
      to: { pathNot: '^src/(flight/|core/|contract/)' },
    },
    {
      name: 'sandbox-stands-apart',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^src/', pathNot: '^src/(sandbox/|contract/errors\\.ts$)' },
    },
    {
      name: 'sandbox-scenery-knows-no-service',
      severity: 'error',
      from: { path: '^src/sandbox/scenery/' },
      to: { path: '^src/', pathNot: '^src/sandbox/(scenery/|random\\.ts$)' },
    },
    {
      name: 'sandbox-scenery-has-one-door',
      severity: 'error',
      from: { pathNot: '^src/sandbox/scenery/' },
      to: { path: '^src/sandbox/scenery/(?!scenery\\.ts$)' },
    },
    {
      name: 'client-stands-apart',
      severity: 'error',
      from: { path: '^src/client/' },
      to: {
        path: '^src/',
        pathNot: '^src/(client|core|contract)/',
      },
    },
    {
      name: 'only-daemon-names-edges',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(daemon/|${edges.map(edge => `${edge}/`).join('|')})` },
      to: { path: `^src/(${edges.join('|')})/` },
    },
    {
      name: 'words-are-words-alone',
      severity: 'error',
      from: { path: '^src/(words/|lib/(languages|sentences)\\.ts$)' },
      to: { path: '^src/', pathNot: '^src/(words/|lib/(languages|sentences)\\.ts$|contract/ports\\.ts$)' },
    },
    { name: 'src-never-imports-test', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
    {
      name: 'fakes-know-no-rigs',
      severity: 'error',
      from: { path: '^test/fakes/' },
      to: { path: '^test/', pathNot: '^test/fakes/' },
    },
    {
      name: 'browser-code-knows-no-node',
      severity: 'error',
      from: { path: '^src/(remote/browser|client|core)/', pathNot: '^src/client/node-' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-code-is-only-served',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/remote/browser/' },
      to: { path: '^src/remote/browser/' },
    },
    {
      name: 'browser-code-reaches-client-and-core',
      severity: 'error',
      from: { path: '^src/remote/browser/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/((remote/browser|client|core|contract)/|lib/(languages|sentences|spelling)\\.ts$)|^src/client/node-',
      },
    },
    {
      name: 'only-proof-computes-hashes-itself',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/contract/proof\\.ts$' },
      to: { path: 'node_modules/@noble/' },
    },
    only('preact', ['remote']),
    only('got', ['service']),
    only('ws', ['control', 'client']),
    only('mdns', ['discovery']),
    only('node-mpv', ['player']),
    only('graphql', ['sandbox']),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|config)/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
