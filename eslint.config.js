import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Names that have given way to the terms of the field: docs/glossary.md has the word to use. */
const formerNames = [
  'doors',
  'Doors',
  'openDoors',
  'giving',
  'takeTurn',
  'Sealer',
  'openUploads',
  'Steadiness',
  'Touches',
  'Watched',
  'acceptInTurn',
  'holdAlarms',
  'Few',
  'fewValues',
  'firstWith',
  'assertSaysSomething',
  'assertAllThere',
  'Forest',
  'Meanings',
  'carryAll',
  'startCourier',
  'tellLists',
  'isToldBy',
  'namedLike',
  'openBeside',
  'returnTo',
  'speaks',
  'OnTop',
  'markedIn',
  'valuesIn',
  'TableLook',
  'useAddWish',
  'useFolding',
  'useNews',
  'Wanted',
]

const formerLimits = {
  selector: 'Identifier[name=/^(MOST|LONGEST|LEAST|DEEPEST|WIDEST|NARROWEST)(_|$)/]',
  message: 'Limits are called MAX_… and MIN_…, with what they limit.',
}

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'node_modules/', '.cache/', 'coverage/'] },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use node:crypto: what is random here is usually a secret or an id.' },
      ],
      'id-denylist': ['error', ...formerNames],
      'no-restricted-syntax': ['error', formerLimits],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `type` for unions and mapped types, `interface` for shapes: both have their place.
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  { files: ['web/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  { files: ['web/**/*.{ts,tsx}'], rules: { 'no-restricted-properties': 'off' } },
  {
    // Every call has a contract, or is an operation of a noun; web/kernel/http/ sends them.
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', 'web/kernel/http/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        formerLimits,
        {
          selector: 'Literal[value=/^\\/api\\//]',
          message: 'A path stands in the contract of the call (model/contract/): ask(contract, …), or urlOf(contract).',
        },
        {
          selector: 'TemplateElement[value.raw=/^\\/api\\//]',
          message: 'A path stands in the contract of the call (model/contract/): ask(contract, …), or urlOf(contract).',
        },
        {
          selector: 'CallExpression[callee.name=/^(call|get)$/]',
          message: 'What a call answers is typed by its contract (model/contract/): ask(contract, …).',
        },
      ],
    },
  },
  { files: ['model/labels/**', 'seeds/**'], rules: { 'max-lines': 'off' } },
  // What is tested of one thing stands together.
  { files: ['**/*.test.ts', 'tests/**'], rules: { 'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }] } },
  {
    files: ['bench/**', 'scripts/**'],
    rules: { 'no-console': 'off', 'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }] },
  },
)
