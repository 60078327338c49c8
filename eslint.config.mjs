import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import { ownKeys } from './config/own-keys.mjs';

/** tap writes what is to be done into the object: buffered tests that share it would all do what the last of them does. */
const sharedOptions = [
  {
    selector:
      "CallExpression[callee.property.name='test'][arguments.length=3] > Identifier.arguments:nth-child(2)",
    message: 'Give each test an object of its own: { ...options }.',
  },
];

/** A run prints each title alone, so a title cannot go on from the one before it. */
const titles = [
  'Literal.arguments:first-child[value=',
  'TemplateLiteral.arguments:first-child > TemplateElement:first-child[value.raw=',
].map(title => ({
  selector: `CallExpression:matches([callee.name='test'], [callee.property.name='test']) > ${title}/^(what|who|whom|whose|of|where|how|that)\\b/i]`,
  message:
    'A title is a sentence of subject, verb and object, in plain English: “A revoked client loses its session”.',
}));

const LOGGERS = ['callee.object.name=/ogger$/', 'callee.object.property.name=/ogger$/'];
const SENTENCE = '/^([A-Z]|mpv |setpriv |systemd ).*[.]$/';
// Ways to the effects of a stage, and what takes one of them by its place.
const effects = path =>
  `:matches([${path}.name=/^(effects|log|ops|types)$/], [${path}.property.name=/^(effects|log|ops|types)$/], [${path}.callee.name=/^(outside|allOutside|toldListeners)$/])`;
const pickedByPlace = [
  `MemberExpression[computed=true][property.type='Literal']${effects('object')}`,
  `CallExpression[callee.property.name=/^(at|find|findLast)$/]${effects('callee.object')}`,
  `VariableDeclarator[id.type='ArrayPattern']${effects('init')}`,
  `VariableDeclarator[id.type='ArrayPattern']${effects('init.callee.object')}`,
]
  .map(selector => ({ selector, message: 'Use a reader of test/rigs/core/outside.ts.' }))
  .concat({ selector: "Property[key.name='loadId'] > Literal", message: 'Ask the stage for it.' });

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', '.tap/', 'coverage/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    plugins: { tonearm: { rules: { 'own-keys': ownKeys } } },
    rules: { 'tonearm/own-keys': 'error' },
  },
  {
    // What is printed may come from the network: src/cli/output.ts is the one door, and makes it harmless.
    files: ['src/**/*.ts'],
    ignores: ['src/cli/output.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[property.name='write'][object.object.name='process'][object.property.name=/^std(out|err)$/]",
          message: 'Print by src/cli/output.ts.',
        },
        ...LOGGERS.map(logger => ({
          selector: `CallExpression[callee.property.name=/^(debug|info|warn|error|fatal)$/][${logger}] > Literal[value!=${SENTENCE}]`,
          message:
            'A log line is a sentence: a capital letter, or a program’s name, first; a full stop last.',
        })),
      ],
    },
  },
  {
    // What core decides follows from the state and the event alone: the time is a member of it, chance is the engine's.
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Date', 'performance', 'crypto'],
        ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
        ...['process', 'console', 'fetch', 'globalThis', 'global'],
      ],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
    },
  },
  {
    // A function is read on one screen. A class may be longer: its methods are what is read.
    files: ['src/**/*.ts'],
    ignores: ['src/remote/browser/**', 'src/sandbox/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 4 }],
    },
  },
  {
    // One promise about one advertisement.
    files: ['src/discovery/mdns-back-end.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 67, skipBlankLines: true, skipComments: true }] },
  },
  {
    // tap's own calls may float: the parent test waits for them.
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'waitForFunction', message: 'It polls by eval, which the policy of the pages refuses.' },
        { object: 'process', property: 'kill', message: 'A signal to 0 ends the runner, too: sendSignal.' },
      ],
      'no-restricted-syntax': ['error', ...sharedOptions, ...titles],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: '@tapjs/test', name: ['test', 'rejects'] },
            { from: 'package', package: '@tapjs/core', name: ['test'] },
          ],
        },
      ],
    },
  },
  {
    // What core asked for is found by what it is: which place it has among the rest is nobody's promise.
    files: ['test/core/**/*.ts', 'test/engine/**/*.ts', 'test/rigs/core/**/*.ts', 'test/rigs/engine/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...sharedOptions, ...titles, ...pickedByPlace] },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: { URL: 'readonly', process: 'readonly', console: 'readonly', module: 'writable' },
    },
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
);
