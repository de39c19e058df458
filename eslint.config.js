import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { directions } from './build/lint/directions.ts'

const compositionRoots = [
  'electron/main.ts',
  'electron/browserHost.ts',
  'electron/cli.ts',
  'renderer/main.tsx',
  'renderer/app/App.tsx',
  'renderer/app/createWorld.ts',
]

/** @param {number} max
 * @returns {['error', object]} */
const maxLines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }]

/** Mistakes that the compiler lets through. */
const likelyMistakes = [
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
  'no-useless-catch',
  'no-useless-escape',
]

const networkGlobals = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a thing then has the same name everywhere.',
}

export default defineConfig(
  globalIgnores(['out/', 'node_modules/']),
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { fabula: { rules: { directions } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...Object.fromEntries(likelyMistakes.map((name) => [name, 'error'])),
      'fabula/directions': 'error',
      'max-lines': maxLines(250),
      'no-restricted-syntax': ['error', noDefaultExport],
      eqeqeq: ['error', 'always'],
      // Numbers read well in messages; a shorthand arrow that returns nothing reads better than a block.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // A function may be async because its interface says so, and without waiting.
      '@typescript-eslint/require-await': 'off',
      // Spreading a string gives its code points, and that is meant.
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
      // There are no enums, and next to no classes; these take seconds to find that out.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Factories give closures, whose methods need no `this`.
      '@typescript-eslint/unbound-method': 'off',
      // Looked at when a package is updated: a deprecation is no mistake in what is written here.
      '@typescript-eslint/no-deprecated': 'off',
      // The compiler's noPropertyAccessFromIndexSignature decides about this, not taste.
      '@typescript-eslint/dot-notation': 'off',
    },
  },
  { files: compositionRoots, rules: { 'max-lines': maxLines(150) } },
  {
    files: ['renderer/**', 'shared/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['renderer/**'],
    // The plugin's other rules are about React's compiler, which this app does not use.
    plugins: { 'react-hooks': { rules: reactHooks.rules } },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['renderer/**'],
    ignores: ['renderer/bridge/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...networkGlobals.map((name) => ({
          name,
          message: 'The renderer reaches the world through bridge/ only.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        {
          selector: `MemberExpression[object.name=/^(window|globalThis|self)$/][property.name=/^(fabula|${networkGlobals.join('|')})$/]`,
          message: 'The renderer reaches the world through bridge/ only.',
        },
        {
          selector: "MemberExpression[property.name='sendBeacon']",
          message: 'The renderer reaches the world through bridge/ only.',
        },
      ],
    },
  },
  {
    // Chromium's network stack sends a POST again after a reset, and what is sent here may cost money.
    files: ['electron/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        {
          selector: "ImportDeclaration[source.value='electron'] ImportSpecifier[imported.name='net']",
          message: "Use Node's HTTP: Electron's net may send a request twice.",
        },
      ],
    },
  },
  {
    // Texts only: one list of every message is easier to keep than several.
    files: ['shared/messages/**'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines': maxLines(400),
      // vitest's matchers are `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  // Small programs that tests run are in no project.
  { files: ['test/**/*.{cjs,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // In plain JavaScript a type is stated in a comment, which these rules do not see.
    files: ['**/*.mjs', '**/*.js'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['eslint.config.js', '*.config.ts', '**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
