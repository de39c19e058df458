import { defineConfig } from 'oxlint'

const compositionRoots = [
  'electron/main.ts',
  'electron/browserHost.ts',
  'electron/cli.ts',
  'renderer/main.tsx',
  'renderer/app/App.tsx',
  'renderer/app/createApp.ts',
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
  'typescript/await-thenable',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-duplicate-enum-values',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-extraneous-class',
  'typescript/no-floating-promises',
  'typescript/no-for-in-array',
  'typescript/no-implied-eval',
  'typescript/no-invalid-void-type',
  'typescript/no-meaningless-void-operator',
  'typescript/no-misused-new',
  'typescript/no-misused-promises',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-non-null-assertion',
  'typescript/no-redundant-type-constituents',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/no-useless-default-assignment',
  'typescript/no-wrapper-object-types',
  'typescript/only-throw-error',
  'typescript/prefer-as-const',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-namespace-keyword',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-return-this-type',
  'typescript/related-getter-setter-pairs',
  'typescript/triple-slash-reference',
  'typescript/unified-signatures',
  'typescript/use-unknown-in-catch-callback-variable',
] as const

const networkGlobals = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']
const throughBridge = 'The renderer reaches the world through bridge/ only.'

const rulesAs = <Severity extends 'error' | 'off'>(severity: Severity, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, severity]))

export default defineConfig({
  ignorePatterns: ['out/', 'node_modules/'],
  plugins: ['typescript', 'import', 'react'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    ...rulesAs('error', likelyMistakes),
    ...rulesAs('error', typeMistakes),
    'import/no-default-export': 'error',
    'import/no-duplicates': ['error', { preferInline: true }],
    'max-lines': maxLines(400),
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
    { files: ['shared/messages/**', 'renderer/i18n/{de,en,es}.ts'], rules: { 'max-lines': 'off' } },
    {
      files: ['test/**'],
      // vitest's matchers are `any`. A list of cases reads well when it is long.
      rules: { 'max-lines': maxLines(500), 'typescript/no-unsafe-assignment': 'off' },
    },
    // Small programs that tests run are in no project.
    {
      files: ['test/**/*.cjs', 'test/**/*.mjs'],
      rules: rulesAs('off', typeMistakes),
    },
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
    {
      // In plain JavaScript a type is stated in a comment, which these rules do not see.
      files: ['**/*.mjs', '**/*.js'],
      rules: { 'typescript/no-unsafe-assignment': 'off', 'typescript/no-unsafe-return': 'off' },
    },
    {
      files: ['*.config.ts', '**/*.d.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
