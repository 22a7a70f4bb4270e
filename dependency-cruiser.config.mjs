/** The arrows of the house (docs/architecture.md). Each message says where the line belongs instead. */
const arrow = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

/** The subsystems, each with what it asks. Everybody may ask the kernel; nobody asks a feature, and its `index.ts` is the only way into each. */
const SUBSYSTEMS = {
  tenancy: [],
  documents: [],
  storage: [],
  audit: [],
  identity: ['tenancy'],
  messaging: ['identity'],
  exchange: ['documents'],
  acquisition: ['exchange', 'identity', 'messaging', 'tenancy'],
  // Machines and what is done with them: what their devices measure, and who is told.
  maintenance: ['acquisition', 'identity', 'messaging'],
  backups: ['storage'],
  workflow: [],
  forms: ['documents', 'storage'],
  figures: ['acquisition'],
  reports: ['documents', 'figures'],
}

const names = Object.keys(SUBSYSTEMS)
const rooms = names.flatMap((name) => [
  arrow(
    `${name}-asks`,
    `server/${name} asks ${['the kernel', ...SUBSYSTEMS[name].map((other) => `server/${other}`)].join(', ')} and nobody else: pass in what it needs (server/services.ts), or move the line.`,
    { path: `^server/${name}/`, pathNot: '\\.test\\.ts$' },
    { path: '^server/', pathNot: `^server/(kernel|${[name, ...SUBSYSTEMS[name]].join('|')})/` },
  ),
  arrow(
    `index-of-${name}`,
    `server/${name}/index.ts is the only way into this subsystem: export there what others need.`,
    { path: '^(server|scripts)/', pathNot: `^server/(${name}/|config\\.ts$)|\\.test\\.ts$` },
    { path: `^server/${name}/`, pathNot: `^server/${name}/index\\.ts$` },
  ),
  arrow(
    `variables-of-${name}`,
    `server/config.ts reads the environment before anything is loaded: of server/${name} it takes the variables (config.ts) and nothing else.`,
    { path: '^server/config\\.ts$' },
    { path: `^server/${name}/`, pathNot: `^server/${name}/config\\.ts$` },
  ),
])

/** The folders of web/shared/ that no area owns: everybody may ask them. */
const COMMON = ['dialogs', 'panels', 'people']

