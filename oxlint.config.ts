import { defineConfig } from 'oxlint'

const compositionRoots = [
  'electron/main.ts',
  'electron/browserHost.ts',
  'electron/cli.ts',
  'renderer/main.tsx',
  'renderer/app/App.tsx',
  'renderer/app/createWorld.ts',
]

const maxLines = (max: number) =>
  ['error', { max, skipBlankLines: true, skipComments: true }] satisfies ['error', object]

/** Mistakes that the compiler lets through. */
const likelyMistakes = [
  'no-array-constructor',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-duplicate-case',
  'no-empty',
  'no-self-assign',
  'no-self-compare',
  'no-sparse-arrays',
  'no-template-curly-in-string',
  'no-unmodified-loop-condition',
  'no-unsafe-finally',
  'no-unused-expressions',
  'no-useless-catch',
  'no-useless-constructor',
  'no-useless-escape',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
] as const

/** Mistakes with types, and casts and other ways around the compiler. */
const typeMistakes = [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-invalid-void-type',
  'no-meaningless-void-operator',
  'no-misused-new',
  'no-misused-promises',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'triple-slash-reference',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
] as const

const networkGlobals = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']
const throughBridge = 'The renderer reaches the world through bridge/ only.'

const asErrors = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'error' as const]))
const asOff = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'off' as const]))

export default defineConfig({
  ignorePatterns: ['out/', 'node_modules/'],
  plugins: ['typescript', 'import', 'react'],
  jsPlugins: ['./build/lint/plugin.ts'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    ...asErrors(likelyMistakes),
    ...asErrors(typeMistakes.map((name) => `typescript/${name}`)),
    'fabula/directions': 'error',
    'import/no-default-export': 'error',
    'max-lines': maxLines(250),
    eqeqeq: ['error', 'always'],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': 'error',
    // Numbers read well in messages; a shorthand arrow that returns nothing reads better than a block.
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
    ],
    // Spreading a string gives its code points, and that is meant.
    'typescript/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
    'typescript/no-unnecessary-condition': [
      'error',
      { allowConstantLoopConditions: 'only-allowed-literals' },
    ],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
  overrides: [
    { files: compositionRoots, rules: { 'max-lines': maxLines(150) } },
    { files: ['renderer/**', 'shared/**'], rules: { 'no-console': 'error' } },
    {
      files: ['renderer/**'],
      rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' },
    },
    {
      files: ['renderer/**'],
      excludeFiles: ['renderer/bridge/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          ...networkGlobals.map((name) => ({ name, message: throughBridge })),
        ],
        'no-restricted-properties': [
          'error',
          ...['window', 'globalThis', 'self'].flatMap((object) =>
            ['fabula', ...networkGlobals].map((property) => ({ object, property, message: throughBridge })),
          ),
          { property: 'sendBeacon', message: throughBridge },
        ],
      },
    },
    {
      // Chromium's network stack sends a POST again after a reset, and what is sent here may cost money.
      files: ['electron/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: 'electron',
                importNames: ['net'],
                message: "Use Node's HTTP: Electron's net may send a request twice.",
              },
            ],
          },
        ],
      },
    },
    // Texts only: one list of every message is easier to keep than several.
    { files: ['shared/messages/**'], rules: { 'max-lines': 'off' } },
    {
      files: ['test/**'],
      // vitest's matchers are `any`.
      rules: { 'max-lines': maxLines(400), 'typescript/no-unsafe-assignment': 'off' },
    },
    // Small programs that tests run are in no project.
    {
      files: ['test/**/*.cjs', 'test/**/*.mjs'],
      rules: asOff(typeMistakes.map((name) => `typescript/${name}`)),
    },
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
    {
      // In plain JavaScript a type is stated in a comment, which these rules do not see.
      files: ['**/*.mjs', '**/*.js'],
      rules: { 'typescript/no-unsafe-assignment': 'off', 'typescript/no-unsafe-return': 'off' },
    },
    {
      files: ['*.config.ts', '**/*.d.ts', 'build/lint/plugin.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
