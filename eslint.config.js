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
  'told',
  'tell',
  'tells',
  'untold',
  'Told',
  'Telling',
  'Heard',
  'doHeard',
  'Unheard',
  'StandingQuestion',
  'standingQuestionOf',
  'StandingSeries',
  'inRunTurn',
  'takeTurns',
  'foretell',
  'Foretelling',
  'startForetelling',
  'unsaid',
  'openDoor',
  'openHands',
]

/** A pattern for a word within names: at the beginning of one, or after a lower-case letter with a capital. */
const wordWithin = (first, rest) => `(?:${first.toUpperCase()}|(?<![a-z])${first})(?:${rest})`
/** The same words within names. `tellReturn` is a column, and a field of the interface. */
const formerWords = [
  {
    selector: `Identifier[name=/^(?!tellReturn$)(?:.*[a-z])?(?:un|fore)?${wordWithin('t', 'old|ells?|elling')}(?:[A-Z]|$)/]`,
    message: 'Disclosed, notified, recorded or answered: docs/glossary.md has the word to use.',
  },
  {
    selector: 'Identifier[name=/^(?:.*_)?(?:TOLD|TELLS?|TELLING|HEARD?|HEED|RIPE|CALM|SAYS?|SAID|SAYING)(?:_.*)?$/]',
    message: 'In capitals as well: docs/glossary.md has the word to use.',
  },
  {
    selector: `Identifier[name=/^(?:.*[a-z])?(?:un)?${wordWithin('h', 'ears?|eard|earing|eeds?|eeded')}(?:[A-Z]|$)/]`,
    message: 'Received, seen, listened to or disclosed: docs/glossary.md has the word to use.',
  },
  {
    selector: `Identifier[name=/^(?:.*[a-z])?${wordWithin('r', 'ipe(?:ns?|ned|ning|ness|r)?')}(?:[A-Z]|$)/]`,
    message: 'Concrete has a maturity: docs/glossary.md.',
  },
  {
    selector: `Identifier[name=/^(?:.*[a-z])?(?:be)?${wordWithin('c', 'alm(?:ed|s)?')}(?:[A-Z]|$)/]`,
    message: 'Debounced, idle, quiet or yielding: docs/glossary.md has the word to use.',
  },
  {
    selector: `:matches(Identifier, PrivateIdentifier)[name=/^(?:.*[a-z])?${wordWithin('s', 'ays?|aid|aying')}(?:[A-Z]|$)/]`,
    message: 'Printed, published, described or changed; a text, a message, settings or values: docs/glossary.md has the word to use.',
  },
  {
    // `news` alone is the name of a message on the wire, which older pages know.
    selector: `Identifier[name=/^(?!news$)(?:.*[a-z])?${wordWithin('n', 'ews')}(?:[A-Z]|$)/]`,
    message: 'An invalidation, a notification, an event or an announcement: docs/glossary.md has the word to use.',
  },
  {
    selector: `Identifier[name=/^(?:.*[a-z])?${wordWithin('c', 'ouriers?')}(?:[A-Z]|$)/]`,
    message: 'A delivery worker: docs/glossary.md.',
  },
  {
    selector: `Identifier[name=/^(?:.*[a-z])?${wordWithin('d', 'ear(?:er|est)?')}(?:[A-Z]|$)/]`,
    message: 'What takes long or much is costly.',
  },
  {
    // `turn` alone is a turn of the event loop, or of a page.
    selector: 'Identifier[name=/^(?:[tT]urns|Turn|turn[A-Z].*|.*[a-z]Turns?(?:[A-Z].*)?|(?:.*_)?TURNS?(?:_.*)?)$/]',
    message: 'Queue, lock, scheduler, slice of time or switch: docs/glossary.md has the word to use.',
  },
]

const formerLimits = {
  selector: 'Identifier[name=/^(MOST|LONGEST|LEAST|DEEPEST|WIDEST|NARROWEST)(_|$)/]',
  message: 'Limits are called MAX_… and MIN_…, with what they limit.',
}

const brandByCast = {
  selector:
    ':matches(TSAsExpression > TSTypeReference, TSAsExpression > TSArrayType > TSTypeReference)[typeName.name=/^(Micros|Millis|TenantId)$/]',
  message:
    'A brand is given where a unit is read or an identity found out, by the functions of model/brands.ts; a tenant id is that of the caller, the row or the transaction (tenantOf).',
}

/** Numbers are written in one way as well: the browser's own language puts other marks between the thousands. */
const otherNumbers = {
  selector: "CallExpression[callee.property.name='toLocaleString'][arguments.length=0]",
  message: 'A number is written by figureText of web/kernel/i18n/texts.ts, or with the language that it is for.',
}

/** One clock (docs/decisions/0096-one-clock.md): what writes or reads a time by another zone than the tenant's, or in another format. */
const otherClocks = [
  {
    selector: "MemberExpression[object.name='Intl'][property.name='DateTimeFormat']",
    message: 'Moments are written by web/ui/clock.ts, on the server by model/zone.ts: in the zone of the tenant and in one format.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^toLocale(Date|Time)String$/]',
    message: 'Moments are written by web/ui/clock.ts, on the server by model/zone.ts: in the zone of the tenant and in one format.',
  },
  {
    selector: "CallExpression[callee.property.name='toLocaleString'][callee.object.type='NewExpression']",
    message: 'Moments are written by web/ui/clock.ts, on the server by model/zone.ts: in the zone of the tenant and in one format.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(get|set)(FullYear|Month|Date|Day|Hours|Minutes)$|^getTimezoneOffset$/]',
    message:
      'That is the clock of the browser, or of the machine: hourOf and the like of web/ui/clock.ts, startOf and wallOf of model/zone.ts.',
  },
  {
    selector: "ImportDeclaration[source.value='antd'] ImportSpecifier[imported.name='DatePicker']",
    message: 'Calendars go by the clock of the tenant: DatePicker of web/ui/date-picker.ts.',
  },
  {
    selector: "ImportDeclaration[source.value='dayjs']",
    message: 'Dates of calendars are those of web/ui/dayjs.ts; moments are written by web/ui/clock.ts.',
  },
]