/** The other folders of web/shared/, each with the areas of web/features/ that ask it; widgets and the app may ask any. */
const SHARED = {
  // What was measured in runs of curing is drawn as the history of any point, and points are chosen for reports and screens as they are for trends.
  acquisition: ['acquisition', 'bigscreen', 'charts', 'maintenance', 'reports'],
  // Rights are handed out to roles, to people and to packages.
  authority: ['authority', 'organisation', 'tenant'],
  devtool: ['devtool'],
  // Pages that need no session: sign-in, links to files, forms and screens, and the codes on reports.
  entry: ['account', 'bigscreen', 'devtool', 'file', 'reports'],
  // The documentation of calls is shown as the examples are.
  examples: ['template', 'monitor'],
  // The examples read and write workbooks as previews do.
  files: ['file', 'template'],
  // Figures are chosen for charts, for reports and for screens.
  figures: ['bigscreen', 'charts', 'report-designer'],
  // Forms are designed, filled in within processes, and named in their conditions; formulas of reports are put together as theirs are.
  forms: ['devtool', 'office', 'report-designer', 'workflow'],
  maintenance: ['maintenance'],
  // Pages of reports are looked at where reports are read, and where they are designed.
  reports: ['report-designer', 'reports'],
  // Screens are designed and listed in the console, and played on pages of their own.
  screens: ['bigscreen', 'screen'],
  // Processes are administered and worked on; who leaves hands over their tasks.
  workflow: ['office', 'organisation', 'workflow'],
}
const areas = Object.entries(SHARED).map(([name, asking]) =>
  arrow(
    `web-shared-${name}`,
    `web/shared/${name} is for the features of ${asking.join(', ')}: what all areas need goes into ${COMMON.map((common) => `web/shared/${common}`).join(', ')} or web/widgets/, else list the area with its reason.`,
    { path: '^web/(features|shared)/', pathNot: `^web/(features/(${asking.join('|')})|shared/${name})/` },
    { path: `^web/shared/${name}/` },
  ),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    arrow(
      'model-knows-nothing',
      'model/ is pure data: move what needs the server or the web there.',
      { path: '^model/' },
      { path: '^(server|web|seeds|scripts|tests|bench)/' },
    ),
    arrow(
      'model-needs-no-library',
      'model/ stands on zod alone, so that both sides can load it; expressions calculate with the decimal numbers of big.js.',
      { path: '^model/', pathNot: '\\.test\\.ts$|^model/expression/' },
      { dependencyTypes: ['npm', 'npm-dev'], pathNot: 'node_modules/zod/' },
    ),
    arrow(
      'expressions-need-decimals-alone',
      'model/expression/ stands on zod and big.js, so that both sides can load it.',
      { path: '^model/expression/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['npm', 'npm-dev'], pathNot: 'node_modules/(@types/)?(zod|big\\.js)/' },
    ),
    arrow(
      'model-uses-small-zod',
      'What the browser loads is made of zod/mini; the whole of zod is for model/schemas.ts and the server.',
      { path: '^(model|web)/', pathNot: '^model/(schemas|lists/views)\\.ts$' },
      { path: 'node_modules/zod/(?!mini/)', dependencyTypesNot: ['type-only'] },
    ),
    arrow(
      'web-without-schemas',
      'These bring the whole of zod: put what the web needs of them into a file beside them.',
      { path: '^web/' },
      { path: '^model/(schemas|lists/views)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    arrow(
      'seeds-are-data',
      'seeds/ are data about the model: code that stores them belongs in server/seed/.',
      { path: '^seeds/', pathNot: '\\.test\\.ts$' },
      { path: '^(server|web|scripts|tests|bench)/' },
    ),
    arrow('server-without-web', 'web and server meet in model/ and on the wire only.', { path: '^server/' }, { path: '^web/' }),
    arrow('web-without-server', 'web and server meet in model/ and on the wire only.', { path: '^web/' }, { path: '^(server|seeds)/' }),
    arrow(
      'kernel-knows-no-subsystem',
      'The kernel is the floor: it knows no subsystem and no feature. Let the subsystem pass in what the kernel calls (server/services.ts, server/app.ts).',
      { path: '^server/kernel/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(?!kernel/)' },
    ),
    ...rooms,
    arrow(
      'server-features-alone',
      'A feature never imports another: what two of an area share goes into server/features/<area>/shared/, what areas share into a subsystem.',
      { path: '^server/features/([^/]+)/([^/]+)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^server/(features|seed|simulator)/|^server/(app|listen|main|serve|serving|start|web)\\.ts$',
        pathNot: '^server/features/$1/($2|shared)/',
      },
    ),
    arrow(
      'start-is-light',
      'What stands in front of the database loads little, so that it opens while the rest loads: import it in server/listen.ts.',
      { path: '^server/(start|main|serve|serving)\\.ts$' },
      {
        path: '^(server|model|seeds)/|node_modules/',
        pathNot:
          '^server/(main|config|serve|serving|storage/index|kernel/(config|start-error|runtime/address|database/(database|migrate)))\\.ts$',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    ),
    arrow(
      'loaded-by-first-use',
      'Large, and asked for seldom: load it where it is first used (import() in a function), or every start waits for it.',
      { path: '^server/', pathNot: '\\.test\\.ts$' },
      {
        path: 'node_modules/(bpmn-moddle|pdfkit|nodemailer|sanitize-html|mqtt|@simplewebauthn)/',
        dependencyTypesNot: ['type-only', 'dynamic-import', 'require'],
      },
    ),
    arrow(
      'simulator-stands-alone',
      'The simulator speaks for devices: it knows subsystems, the kernel and the seeds, and only server/listen.ts knows it.',
      { path: '^server/simulator/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(features|seed)/|^server/(app|listen|main|serve|serving|start|web)\\.ts$' },
    ),
    arrow(
      'only-transactions-touch-the-driver',
      'Statements run inside inTenant or inPlatform (server/kernel/database/tenant.ts).',
      {
        path: '^(server|seeds|web|model)/',
        pathNot:
          '^server/kernel/database/(database|embedded/vacuum|named-query|one-write|tenant|transaction|listen|migrate|time-zones)\\.ts$|^server/backups/(counts|engines|move/(copy-stream|source|target))\\.ts$|\\.test\\.ts$',
      },
      { path: 'node_modules/(@types/)?pg/' },
    ),
    arrow(
      'who-makes-tenant-ids',
      'A tenant id comes from the session, from a row, from a device or a link, typed as such. Only the rooms that administer tenants make one of a text (server/kernel/database/tenant-id.ts has tenantOf(tx) for everybody).',
      { path: '^server/', pathNot: '^server/(features/tenant|tenancy|seed)/|\\.test\\.ts$' },
      { path: '^server/kernel/database/as-tenant-id\\.ts$' },
    ),
    arrow(
      'only-the-worker-opens-the-engine',
      'The embedded engine lives in server/kernel/database/embedded/.',
      { path: '^(server|seeds|web|model)/', pathNot: '^server/kernel/database/embedded/(cluster|create-cluster)\\.ts$' },
      { path: 'node_modules/@electric-sql/' },
    ),
    arrow(
      'only-beside-the-server',
      'The engine runs in its worker, or in a program that ends: never in the thread of the server.',
      {
        path: '^(server|seeds|web|model)/',
        pathNot: '^server/kernel/database/embedded/worker\\.ts$|^server/backups/(embedded-program|tarball\\.test)\\.ts$',
      },
      { path: '^server/kernel/database/embedded/cluster\\.ts$' },
    ),
    arrow(
      'web-ui-knows-no-noun',
      'web/ui/ are parts for any product: what knows ours belongs in web/kernel/.',
      { path: '^web/ui/' },
      { path: '^(web/(kernel|shared|widgets|features|app)|model)/', pathNot: '^model/(rich-text|time-weight|zone)\\.ts$' },
    ),
    arrow(
      'web-kernel-is-the-floor',
      'The kernel is the floor: what an area shares belongs in web/shared/<area>/, what joins features in web/app/.',
      { path: '^web/kernel/' },
      { path: '^web/(shared|widgets|features|app)/' },
    ),
    arrow(
      'web-shared-below-features',
      'What areas share knows no feature and no widget.',
      { path: '^web/shared/' },
      { path: '^web/(widgets|features|app)/' },
    ),
    ...areas,
    arrow(
      'web-shared-is-listed',
      'Say at the head of dependency-cruiser.config.mjs which areas may ask this folder.',
      { path: '^web/' },
      { path: '^web/shared/', pathNot: `^web/shared/(${[...COMMON, ...Object.keys(SHARED)].join('|')})/` },
    ),
    arrow('web-widgets-below-features', 'A widget knows no feature.', { path: '^web/widgets/' }, { path: '^web/(features|app)/' }),
    arrow(
      'web-features-alone',
      'A feature never imports another: what two of an area share goes into web/shared/<area>/.',
      { path: '^web/features/([^/]+/[^/]+)/' },
      { path: '^web/(features|app)/', pathNot: '^web/features/$1/' },
    ),
    arrow('no-circles', 'Two files that need each other, for a type as well, are one idea, or a third is missing.', {}, { circular: true }),
    arrow('every-import-resolves', 'The import leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.svg'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