/** What the server decides by the time, it decides by the clock of the services, which a test can set (server/kernel/runtime/clock.ts). */
const machineClock = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'The time is that of the clock in the services: clock.now(). Where the machine is meant, name the file in BY_THE_MACHINE.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message:
      'The time is that of the clock in the services: new Date(clock.now()). Where the machine is meant, name the file in BY_THE_MACHINE.',
  },
]
/** Files of the server that go by the clock of the machine, by the reason why. New ones do not belong here without one. */
const BY_THE_MACHINE = [
  // The clock itself.
  'server/kernel/runtime/clock.ts',
  // Compared with times that files, or a store of objects, have from the machine.
  'server/kernel/database/embedded/copy-cluster.ts',
  'server/kernel/http/uploads.ts',
  'server/storage/{blobs,folder-store}.ts',
  'server/storage/s3/{clock,holds}.ts',
  // Written down beside what was done, and decided by nowhere.
  'server/audit/journal-entry.ts',
  'server/backups/bundle.ts',
  'server/kernel/database/moved.ts',
  'server/kernel/http/log.ts',
  'server/tenancy/tenant-archive.ts',
  // Compared with what statements beside them call now(): sessions, one-time codes, and when a tenant expires.
  'server/identity/{client-sessions,known-devices,session-activity,session-read,session-rows,session-times,sessions}.ts',
  'server/identity/captcha/captchas.ts',
  'server/identity/second-factors/codes.ts',
  'server/features/account/sign-in/second-step.ts',
  'server/features/file/disk/tickets.ts',
  'server/features/oauth/authorize/tokens.ts',
  'server/messaging/live-socket.ts',
  'server/tenancy/usable.ts',
  // Samples: devices say when, by clocks of their own.
  'server/acquisition/{history,ingest,many-series,partitions,pieces,rollups,states,statistics}.ts',
  'server/acquisition/curing/{read-run,run-maturity}.ts',
  'server/features/acquisition/readings/statistics.ts',
  // Conditions of a generated form as they are tried out, and a range that the self-test asks for.
  'server/features/devtool/form-generator/form-conditions.ts',
  'server/features/tenant/isolation/belongings.ts',
  // What is stored of the demonstration.
  'server/seed/**',
  'server/simulator/**',
  'server/tenancy/{store-package,store-tenant}.ts',
]

/** A quiet call makes no toast: whoever makes it shows in its place what has failed. Queries that are declared elsewhere are not seen by this. */
const unseenFailure = {
  selector:
    "VariableDeclarator[id.type='ObjectPattern'][init.callee.name='useQuery']:has(Property[key.name='quiet']):not(:has(ObjectPattern.id > Property[key.name=/^(error|isError)$/]))",
  message:
    'Nobody sees that a quiet call has failed: take its error as well and show it (ListFailure, Asked, ChoicesFailure), or say why it may stay unseen.',
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
      'no-restricted-syntax': ['error', formerLimits, ...formerWords, ...otherClocks, otherNumbers, brandByCast],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `type` for unions and mapped types, `interface` for shapes: both have their place.
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  { files: ['web/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['web/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'randomUUID',
          message: 'Browsers have it on secure pages only, and plants use plain http: newId of web/kernel/new-id.ts.',
        },
      ],
    },
  },
  {
    // Every call has a contract, an operation of a noun as well; two files send them.
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', 'web/kernel/http/{api,ask}.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        formerLimits,
        ...formerWords,
        ...otherClocks,
        otherNumbers,
        brandByCast,
        unseenFailure,
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
  {
    files: ['server/**/*.ts'],
    ignores: ['**/*.test.ts', ...BY_THE_MACHINE],
    rules: {
      'no-restricted-syntax': ['error', formerLimits, ...formerWords, ...otherClocks, otherNumbers, brandByCast, ...machineClock],
    },
  },
  {
    // The clock itself, what the calendars stand on, and what tests compare it with.
    files: ['model/zone.ts', 'web/ui/{clock,dayjs,date-picker}.ts', '**/*.test.ts', 'tests/**', 'bench/**'],
    rules: { 'no-restricted-syntax': ['error', formerLimits, ...formerWords, brandByCast] },
  },
  {
    // Where brands are given.
    files: ['model/brands.ts', 'server/kernel/database/as-tenant-id.ts'],
    rules: { 'no-restricted-syntax': ['error', formerLimits, ...formerWords, ...otherClocks] },
  },
  { files: ['model/labels/**', 'model/errors.ts', 'seeds/**'], rules: { 'max-lines': 'off' } },
  // What is tested of one thing stands together.
  { files: ['**/*.test.ts', 'tests/**'], rules: { 'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }] } },
  {
    files: ['bench/**', 'scripts/**'],
    rules: { 'no-console': 'off', 'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }] },
  },
)
